/// Eight bytes at once, of which it is asked whether one of them is of some kind: nearly always none is, and then there is
/// no need to look at each. A yes may be wrong, so the bytes are looked at then.
struct ByteWord {
    private let word: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// How many bytes it has.
    static let count = 8

    /// - Parameter offset: where it begins; there are ``count`` bytes from there on, which is checked.
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
