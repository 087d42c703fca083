internal import HearthMessage

/// Every kind of repeated field.
struct Lists: Message {
    var flags: [Bool] = []
    var int32s: [Int32] = []
    var sint32s: [Int32] = []
    var uint32s: [UInt32] = []
    var int64s: [Int64] = []
    var sint64s: [Int64] = []
    var uint64s: [UInt64] = []
    var fixed32s: [UInt32] = []
    var fixed64s: [UInt64] = []
    var floats: [Float] = []
    var doubles: [Double] = []
    var texts: [String] = []
    var octets: [[UInt8]] = []
    var items: [Scalars] = []
    var singly: [UInt32] = []
    var unknownFields = UnknownFields()

    static let layout: MessageLayout = MessageLayout(
        "test.Lists", size: 264,
        [
            FieldLayout(1, "flags", .bool, at: 24, label: .packed),
            FieldLayout(2, "int32s", .int32, at: 40, label: .packed),
            FieldLayout(3, "sint32s", .sint32, at: 56, label: .packed),
            FieldLayout(4, "uint32s", .uint32, at: 72, label: .packed),
            FieldLayout(5, "int64s", .int64, at: 88, label: .packed),
            FieldLayout(6, "sint64s", .sint64, at: 104, label: .packed),
            FieldLayout(7, "uint64s", .uint64, at: 120, label: .packed),
            FieldLayout(8, "fixed32s", .fixed32, at: 136, label: .packed),
            FieldLayout(9, "fixed64s", .fixed64, at: 152, label: .packed),
            FieldLayout(10, "floats", .float, at: 168, label: .packed),
            FieldLayout(11, "doubles", .double, at: 184, label: .packed),
            FieldLayout(12, "texts", .string, at: 200, label: .repeated),
            FieldLayout(13, "octets", .bytes, at: 216, label: .repeated),
            FieldLayout(14, "items", .message, at: 232, label: .repeated, message: { Scalars.layout }),
            FieldLayout(20, "singly", .uint32, at: 248, label: .repeated),
        ])

    func write(to fields: inout FieldWriter) {
        fields.setRepeatedBool(flags, at: 24)
        fields.setRepeatedInt32(int32s, at: 40)
        fields.setRepeatedInt32(sint32s, at: 56)
        fields.setRepeatedUInt32(uint32s, at: 72)
        fields.setRepeatedInt64(int64s, at: 88)
        fields.setRepeatedInt64(sint64s, at: 104)
        fields.setRepeatedUInt64(uint64s, at: 120)
        fields.setRepeatedUInt32(fixed32s, at: 136)
        fields.setRepeatedUInt64(fixed64s, at: 152)
        fields.setRepeatedFloat(floats, at: 168)
        fields.setRepeatedDouble(doubles, at: 184)
        fields.setRepeatedString(texts, at: 200)
        fields.setRepeatedBytes(octets, at: 216)
        fields.setMessages(items, at: 232)
        fields.setRepeatedUInt32(singly, at: 248)
        fields.setUnknownFields(unknownFields)
    }

    mutating func read(from fields: FieldReader) {
        fields.readUnknownFields(into: &unknownFields)
        flags += fields.repeatedBool(at: 24)
        int32s += fields.repeatedInt32(at: 40)
        sint32s += fields.repeatedInt32(at: 56)
        uint32s += fields.repeatedUInt32(at: 72)
        int64s += fields.repeatedInt64(at: 88)
        sint64s += fields.repeatedInt64(at: 104)
        uint64s += fields.repeatedUInt64(at: 120)
        fixed32s += fields.repeatedUInt32(at: 136)
        fixed64s += fields.repeatedUInt64(at: 152)
        floats += fields.repeatedFloat(at: 168)
        doubles += fields.repeatedDouble(at: 184)
        texts += fields.repeatedString(at: 200)
        octets += fields.repeatedBytes(at: 216)
        items += fields.messages(Scalars.self, at: 232)
        singly += fields.repeatedUInt32(at: 248)
    }

    static let full: Lists = {
        var message = Lists()
        message.flags = [true, false, true]
        message.int32s = [0, -1, .max, .min]
        message.sint32s = [0, -1, .max, .min]
        message.uint32s = Array(0..<300)
        message.int64s = [0, -1, .max, .min]
        message.sint64s = [0, -1, .max, .min]
        message.uint64s = [0, 1, .max]
        message.fixed32s = [0, .max]
        message.fixed64s = [0, .max]
        message.floats = [0, -1.5, .infinity]
        message.doubles = [0, .greatestFiniteMagnitude]
        message.texts = ["", "a", "ÄÖÜ", "\u{10FFFF}\u{0}"]
        message.octets = [[], [0], [1, 2, 3]]
        message.items = [Scalars(), .full, .zero]
        message.singly = [7, 0, 300]
        return message
    }()
}
