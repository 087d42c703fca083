internal import HearthTLS

/// The code of an invitation: 128 random bits as 22 Base64url characters.
enum ClaimCode {
    static let byteCount = 16

    static func make(random: (Int) -> [UInt8]) -> String { Base64URL.text(random(byteCount)) }

    /// The hash that the hub stores; nil if the text is not a code.
    static func hash(_ code: String) -> [UInt8]? {
        guard code.utf8.count == 22, let bytes = Base64URL.bytes(code), bytes.count == byteCount else { return nil }
        return SHA256.hash(bytes)
    }
}
