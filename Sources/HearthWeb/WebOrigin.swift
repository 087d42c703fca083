/// Where a page comes from, as the field Origin says it (RFC 6454 section 6.1): `scheme://host` or `scheme://host:port`.
public struct WebOrigin: Hashable, Sendable {
    /// `http` or `https`.
    public let isSecure: Bool
    let host: String
    let port: UInt16

    /// Reads an origin as browsers write it, and as `--allow-origin` takes it. Nil for `null`, for other schemes, for lists,
    /// and for what has a path, which no origin has.
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

    /// The origin of pages that are fetched from a host.
    init(_ host: WebHost, isSecure: Bool) {
        self.isSecure = isSecure
        self.host = host.name
        port = host.port ?? Self.port(isSecure: isSecure)
    }

    /// The port of addresses that name none.
    static func port(isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }
}
