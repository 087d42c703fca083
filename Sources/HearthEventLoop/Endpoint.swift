/// An address to listen on or connect to.
public enum Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// A host name or IP address, and a port. Listening on port 0 picks a free one.
    case tcp(host: String, port: UInt16)
    /// The path of a Unix socket.
    case unix(path: String)
    /// The name of a Linux abstract Unix socket, without the leading zero byte. Only for connecting.
    case unixAbstract(name: String)

    /// Parses one address: `HOST:PORT`, `[::1]:PORT`, or a gRPC target (`dns:HOST:PORT`, `ipv4:ADDRESS:PORT`,
    /// `ipv6:[ADDRESS]:PORT`, `unix:PATH`, `unix-abstract:NAME`).
    public init(_ text: String) throws(LoopError) {
        let all = try Endpoint.list(text)
        guard let only = all.first, all.count == 1 else {
            throw LoopError(message: "\"\(text)\" has \(all.count) addresses; give one")
        }
        self = only
    }

    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        case .unixAbstract(let name): "unix-abstract:\(name)"
        }
    }

    /// Whether it is reachable from this machine only: a Unix socket, `localhost`, `127.0.0.0/8` or `::1`.
    public var isLocal: Bool {
        switch self {
        case .unix, .unixAbstract: return true
        case .tcp("localhost", _), .tcp("::1", _): return true
        case .tcp(let host, _): return host.hasPrefix("127.") && isIPv4(host)
        }
    }
}
