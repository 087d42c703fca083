internal import HearthBase

/// Identities that no two objects share: UUIDs of version 4 (RFC 9562 §5.4).
public enum RandomID {
    /// A new one, in the usual form.
    @Sendable
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return make(using: &generator)
    }

    /// A new one from this source of randomness.
    public static func make(using generator: inout some RandomNumberGenerator) -> String {
        let high: UInt64 = generator.next() & ~0xF000 | 0x4000
        let low: UInt64 = generator.next() & ~(0b11 << 62) | 0b10 << 62
        var text = ""
        for (index, digit) in (hex(high, digits: 16) + hex(low, digits: 16)).enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}
