/// Iterates over the fields of an encoded message; ends at malformed bytes.
struct WireFields: Sequence, IteratorProtocol {
    struct Field {
        var number: UInt64
        /// The value of a numeric field.
        var value: UInt64 = 0
        /// The bytes of a string or message field.
        var content: ArraySlice<UInt8> = []

        var text: String { String(decoding: content, as: UTF8.self) }
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> Field? {
        guard let tag = varint() else { return nil }
        var field = Field(number: tag >> 3)
        switch tag & 7 {
        case 0:
            guard let value = varint() else { return nil }
            field.value = value
        case 1:
            guard take(8) != nil else { return nil }
        case 2:
            guard let length = varint(), let count = Int(exactly: length), let content = take(count) else { return nil }
            field.content = content
        case 5:
            guard take(4) != nil else { return nil }
        default: return nil
        }
        return field
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 70, let byte = rest.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        let content = rest.prefix(count)
        rest = rest.dropFirst(count)
        return content
    }
}
