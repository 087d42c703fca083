internal import HearthBase

/// The UUID of a type in HomeKit. Apple's own types have a short form.
///
/// Both forms are accepted, in either case: `3E` is `0000003E-0000-1000-8000-0026BB765291`.
public struct HAPUUID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
    private static let baseLow: UInt64 = 0x8000_0026_BB76_5291

    /// Creates a UUID from its bytes in big-endian order.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates the UUID of one of Apple's types.
    public init(short: UInt32) {
        self.init(high: UInt64(short) << 32 | Self.baseHigh, low: Self.baseLow)
    }

    /// Reads "3E" or "0000003E-0000-1000-8000-0026BB765291"; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Self.isDigit($0) }) else { return nil }
        if parts.count == 1 {
            guard (1...8).contains(text.utf8.count), let short = UInt32(text, radix: 16) else { return nil }
            self.init(short: short)
            return
        }
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
            let high = UInt64(parts[0...2].joined(), radix: 16), let low = UInt64(parts[3...4].joined(), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// The number of one of Apple's types; nil for others.
    public var short: UInt32? {
        low == Self.baseLow && high & 0xFFFF_FFFF == Self.baseHigh ? UInt32(truncatingIfNeeded: high >> 32) : nil
    }

    /// The form in HAP messages: the short form without leading zeros for Apple's types, else the full one.
    public var description: String { short.map { hex($0, digits: 1, uppercase: true) } ?? full }

    /// The full form: 36 characters in upper case.
    public var full: String {
        let first = hex(high, digits: 16, uppercase: true), last = hex(low, digits: 16, uppercase: true)
        return
            "\(first.prefix(8))-\(first.dropFirst(8).prefix(4))-\(first.suffix(4))-\(last.prefix(4))-\(last.suffix(12))"
    }

    public static func < (left: HAPUUID, right: HAPUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
