internal import HearthMessage

/// Every kind of singular field, as in generated code; all with presence.
struct Scalars: Message {
    var flag: Bool?
    var int32: Int32?
    var sint32: Int32?
    var uint32: UInt32?
    var int64: Int64?
    var sint64: Int64?
    var uint64: UInt64?
    var fixed32: UInt32?
    var sfixed32: Int32?
    var fixed64: UInt64?
    var sfixed64: Int64?
    var float: Float?
    var double: Double?
    var text: String?
    var octets: [UInt8]?
    var choice: Int32?
    var unknownFields = UnknownFields()

    static let layout: MessageLayout = MessageLayout(
        "test.Scalars", size: 208,
        [
            FieldLayout(1, "flag", .bool, at: 24, has: 28),
            FieldLayout(2, "int32", .int32, at: 32, has: 36),
            FieldLayout(3, "sint32", .sint32, at: 40, has: 44),
            FieldLayout(4, "uint32", .uint32, at: 48, has: 52),
            FieldLayout(5, "int64", .int64, at: 56, has: 64),
            FieldLayout(6, "sint64", .sint64, at: 72, has: 80),
            FieldLayout(7, "uint64", .uint64, at: 88, has: 96),
            FieldLayout(8, "fixed32", .fixed32, at: 100, has: 104),
            FieldLayout(9, "sfixed32", .sfixed32, at: 108, has: 112),
            FieldLayout(10, "fixed64", .fixed64, at: 120, has: 128),
            FieldLayout(11, "sfixed64", .sfixed64, at: 136, has: 144),
            FieldLayout(12, "float", .float, at: 148, has: 152),
            FieldLayout(13, "double", .double, at: 160, has: 168),
            FieldLayout(14, "text", .string, at: 176, has: 192),
            FieldLayout(100, "octets", .bytes, at: 200, has: 216),
            FieldLayout(536_870_911, "choice", .enumeration, at: 220, has: 224),
        ])

    func write(to fields: inout FieldWriter) {
        if let flag { fields.setBool(flag, at: 24, has: 28) }
        if let int32 { fields.setInt32(int32, at: 32, has: 36) }
        if let sint32 { fields.setInt32(sint32, at: 40, has: 44) }
        if let uint32 { fields.setUInt32(uint32, at: 48, has: 52) }
        if let int64 { fields.setInt64(int64, at: 56, has: 64) }
        if let sint64 { fields.setInt64(sint64, at: 72, has: 80) }
        if let uint64 { fields.setUInt64(uint64, at: 88, has: 96) }
        if let fixed32 { fields.setUInt32(fixed32, at: 100, has: 104) }
        if let sfixed32 { fields.setInt32(sfixed32, at: 108, has: 112) }
        if let fixed64 { fields.setUInt64(fixed64, at: 120, has: 128) }
        if let sfixed64 { fields.setInt64(sfixed64, at: 136, has: 144) }
        if let float { fields.setFloat(float, at: 148, has: 152) }
        if let double { fields.setDouble(double, at: 160, has: 168) }
        if let text { fields.setString(text, at: 176, has: 192) }
        if let octets { fields.setBytes(octets, at: 200, has: 216) }
        if let choice { fields.setInt32(choice, at: 220, has: 224) }
        fields.setUnknownFields(unknownFields)
    }

    mutating func read(from fields: FieldReader) {
        fields.readUnknownFields(into: &unknownFields)
        if let value = fields.bool(at: 24, has: 28) { flag = value }
        if let value = fields.int32(at: 32, has: 36) { int32 = value }
        if let value = fields.int32(at: 40, has: 44) { sint32 = value }
        if let value = fields.uint32(at: 48, has: 52) { uint32 = value }
        if let value = fields.int64(at: 56, has: 64) { int64 = value }
        if let value = fields.int64(at: 72, has: 80) { sint64 = value }
        if let value = fields.uint64(at: 88, has: 96) { uint64 = value }
        if let value = fields.uint32(at: 100, has: 104) { fixed32 = value }
        if let value = fields.int32(at: 108, has: 112) { sfixed32 = value }
        if let value = fields.uint64(at: 120, has: 128) { fixed64 = value }
        if let value = fields.int64(at: 136, has: 144) { sfixed64 = value }
        if let value = fields.float(at: 148, has: 152) { float = value }
        if let value = fields.double(at: 160, has: 168) { double = value }
        if let value = fields.string(at: 176, has: 192) { text = value }
        if let value = fields.bytes(at: 200, has: 216) { octets = value }
        if let value = fields.int32(at: 220, has: 224) { choice = value }
    }

    /// Every field set.
    static let full: Scalars = {
        var message = Scalars()
        message.flag = true
        message.int32 = -5
        message.sint32 = .min
        message.uint32 = .max
        message.int64 = .min
        message.sint64 = -1
        message.uint64 = .max
        message.fixed32 = 0xDEAD_BEEF
        message.sfixed32 = -2
        message.fixed64 = 1 << 63
        message.sfixed64 = -3
        message.float = -0.5
        message.double = .pi
        message.text = "Küche\u{0}\u{1F4A1} ≈ 21.5 °C, and a long tail of plain text"
        message.octets = [0, 255, 128]
        message.choice = -7
        return message
    }()

    /// Every field set to its default in proto3.
    static let zero: Scalars = {
        var message = Scalars()
        message.flag = false
        message.int32 = 0
        message.sint32 = 0
        message.uint32 = 0
        message.int64 = 0
        message.sint64 = 0
        message.uint64 = 0
        message.fixed32 = 0
        message.sfixed32 = 0
        message.fixed64 = 0
        message.sfixed64 = 0
        message.float = 0
        message.double = 0
        message.text = ""
        message.octets = []
        message.choice = 0
        return message
    }()
}
