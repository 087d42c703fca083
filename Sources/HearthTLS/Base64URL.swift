internal import HearthBase

/// Base64 with the URL-safe alphabet, without padding (RFC 4648, section 5).
public enum Base64URL {
    /// Encodes bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encode(bytes, .url, isPadded: false), as: UTF8.self)
    }

    /// Decodes text.
    ///
    /// - Returns: nil if the text is not valid Base64url.
    public static func bytes(_ text: String) -> [UInt8]? { Base64.decode(Array(text.utf8)[...], .url) }
}
