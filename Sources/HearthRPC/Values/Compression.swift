/// How messages may be made smaller on the wire.
public enum Compression: Hashable, Sendable {
    /// As they are (`identity`).
    case none
    /// RFC 1952; what every gRPC library knows.
    case gzip
}
