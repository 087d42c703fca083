internal import HearthBase

/// A message of ESPHome's native API, described by a table of its fields: the table reads it, writes it, and is compared
/// with ESPHome's own description in tests. Fields that the hub does not use are left out. Unknown fields of a peer are
/// skipped.
protocol WireMessage: Hashable, Sendable {
    /// The type in a frame; 0 for a message within others.
    static var id: UInt16 { get }
    /// The name in ESPHome's `api.proto`.
    static var name: String { get }
    static var fields: [MessageField<Self>] { get }

    init()
}

/// A field of a message.
struct MessageField<Message: Sendable>: Sendable {
    /// The type of a field in ESPHome's `api.proto`.
    enum Form: String, Sendable {
        case bool, uint32, int32, sint32, fixed32, float, string, bytes
        /// Any enum; unknown values are kept as numbers.
        case enumeration
        /// Any message.
        case message
    }

    let number: UInt32
    /// The name in ESPHome's `api.proto`.
    let name: String
    let form: Form
    var isRepeated = false
    let read: @Sendable (FieldContent, inout Message) throws(WireFailure) -> Void
    /// Appends the field, unless it has proto3's default value.
    let write: @Sendable (Message, inout WireWriter) -> Void
}

/// The content of a field in a message's bytes.
struct FieldContent: Sendable {
    let field: WireField
    let message: [UInt8]

    /// A number, as its low 32 bits; nil if the field is not one.
    var number: UInt32? { field.wire == 2 ? nil : UInt32(truncatingIfNeeded: field.value) }
    /// Nil if the field has not four bytes.
    var float: Float? { field.wire == 5 ? Float(bitPattern: UInt32(truncatingIfNeeded: field.value)) : nil }
    /// The bytes of a text, bytes or a message; nil for numbers.
    var bytes: [UInt8]? { field.wire == 2 ? Array(message[field.range]) : nil }
    /// A text; invalid UTF-8 is repaired.
    var text: String? { field.wire == 2 ? String(decoding: message[field.range], as: UTF8.self) : nil }

    /// The numbers of a repeated field, whether packed or not.
    func numbers() throws(WireFailure) -> [UInt32] {
        guard field.wire == 2 else { return [UInt32(truncatingIfNeeded: field.value)] }
        var (numbers, position): ([UInt32], Int) = ([], field.start)
        while position < field.end {
            numbers.append(UInt32(truncatingIfNeeded: try message.span.bytes.varint(at: &position, upTo: field.end)))
        }
        return numbers
    }
}

extension WireMessage {
    /// Reads a message of a peer.
    init(reading bytes: [UInt8]) throws(WireFailure) {
        self.init()
        let fields = Self.fields
        var position = 0
        while position < bytes.count {
            let field = try bytes.span.bytes.wireField(at: &position, upTo: bytes.count)
            guard let known = fields.first(where: { $0.number == field.number }) else { continue }
            try known.read(FieldContent(field: field, message: bytes), &self)
        }
    }

    /// The message in protobuf's wire format.
    var encoded: [UInt8] {
        var writer = WireWriter()
        for field in Self.fields { field.write(self, &writer) }
        return writer.bytes
    }
}
