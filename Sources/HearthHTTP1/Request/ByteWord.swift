/// Tests eight bytes at once for bytes of some kind. Most words have none, and need no closer look. A
/// positive result may be wrong, so check the bytes then.
struct ByteWord {
    private let word: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The number of bytes in a word.
    static let count = 8

    /// - Parameter offset: the first byte; the caller ensures that ``count`` bytes follow.
    init(_ bytes: RawSpan, at offset: Int) {
        word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// Whether one of the bytes may be this one; a no is certain.
    func mayContain(_ byte: UInt8) -> Bool { Self.hasZero(word ^ (Self.ones &* UInt64(byte))) }

    /// Whether one of the bytes may be a control character of ASCII; a no is certain.
    var mayContainControl: Bool {
        (word &- Self.ones &* 0x20) & ~word & Self.highBits != 0 || mayContain(0x7F)
    }

    private static func hasZero(_ word: UInt64) -> Bool { (word &- ones) & ~word & highBits != 0 }
}
