/// The fields of one header block as received, in one array. Field names are in lower case.
public struct HeaderBlock: Hashable, Sendable {
    // For each field: length of the name (2 bytes), of the value (4 bytes), both little-endian; name; value.
    /// The encoded fields, for `init(bytes:)`.
    public let bytes: [UInt8]

    /// Creates a block from the ``bytes`` of another.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes of a field before its name.
    public static let entryPrefix = 6

    /// The ranges of a field's name and value in ``bytes``.
    public struct Field: Sendable {
        /// The name's bytes in the block.
        public let name: Range<Int>
        /// The value's bytes in the block.
        public let value: Range<Int>

        @usableFromInline
        init(name: Range<Int>, value: Range<Int>) {
            self.name = name
            self.value = value
        }
    }

    /// The field at `position`, which is advanced past it; nil at the end. Begin with 0.
    @inlinable
    public func field(at position: inout Int) -> Field? {
        guard position >= 0, position &+ 6 <= bytes.count else { return nil }
        let nameLength = Int(bytes[position]) | Int(bytes[position &+ 1]) << 8
        let valueLength =
            Int(bytes[position &+ 2]) | Int(bytes[position &+ 3]) << 8 | Int(bytes[position &+ 4]) << 16
            | Int(bytes[position &+ 5]) << 24
        let name = position &+ 6
        let value = name &+ nameLength
        guard value &+ valueLength <= bytes.count else { return nil }
        position = value &+ valueLength
        return Field(name: name..<value, value: value..<position)
    }

    /// Whether a range of ``bytes`` equals this text.
    @inlinable
    public func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            var index = range.lowerBound
            for byte in text {
                if bytes[index] != byte { return false }
                index &+= 1
            }
            return true
        }
    }

    /// A range of ``bytes`` as text.
    public func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
    }

    /// The first value of a name.
    public func first(_ name: StaticString) -> String? {
        var position = 0
        while let field = field(at: &position) {
            if isEqual(field.name, name) { return text(field.value) }
        }
        return nil
    }
}
