internal import HearthBase

/// Unique IDs: UUIDs of version 4 (RFC 9562, section 5.4).
public enum RandomID {
    /// Creates an ID, in the usual text form.
    @Sendable
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return make(using: &generator)
    }

    /// Creates an ID from this source of randomness.
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
