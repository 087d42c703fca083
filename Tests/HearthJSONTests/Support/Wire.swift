/// Protobuf's encoding, by hand: `Wire { $0.varint(1, 5) }`.
struct Wire {
    var bytes: [UInt8] = []

    static func make(_ body: (inout Wire) -> Void) -> [UInt8] {
        var wire = Wire()
        body(&wire)
        return wire.bytes
    }

    mutating func raw(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func varint(_ number: UInt64, _ value: UInt64) {
        raw(number << 3)
        raw(value)
    }

    mutating func content(_ number: UInt64, _ content: [UInt8]) {
        raw(number << 3 | 2)
        raw(UInt64(content.count))
        bytes += content
    }

    mutating func text(_ number: UInt64, _ text: String) { content(number, Array(text.utf8)) }

    mutating func message(_ number: UInt64, _ body: (inout Wire) -> Void) { content(number, Self.make(body)) }
}
