internal import HearthTLS

/// A link to a hub: its address and key, and optionally a code for claiming it.
///
/// Format: `hearth:HOST:PORT?fp=SHA256-OF-THE-KEY&code=CODE`, both values in Base64url. Since the link contains the
/// hub's key, the first connection is authenticated too. An invitation also has a form for browsers: ``webAddress``.
public struct HubLink: Hashable, Sendable, CustomStringConvertible {
    /// `HOST:PORT` or `[ADDRESS]:PORT`.
    public var address: String
    /// SHA-256 of the hub's public key, 32 bytes.
    public var publicKeySHA256: [UInt8]
    /// The secret code, which can be used once; nil for a link that only has address and key.
    public var code: String?

    /// Creates a link.
    public init(address: String, publicKeySHA256: [UInt8], code: String? = nil) {
        self.address = address
        self.publicKeySHA256 = publicKeySHA256
        self.code = code
    }

    /// The prefix of every link.
    public static let scheme = "hearth:"

    private static let web = (scheme: "https://", end: "/#", code: Substring("claim"))

    /// Parses a link in either form. Returns nil if it is invalid.
    public init?(_ text: String) {
        let (address, list, codeName): (Substring, Substring, Substring)
        if text.lowercased().hasPrefix(Self.scheme) {
            let parts = text.dropFirst(Self.scheme.count).split(separator: "?", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            (address, list, codeName) = (parts[0], parts[1], "code")
        } else {
            guard text.lowercased().hasPrefix(Self.web.scheme), let end = text.firstRange(of: Self.web.end) else {
                return nil
            }
            address = text[..<end.lowerBound].dropFirst(Self.web.scheme.count)
            (list, codeName) = (text[end.upperBound...], Self.web.code)
        }
        guard !address.isEmpty else { return nil }
        var values: [Substring: String] = [:]
        for item in list.split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, values.updateValue(String(pair[1]), forKey: pair[0]) == nil else { return nil }
        }
        guard let key = values["fp"].flatMap(Base64URL.bytes), key.count == 32 else { return nil }
        let code = values[codeName]
        guard code.map(Self.isCode) ?? true else { return nil }
        self.init(address: String(address), publicKeySHA256: key, code: code)
    }

    /// Whether a text is a code: 16 bytes in Base64url.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 22 && Base64URL.bytes(text)?.count == 16
    }

    /// The hub's page, for a browser: `https://HOST:PORT/#claim=CODE&fp=SHA256-OF-THE-KEY`. Browsers don't send the
    /// part after `#`, so the code appears in no log. For a link without a code, the address of the page.
    public var webAddress: String {
        let page = "\(Self.web.scheme)\(address)/"
        return code.map { "\(page)#\(Self.web.code)=\($0)&fp=\(Base64URL.text(publicKeySHA256))" } ?? page
    }

    public var description: String {
        "\(Self.scheme)\(address)?fp=\(Base64URL.text(publicKeySHA256))" + (code.map { "&code=\($0)" } ?? "")
    }
}
