/// The protobuf type that carries a value of a trait. The raw value is its word in `.proto` files, for a scalar.
package enum WireKind: String, Hashable, Sendable {
    case bool, uint32, uint64, sint32, sint64, float, double, string, bytes, enumeration, message

    /// What a message with a list of it is called, before `List`; an enum's or message's own name stands there else.
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

    /// What a single one needs of its message's memory.
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
    /// The protobuf type that carries values of this type.
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
    /// Whether the field is a list that travels in a message of its own: wherever absent, null and empty must differ.
    package func isWrapped(asAttribute: Bool) -> Bool { isList && (asAttribute || isOptional || isNullable) }
}
