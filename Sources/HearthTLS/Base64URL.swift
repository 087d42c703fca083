internal import Foundation

/// Base64 with the URL-safe alphabet, without padding (RFC 4648 §5).
public enum Base64URL {
    /// Encodes bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes text.
    ///
    /// - Returns: nil if the text is not valid Base64url.
    public static func bytes(_ text: String) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain + padding).map { [UInt8]($0) }
    }
}
