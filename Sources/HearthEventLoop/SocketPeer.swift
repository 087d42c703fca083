#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import CUV
internal import HearthBase

/// Reads a `sockaddr_in` or `sockaddr_in6`. IPv4-mapped IPv6 addresses are returned as IPv4.
func hostAndPort(_ base: UnsafeMutableRawPointer) -> (host: String, port: UInt16, isLoopback: Bool) {
    let isLocal = isLoopback(base.assumingMemoryBound(to: sockaddr.self))
    if Int32(base.assumingMemoryBound(to: sockaddr.self).pointee.sa_family) == AF_INET6 {
        let address = base.assumingMemoryBound(to: sockaddr_in6.self).pointee
        let name = withUnsafeBytes(of: address.sin6_addr) { ipText($0) }
        let mapped = "::ffff:"
        let isMapped = name.hasPrefix(mapped) && name.contains(".")
        let host = isMapped ? String(name.dropFirst(mapped.count)) : name
        return (host, UInt16(bigEndian: address.sin6_port), isLocal)
    }
    let address = base.assumingMemoryBound(to: sockaddr_in.self).pointee
    return (withUnsafeBytes(of: address.sin_addr) { ipText($0) }, UInt16(bigEndian: address.sin_port), isLocal)
}

/// Whether an address is in `127.0.0.0/8` (also as `::ffff:127.0.0.0/104`) or is `::1`.
func isLoopback(_ address: UnsafePointer<sockaddr>) -> Bool {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
        let v4 = UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr_in.self)
        return UInt32(bigEndian: v4.pointee.sin_addr.s_addr) >> 24 == 127
    case AF_INET6:
        let v6 = UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr_in6.self)
        return withUnsafeBytes(of: v6.pointee.sin6_addr) { bytes in
            guard bytes.count == 16, bytes[..<10].allSatisfy({ $0 == 0 }) else { return false }
            if bytes[10] == 0xFF, bytes[11] == 0xFF { return bytes[12] == 127 }
            return bytes[10..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
        }
    default: return false
    }
}
