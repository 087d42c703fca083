/// An origin of pages, as in the field Origin (RFC 6454, section 6.1): `scheme://host` or `scheme://host:port`.
public struct WebOrigin: Hashable, Sendable {
    /// Whether the scheme is `https`; otherwise it is `http`.
    public let isSecure: Bool
    let host: String
    let port: UInt16

    /// Reads an origin as browsers write it, and as `--allow-origin` takes it. nil for `null`, other schemes, lists,
    /// and anything with a path.
    public init?(_ text: String) {
        let rest: Substring
        if text.hasPrefix("http://") {
            isSecure = false
            rest = text.dropFirst(7)
        } else if text.hasPrefix("https://") {
            isSecure = true
            rest = text.dropFirst(8)
        } else {
            return nil
        }
        guard let host = WebHost(String(rest)) else { return nil }
        self.host = host.name
        port = host.port ?? Self.port(isSecure: isSecure)
    }

    /// The origin of pages fetched from a host.
    init(_ host: WebHost, isSecure: Bool) {
        self.isSecure = isSecure
        self.host = host.name
        port = host.port ?? Self.port(isSecure: isSecure)
    }

    /// The default port of a scheme.
    static func port(isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }
}
