#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Never blocks: a datagram for which the socket has no room is lost, as is one without a receiver.
///
/// - Returns: whether the socket took it.
func sendDatagram(_ bytes: [UInt8], toUnixSocket path: String) -> Bool {
    var address = sockaddr_un()
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #else
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        buffer.copyBytes(from: path.utf8)
        // An abstract name begins with a zero byte (unix(7)).
        if path.hasPrefix("@") { buffer[0] = 0 }  // in range: a buffer of the system
    }
    let length = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + path.utf8.count
    let sent = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, socklen_t(length))
        }
    }
    return sent == bytes.count
}
