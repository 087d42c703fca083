internal import HearthBase

/// A field in the form that the transcoder uses.
struct FieldEntry: Sendable {
    enum Presence {
        /// Absent and zero are not distinguished.
        case implicit
        /// Absent and zero are distinguished.
        case explicit
        case repeated
    }

    var number: UInt32
    var kind: FieldKind
    var presence: Presence
    /// Whether a list of numbers is written packed. Both forms are read.
    var isPacked: Bool
    /// The index of its oneof; -1 for none, and for the synthetic oneof of an optional field.
    var oneof: Int
    /// The index of its message or enum in the pool; -1 for none.
    var type: Int
    /// The name in JSON.
    var name: String
    /// The name in quotes, followed by a colon.
    var key: [UInt8]

    /// Whether a field received with this wire type matches; otherwise it is unknown.
    @inline(__always)
    func accepts(_ wire: UInt8) -> Bool {
        wire == kind.wire || wire == 2 && presence == .repeated
    }
}

/// A message type: its fields by number and by name.
final class MessageTable: Sendable {
    /// The full name.
    let name: String
    /// In ascending order of numbers.
    let fields: [FieldEntry]
    let names: NameTable
    /// The names of its oneofs.
    let oneofs: [String]
    let isMapEntry: Bool
    private let numbers: NumberTable

    /// - Parameter originals: the schema's names of the fields, in their order.
    init(
        _ name: String, _ fields: [FieldEntry], originals: [String], oneofs: [String] = [], isMapEntry: Bool = false
    ) {
        self.name = name
        let places = order(of: fields.map { UInt64($0.number) })
        let fields = places.map { fields[$0] }
        self.fields = fields
        self.oneofs = oneofs
        self.isMapEntry = isMapEntry
        numbers = NumberTable(rising: fields.map { Int32(truncatingIfNeeded: $0.number) })
        names = NameTable(
            fields.enumerated().map { (name: $1.name, value: $0) }
                + places.enumerated().map { (name: originals[$1], value: $0) })
    }

    @inline(__always)
    func slot(_ number: UInt32) -> Int? { numbers.find(Int32(truncatingIfNeeded: number)) }
}

/// An enum: its values by number and by name.
final class EnumTable: Sendable {
    /// The full name.
    let name: String
    let names: NameTable
    /// Some names, for error messages.
    let examples: [String]
    /// The names in quotes.
    private let texts: [[UInt8]]
    private let numbers: NumberTable

    /// If a number has several names, the first is written.
    init(_ name: String, _ values: [(name: String, number: Int32)]) {
        self.name = name
        names = NameTable(values.map { (name: $0.name, value: Int($0.number)) })
        let rising = values.ordered { $0.number }
        numbers = NumberTable(rising: rising.map(\.number))
        texts = rising.map { JSONWriter.quoted($0.name) }
        examples = values.prefix(8).map(\.name)
    }

    @inline(__always)
    func text(_ number: Int32) -> [UInt8]? { numbers.find(number).map { texts[$0] } }
}
