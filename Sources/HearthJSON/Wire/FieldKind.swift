/// The type of a field's value. The numbers are those of `google.protobuf.FieldDescriptorProto.Type`; groups, 10, are
/// left out, since proto3 has none.
enum FieldKind: UInt8 {
    case double = 1
    case float = 2
    case int64 = 3
    case uint64 = 4
    case int32 = 5
    case fixed64 = 6
    case fixed32 = 7
    case bool = 8
    case string = 9
    case message = 11
    case bytes = 12
    case uint32 = 13
    case enumeration = 14
    case sfixed32 = 15
    case sfixed64 = 16
    case sint32 = 17
    case sint64 = 18

    /// The wire type of one value.
    var wire: UInt8 {
        switch self {
        case .double, .fixed64, .sfixed64: 1
        case .float, .fixed32, .sfixed32: 5
        case .string, .message, .bytes: 2
        default: 0
        }
    }

    /// Whether values can be packed.
    var isPackable: Bool { !isLengthDelimited }

    /// Whether a value is written as its length and its bytes (protobuf's wire type LEN).
    var isLengthDelimited: Bool { wire == 2 }

    /// Whether the type is allowed for map keys.
    var isMapKey: Bool {
        switch self {
        case .double, .float, .bytes, .message, .enumeration: false
        default: true
        }
    }

    /// The value of an integer's bits; unsigned ones as the bits of a signed one.
    @inline(__always)
    func integer(_ bits: UInt64) -> Int64 {
        switch self {
        case .int32, .sfixed32, .enumeration: Int64(Int32(truncatingIfNeeded: bits))
        case .uint32, .fixed32: Int64(UInt32(truncatingIfNeeded: bits))
        case .sint32:
            Int64(Int32(truncatingIfNeeded: (bits & 0xFFFF_FFFF) >> 1) ^ -Int32(truncatingIfNeeded: bits & 1))
        case .sint64: Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
        default: Int64(bitPattern: bits)
        }
    }

    /// The bits of an integer in this kind's range.
    func bits(_ value: Int64) -> UInt64 {
        switch self {
        case .sint32, .sint64: UInt64(bitPattern: (value << 1) ^ (value >> 63))
        case .sfixed32: UInt64(UInt32(truncatingIfNeeded: value))
        default: UInt64(bitPattern: value)
        }
    }
}
