internal import HearthBase

/// A field as the transcoder needs it.
struct FieldEntry: Sendable {
    enum Presence {
        /// Absent and zero are the same.
        case implicit
        /// Absent and zero differ.
        case explicit
        case repeated
    }

    var number: UInt32
    var kind: FieldKind
    var presence: Presence
    /// Whether a list's numbers share one length when they are written. Both forms are read.
    var isPacked: Bool
    /// Its oneof; -1 for none, and for the oneof that stands for explicit presence.
    var oneof: Int
    /// The place of its message or enum in the pool; -1 for none.
    var type: Int
    /// What JSON calls it.
    var name: String
    /// The name in quotes, and the colon.
    var key: [UInt8]

    /// Whether a field that came in this wire type is this one; otherwise it is unknown.
    @inline(__always)
    func accepts(_ wire: UInt8) -> Bool {
        wire == kind.wire || wire == 2 && presence == .repeated
    }
}

/// A message type: its fields by number and by name.
final class MessageTable: Sendable {
    /// The whole name.
    let name: String
    /// By rising number.
    let fields: [FieldEntry]
    let names: NameTable
    /// The names of its oneofs.
    let oneofs: [String]
    let isMapEntry: Bool
    private let numbers: NumberTable

    /// - Parameter originals: what the schema calls the fields, in their order.
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
    /// The whole name.
    let name: String
    let names: NameTable
    /// Some names, for who used another.
    let examples: [String]
    /// In quotes.
    private let texts: [[UInt8]]
    private let numbers: NumberTable

    /// Of several names of a number, the first is written.
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
