package import HearthTraitDescriptors
internal import ResolvedSchema

/// The type of one value of a trait: in Swift, on the wire and as data.
package struct ValuePlan {
    /// The relation between the Swift value and the value in the message's accessors.
    package enum Form {
        /// The same type.
        case plain
        /// 8 and 16 bits, which are 32 bits on the wire.
        case narrow
        case enumeration
        /// A set of options over a raw value of `raw`.
        case bitmap(raw: String, isNarrow: Bool)
        case message
    }

    package var swift: String
    package var zero: String
    package var form: Form
    /// The type on the wire.
    package let wire: WireKind
    /// The type in the names of accessors for lists and writers: `UInt32`.
    package var accessor: String
    /// The reader of a single value: `uint8`.
    package var reader: String
    /// The type in the descriptor.
    package var type: ValueType
    /// The name of an enum or a message in a `.proto` file; nil for other types.
    private var message: String?

    /// The case of `FieldLayout.Kind`: bool, uint32, sint32, enumeration, …
    package var kind: String { wire.rawValue }
    /// The type in a `.proto` file.
    package var proto: String { message ?? wire.rawValue }
    /// The name of a list of this type in a `.proto` file, without `List`.
    var protoListStem: String { message ?? wire.listStem }

    // MARK: Creating

    private init(
        swift: String, zero: String, form: Form, accessor: String, reader: String, type: ValueType,
        wire: WireKind? = nil, message: String? = nil
    ) {
        self.swift = swift
        self.zero = zero
        self.form = form
        self.accessor = accessor
        self.reader = reader
        self.type = type
        self.wire = wire ?? type.wireKind(bitmaps: [])
        self.message = message
    }

    static func boolean() -> ValuePlan {
        ValuePlan(swift: "Bool", zero: "false", form: .plain, accessor: "Bool", reader: "bool", type: .boolean)
    }

    static func integer(bits: Int, isSigned: Bool) -> ValuePlan {
        let held = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64
        let name = isSigned ? "Int" : "UInt"
        return ValuePlan(
            swift: "\(name)\(held)", zero: "0", form: held < 32 ? .narrow : .plain,
            accessor: "\(name)\(max(held, 32))", reader: "\(name.lowercased())\(held)",
            type: isSigned ? .signed(UInt8(clamping: bits)) : .unsigned(UInt8(clamping: bits)))
    }

    static func floatingPoint(bits: Int) -> ValuePlan {
        let name = bits <= 32 ? "Float" : "Double"
        return ValuePlan(
            swift: name, zero: "0", form: .plain, accessor: name, reader: name.lowercased(),
            type: bits <= 32 ? .single : .double)
    }

    static func text() -> ValuePlan {
        ValuePlan(swift: "String", zero: "\"\"", form: .plain, accessor: "String", reader: "string", type: .string)
    }

    static func bytes() -> ValuePlan {
        ValuePlan(swift: "[UInt8]", zero: "[]", form: .plain, accessor: "Bytes", reader: "bytes", type: .octets)
    }

    static func scalar(_ type: ScalarType) -> ValuePlan {
        switch type.kind {
        case .boolean: boolean()
        case .unsigned(let bits), .enumeration(let bits), .bitmap(let bits): integer(bits: bits, isSigned: false)
        case .signed(let bits): integer(bits: bits, isSigned: true)
        case .floatingPoint(let bits): floatingPoint(bits: bits)
        case .text: text()
        case .bytes: bytes()
        }
    }

    static func enumeration(_ name: String, proto: String, index: Int) -> ValuePlan {
        ValuePlan(
            swift: name, zero: "\(name)(rawValue: 0)", form: .enumeration, accessor: "Int32", reader: "enumeration",
            type: .enumeration(index), message: proto)
    }

    static func bitmap(_ name: String, bits: Int, index: Int) -> ValuePlan {
        let number = integer(bits: bits, isSigned: false)
        return ValuePlan(
            swift: name, zero: "[]", form: .bitmap(raw: number.swift, isNarrow: bits < 32), accessor: number.accessor,
            reader: number.reader, type: .bitmap(index), wire: number.wire)
    }

    static func structure(_ name: String, proto: String, index: Int) -> ValuePlan {
        ValuePlan(
            swift: name, zero: "\(name)()", form: .message, accessor: "", reader: "message", type: .structure(index),
            message: proto)
    }
}
