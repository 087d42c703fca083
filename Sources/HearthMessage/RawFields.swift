/// Any message, split into its fields without a schema: for code that keeps, merges and passes on messages whose
/// types it does not know.
public struct RawFields: Hashable, Sendable {
    /// One occurrence of a field.
    public struct Field: Hashable, Sendable {
        public let number: UInt32
        /// Tag and value.
        public let encoded: [UInt8]

        public init(number: UInt32, encoded: [UInt8]) {
            self.number = number
            self.encoded = encoded
        }
    }

    /// In the order in which they came; a repeated field stands as often as it was written.
    public var fields: [Field]

    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    private static let noSchema = MessageLayout("any message", size: 24, [])

    /// Splits a message.
    ///
    /// - Throws: ``MessageError`` when the bytes are none.
    public init(serialized bytes: RawSpan) throws {
        fields = try Self.noSchema.decode(bytes) { $0.rawFields }
    }

    /// The message, joined again.
    public func serialized() -> [UInt8] { fields.flatMap(\.encoded) }

    /// All occurrences of one field. Setting replaces them, at the place of the first.
    public subscript(_ number: UInt32) -> [Field] {
        get { fields.filter { $0.number == number } }
        set {
            let place = fields.firstIndex { $0.number == number } ?? fields.endIndex
            fields.removeAll { $0.number == number }
            fields.insert(contentsOf: newValue, at: min(place, fields.endIndex))
        }
    }
}
