internal import HearthBase

/// The SHA-256 of a public key as a setting: 64 hexadecimal digits.
enum KeyFingerprint {
    /// The 32 bytes of a text, in which colons may divide the digits; nil for another text.
    static func bytes(_ text: String) -> [UInt8]? {
        let letters = text.utf8.filter { $0 != UInt8(ascii: ":") }
        let digits = letters.compactMap { hexValue($0) }
        guard digits.count == 64, letters.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
