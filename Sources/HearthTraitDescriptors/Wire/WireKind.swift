/// The protobuf type that encodes a value of a trait. For a scalar, the raw value is its keyword in `.proto` files.
package enum WireKind: String, Hashable, Sendable {
    case bool, uint32, uint64, sint32, sint64, float, double, string, bytes, enumeration, message

    /// The stem of the name of a wrapper message for a list of this type, before `List`. Lists of enums and messages
    /// use the name of the type instead.
    package var listStem: String {
        switch self {
        case .bool: "Bool"
        case .uint32: "UInt32"
        case .uint64: "UInt64"
        case .sint32: "SInt32"
        case .sint64: "SInt64"
        case .float: "Float"
        case .double: "Double"
        case .string: "String"
        case .bytes: "Bytes"
        case .enumeration, .message: ""
        }
    }

    /// The memory that a single value needs in its message.
    package var shape: LayoutPlan.Shape {
        switch self {
        case .bool, .uint32, .sint32, .float, .enumeration: .word
        case .uint64, .sint64, .double: .long
        case .string, .bytes: .data
        case .message: .message
        }
    }
}

extension ValueType {
    /// The protobuf type that encodes values of this type.
    package func wireKind(bitmaps: [BitmapDescriptor]) -> WireKind {
        switch self {
        case .boolean: .bool
        case .unsigned(let bits): bits <= 32 ? .uint32 : .uint64
        case .signed(let bits): bits <= 32 ? .sint32 : .sint64
        case .single: .float
        case .double: .double
        case .string: .string
        case .octets: .bytes
        case .enumeration: .enumeration
        case .bitmap(let index): bitmaps.indices.contains(index) && bitmaps[index].bits > 32 ? .uint64 : .uint32
        case .structure: .message
        }
    }
}

extension FieldDescriptor {
    /// Whether the field is a list in a wrapper message, which distinguishes absent, null and empty.
    package func isWrapped(asAttribute: Bool) -> Bool { isList && (asAttribute || isOptional || isNullable) }
}
