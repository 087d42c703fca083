internal import HearthBase

/// Any message, split into its fields without a schema: for code that stores, merges and forwards messages of unknown
/// types.
public struct RawFields: Hashable, Sendable {
    /// One occurrence of a field.
    public struct Field: Hashable, Sendable {
        /// The field's number in the schema.
        public let number: UInt32
        /// Tag and value.
        public let encoded: [UInt8]

        /// Creates a field as encoded in a message; `encoded` begins with the tag of `number`.
        public init(number: UInt32, encoded: [UInt8]) {
            self.number = number
            self.encoded = encoded
        }
    }

    /// The fields in the order of the message; a repeated field occurs once per tag.
    public var fields: [Field]

    /// Creates a message from these fields.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    private static let noSchema = MessageLayout("a message of unknown type", size: LayoutTable.head, [])

    /// Splits a message. The contents of its fields are not parsed.
    ///
    /// - Throws: ``MessageError`` if the bytes are not a message.
    public init(serialized bytes: RawSpan, limits: DecodeLimits = DecodeLimits()) throws(MessageError) {
        let decoding = try Decoding.begin(Self.noSchema, bytes, limits)
        fields = decoding.fields.rawFields
        try decoding.finish()
    }

    /// The encoded message after `prefix` bytes, which are zero.
    public func serialized(reserving prefix: Int = 0) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(prefix, 0))
        bytes.reserveCapacity(fields.reduce(bytes.count) { $0 + $1.encoded.count })
        for field in fields { bytes += field.encoded }
        return bytes
    }

    /// All occurrences of one field. Setting replaces them, at the position of the first, or at the end.
    public subscript(_ number: UInt32) -> [Field] {
        get { fields.filter { $0.number == number } }
        set {
            let place = fields.firstIndex { $0.number == number } ?? fields.endIndex
            fields.removeAll { $0.number == number }
            fields.insert(contentsOf: newValue, at: place)
        }
    }

    /// Replaces every field that `changes` have, completely: lists replace lists.
    public mutating func replace(with changes: RawFields) {
        for (number, fields) in Dictionary(grouping: changes.fields, by: \.number).ordered(by: \.key) {
            self[number] = fields
        }
    }
}
