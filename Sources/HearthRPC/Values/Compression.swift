/// How messages are compressed on the wire.
public enum Compression: Hashable, Sendable {
    /// Uncompressed (`identity`).
    case none
    /// RFC 1952; supported by every gRPC library.
    case gzip
}
