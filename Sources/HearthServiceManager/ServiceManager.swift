#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The service manager that started this process and waits for its notices, by the protocol of systemd
/// (sd_notify(3), "Environment").
public struct ServiceManager: Hashable, Sendable {
    /// The path of its socket; an abstract one begins with `@`.
    private let socket: String
    /// How long the manager waits for a sign of life before it restarts the process; nil if it expects none.
    public let patience: Duration?

    /// - Parameters:
    ///   - environment: this process's environment.
    ///   - process: the ID of this process.
    /// - Returns: nil if no manager waits for notices.
    public init?(_ environment: [String: String], process: Int32) {
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@") else {
            return nil
        }
        self.socket = socket
        // A process that the watched one has started inherits the variables, and is not watched.
        let isWatched = environment["WATCHDOG_PID"].map { Int32($0) == process } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        patience = isWatched && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Sends assignments such as `READY=1`, each in a line of its own. A manager that does not listen is ignored.
    public func notify(_ assignments: String...) {
        sendDatagram(assignments.joined(separator: "\n"), toUnixSocket: socket)
    }
}

/// Never blocks: a datagram for which the socket has no room is lost, as is one without a receiver.
private func sendDatagram(_ text: String, toUnixSocket path: String) {
    var address = sockaddr_un()
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #else
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        buffer.copyBytes(from: path.utf8)
        // An abstract name begins with a zero byte (unix(7)).
        if path.hasPrefix("@") { buffer[0] = 0 }  // in range: a buffer of the system
    }
    let length = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + path.utf8.count
    let bytes = Array(text.utf8)
    _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, socklen_t(length))
        }
    }
}
