/// Where to listen or to connect to.
public enum Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A host name or address and a port; port 0 listens on any free one.
    case tcp(host: String, port: UInt16)
    /// The path of a Unix socket.
    case unix(path: String)

    /// Reads `HOST:PORT`, `[::1]:PORT` or `unix:PATH`.
    public init(_ text: String) throws(LoopError) {
        if text.hasPrefix("unix:") {
            var path = text.dropFirst(5)
            if path.hasPrefix("//") { path = path.dropFirst(2) }
            guard !path.isEmpty else {
                throw LoopError(message: "\"\(text)\" has no path; write unix:/path/to/socket.")
            }
            self = .unix(path: String(path))
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw LoopError(message: "\"\(text)\" is not an address; write HOST:PORT, [ADDRESS]:PORT or unix:PATH.")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw LoopError(message: "Write the IPv6 address in \"\(text)\" in brackets: [\(host)]:\(port).")
        }
        self = .tcp(host: host.isEmpty ? "localhost" : String(host), port: port)
    }

    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    /// Whether only this machine can reach it: a Unix socket, `localhost`, `127.0.0.0/8`, `::1`.
    public var isLocal: Bool {
        switch self {
        case .unix: return true
        case .tcp("localhost", _), .tcp("::1", _): return true
        case .tcp(let host, _):
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
        }
    }
}
