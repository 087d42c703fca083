internal import HearthTLS

/// Where a hub is and which key is its own; for who is to claim it, also a code.
///
/// `hearth:HOST:PORT?fp=SHA256-OF-THE-KEY&code=CODE`, both in base64url. As the link says which key is the hub's, there
/// is no first connection on trust. Without a code it is an address that goes with its key.
public struct HubLink: Hashable, Sendable, CustomStringConvertible {
    /// `HOST:PORT` or `[ADDRESS]:PORT`.
    public var address: String
    /// SHA-256 of the hub's public key.
    public var publicKeySHA256: [UInt8]
    /// A secret, for one use.
    public var code: String?

    /// A link of its parts.
    public init(address: String, publicKeySHA256: [UInt8], code: String? = nil) {
        self.address = address
        self.publicKeySHA256 = publicKeySHA256
        self.code = code
    }

    /// What every link begins with.
    public static let scheme = "hearth:"

    /// Reads a link. nil for what is none.
    public init?(_ text: String) {
        guard text.lowercased().hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "?", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        var values: [Substring: String] = [:]
        for item in parts[1].split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, values.updateValue(String(pair[1]), forKey: pair[0]) == nil else { return nil }
        }
        guard let key = values["fp"].flatMap(Base64URL.bytes), key.count == 32 else { return nil }
        let code = values["code"]
        guard code.map(Self.isCode) ?? true else { return nil }
        self.init(address: String(parts[0]), publicKeySHA256: key, code: code)
    }

    /// Codes are 16 bytes.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 22 && Base64URL.bytes(text)?.count == 16
    }

    public var description: String {
        "\(Self.scheme)\(address)?fp=\(Base64URL.text(publicKeySHA256))" + (code.map { "&code=\($0)" } ?? "")
    }
}
