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
        _ = sendDatagram(Array(assignments.joined(separator: "\n").utf8), toUnixSocket: socket)
    }
}
