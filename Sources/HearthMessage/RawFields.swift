internal import HearthBase

/// Any message, split into its fields without a schema: for code that keeps, merges and passes on messages whose
/// types it does not know.
public struct RawFields: Hashable, Sendable {
    /// One occurrence of a field.
    public struct Field: Hashable, Sendable {
        /// The field's number in the schema.
        public let number: UInt32
        /// Tag and value.
        public let encoded: [UInt8]

        /// A field as it stands in a message; `encoded` begins with the tag of `number`.
        public init(number: UInt32, encoded: [UInt8]) {
            self.number = number
            self.encoded = encoded
        }
    }

    /// In the order in which they came; a repeated field stands as often as it was written.
    public var fields: [Field]

    /// A message of these fields.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    private static let noSchema = MessageLayout("a message of unknown type", size: LayoutTable.head, [])

    /// Splits a message. What stands inside its fields is not looked at.
    ///
    /// - Throws: ``MessageError`` when the bytes are none.
    public init(serialized bytes: RawSpan, limits: DecodeLimits = DecodeLimits()) throws(MessageError) {
        let decoding = try Decoding.begin(Self.noSchema, bytes, limits)
        fields = decoding.fields.rawFields
        try decoding.finish()
    }

    /// The message, joined again, behind `prefix` free bytes, which are zero.
    public func serialized(reserving prefix: Int = 0) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(prefix, 0))
        bytes.reserveCapacity(fields.reduce(bytes.count) { $0 + $1.encoded.count })
        for field in fields { bytes += field.encoded }
        return bytes
    }

    /// All occurrences of one field. Setting replaces them, at the place of the first, or at the end.
    public subscript(_ number: UInt32) -> [Field] {
        get { fields.filter { $0.number == number } }
        set {
            let place = fields.firstIndex { $0.number == number } ?? fields.endIndex
            fields.removeAll { $0.number == number }
            fields.insert(contentsOf: newValue, at: place)
        }
    }

    /// Takes over every field that `changes` have, whole: lists replace lists.
    public mutating func replace(with changes: RawFields) {
        for (number, fields) in Dictionary(grouping: changes.fields, by: \.number).ordered(by: \.key) {
            self[number] = fields
        }
    }
}
