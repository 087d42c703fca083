/// The address of a stream or a picture of a camera: an `rtsp`, `rtsps`, `http` or `https` URL without a user's name
/// (RFC 3986, RFC 2326, section 3.2).
package struct CameraURL: Hashable, Sendable {
    /// The protocols of an address.
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case rtsp, rtsps, http, https

        /// Whether the connection uses TLS.
        package var isSecure: Bool { self == .rtsps || self == .https }

        var usualPort: UInt16 {
            switch self {
            case .rtsp: 554
            case .rtsps: 322
            case .http: 80
            case .https: 443
            }
        }
    }

    package var scheme: Scheme
    /// A name or an address, in lower case; an IPv6 address without brackets.
    package var host: String
    package var port: UInt16
    /// The path with its query; empty, or begins with a slash or a question mark.
    package var path: String

    private static let mostBytes = 2_048

    /// Parses a URL.
    ///
    /// - Parameter schemes: the protocols that it may have.
    /// - Throws: ``RTSPError`` `.invalidURL`, whose message doesn't quote the URL.
    package init(_ text: String, schemes: [Scheme] = [.rtsp, .rtsps]) throws(RTSPError) {
        func invalid(_ reason: String) -> RTSPError {
            RTSPError(
                .invalidURL, "the URL \(reason)",
                wayOut: "write it as \(schemes.first?.rawValue ?? "")://HOST[:PORT]/PATH")
        }
        guard text.utf8.count <= Self.mostBytes, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw invalid("is longer than \(Self.mostBytes) bytes or has spaces or other than ASCII characters")
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
            let scheme = Scheme(rawValue: text[..<colon].lowercased()), schemes.contains(scheme)
        else {
            throw invalid("begins with none of \(schemes.map { "\($0.rawValue)://" }.joined(separator: ", "))")
        }
        self.scheme = scheme
        let rest = text[colon...].dropFirst(3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else {
            throw RTSPError(
                .invalidURL, "the URL has a user's name or password",
                wayOut: "take it out of the URL, and give user and password apart")
        }
        path = String(rest[authority.endIndex...].prefix { $0 != "#" })
        let isBracketed = authority.hasPrefix("[")
        let name = isBracketed ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        var after = authority[name.endIndex...]
        if isBracketed {
            guard after.hasPrefix("]") else { throw invalid("has an IPv6 address without a closing bracket") }
            after = after.dropFirst()
        }
        guard !name.isEmpty else { throw invalid("has no host") }
        host = name.lowercased()
        guard after.isEmpty || after.hasPrefix(":"),
            let port = after.count < 2 ? scheme.usualPort : UInt16(after.dropFirst()), port > 0
        else { throw invalid("has no port from 1 to 65535 after its host") }
        self.port = port
    }

    /// The URL as text.
    var text: String { "\(scheme.rawValue)://\(authority)\(path)" }

    /// The host, with its port unless that is the usual one.
    package var authority: String { port == scheme.usualPort ? name : address }

    /// Host and port, for messages.
    package var address: String { "\(name):\(port)" }

    private var name: String { host.contains(":") ? "[\(host)]" : host }
}
