#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The journal of systemd, by its native protocol (systemd.io, Native Journal Protocol), which keeps fields apart.
public struct Journal: Hashable, Sendable {
    /// Where the journal listens.
    public static let standardSocket = "/run/systemd/journal/socket"

    private let socket: String

    /// - Parameters:
    ///   - environment: this process's environment. `JOURNAL_STREAM` has the device and inode of the stream that the
    ///     journal reads (systemd.exec(5)).
    ///   - descriptor: where the process writes its log. Default: standard error.
    ///   - socket: the path of the journal's socket.
    /// - Returns: nil if the journal does not read that descriptor, for example because it was redirected to a file.
    public init?(
        _ environment: [String: String], descriptor: Int32 = 2, socket: String = Journal.standardSocket
    ) {
        var status = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &status) == 0,
            stream == "\(status.st_dev):\(status.st_ino)"
        else { return nil }
        self.socket = socket
    }

    /// Sends an entry. Never blocks.
    ///
    /// - Parameter fields: names of capital letters, digits and underscores that begin with a letter, and their values.
    /// - Returns: false if the journal did not take it.
    public func send(_ fields: [(name: String, value: String)]) -> Bool {
        sendDatagram(Self.encoded(fields), toUnixSocket: socket)
    }

    /// A line for each field; one whose value has several lines is preceded by its length.
    static func encoded(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            let text = Array(value.utf8)
            bytes += Array(name.utf8)
            if text.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                let length = UInt64(text.count)
                for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: length >> (8 * UInt64(byte)))) }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += text
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
