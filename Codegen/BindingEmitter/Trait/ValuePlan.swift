package import HearthTraitModel
internal import TraitModel

/// The type of one value of a trait: in Swift, on the wire and as data.
package struct ValuePlan {
    /// How the Swift value relates to what an accessor of the message moves.
    enum Form {
        /// The same type.
        case plain
        /// 8 and 16 bits travel in 32.
        case narrow
        case enumeration
        /// A set of options over a raw value of `raw`.
        case bitmap(raw: String, isNarrow: Bool)
        case message
    }

    var swift: String
    var zero: String
    var form: Form
    /// Of `FieldLayout`: bool, uint32, sint32, enumeration, …
    package var kind: String
    /// As accessors for lists and writers have it: `UInt32`.
    var accessor: String
    /// The reader of a single value: `uint8`.
    var reader: String
    package var type: ValueType
    /// As a `.proto` file has it.
    var proto: String
    /// What a list of it is called in a `.proto` file, before `List`.
    var protoListStem: String
    var shape: LayoutPlan.Shape

    var isMessage: Bool { if case .message = form { true } else { false } }
    var isPackable: Bool { !isMessage && shape != .data }

    // MARK: Making

    static func boolean() -> ValuePlan {
        ValuePlan(
            swift: "Bool", zero: "false", form: .plain, kind: "bool", accessor: "Bool", reader: "bool",
            type: .boolean, proto: "bool", protoListStem: "Bool", shape: .word)
    }

    static func integer(bits: Int, isSigned: Bool) -> ValuePlan {
        let held = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64
        let name = isSigned ? "Int" : "UInt"
        let wire = held <= 32 ? 32 : 64
        return ValuePlan(
            swift: "\(name)\(held)", zero: "0", form: held < 32 ? .narrow : .plain,
            kind: "\(isSigned ? "s" : "u")int\(wire)", accessor: "\(name)\(wire)",
            reader: "\(name.lowercased())\(held)",
            type: isSigned ? .signed(UInt8(clamping: bits)) : .unsigned(UInt8(clamping: bits)),
            proto: "\(isSigned ? "s" : "u")int\(wire)",
            protoListStem: "\(isSigned ? "S" : "U")Int\(wire)", shape: wire == 32 ? .word : .long)
    }

    static func floatingPoint(bits: Int) -> ValuePlan {
        let name = bits <= 32 ? "Float" : "Double"
        return ValuePlan(
            swift: name, zero: "0", form: .plain, kind: name.lowercased(), accessor: name, reader: name.lowercased(),
            type: bits <= 32 ? .single : .double, proto: name.lowercased(), protoListStem: name,
            shape: bits <= 32 ? .word : .long)
    }

    static func text() -> ValuePlan {
        ValuePlan(
            swift: "String", zero: "\"\"", form: .plain, kind: "string", accessor: "String", reader: "string",
            type: .string, proto: "string", protoListStem: "String", shape: .data)
    }

    static func bytes() -> ValuePlan {
        ValuePlan(
            swift: "[UInt8]", zero: "[]", form: .plain, kind: "bytes", accessor: "Bytes", reader: "bytes",
            type: .octets, proto: "bytes", protoListStem: "Bytes", shape: .data)
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
            swift: name, zero: "\(name)(rawValue: 0)", form: .enumeration, kind: "enumeration", accessor: "Int32",
            reader: "enumeration", type: .enumeration(index), proto: proto, protoListStem: proto,
            shape: .word)
    }

    static func bitmap(_ name: String, bits: Int, index: Int) -> ValuePlan {
        var plan = integer(bits: bits, isSigned: false)
        plan.form = .bitmap(raw: plan.swift, isNarrow: bits < 32)
        plan.swift = name
        plan.zero = "[]"
        plan.type = .bitmap(index)
        return plan
    }

    static func structure(_ name: String, proto: String, index: Int) -> ValuePlan {
        ValuePlan(
            swift: name, zero: "\(name)()", form: .message, kind: "message", accessor: "", reader: "message",
            type: .structure(index), proto: proto, protoListStem: proto, shape: .message)
    }

    // MARK: Single values

    /// An optional expression; its value goes through `converted`.
    func read(_ place: LayoutPlan.Place) -> String {
        switch form {
        case .message: "fields.message(\(swift).self, at: \(place.at))"
        case .enumeration: "fields.enumeration(\(swift).self, at: \(place.at), has: \(place.has))"
        default: "fields.\(reader)(at: \(place.at), has: \(place.has))"
        }
    }

    /// What turns the read `value` into the property's.
    var converted: String {
        if case .bitmap = form { "\(swift)(rawValue: value)" } else { "value" }
    }

    func write(_ value: String, _ place: LayoutPlan.Place) -> String {
        if isMessage { return "fields.setMessage(\(value), at: \(place.at))" }
        return "fields.set\(accessor)(\(toWire(value)), at: \(place.at), has: \(place.has))"
    }

    private func toWire(_ value: String) -> String {
        switch form {
        case .plain, .message: value
        case .narrow: "\(accessor)(\(value))"
        case .enumeration: "\(value).wireValue"
        case .bitmap(_, let isNarrow): isNarrow ? "\(accessor)(\(value).rawValue)" : "\(value).rawValue"
        }
    }

    // MARK: Lists

    /// An expression that reads all values from `fields` or the inner reader `list`.
    func readAll(from reader: String, at: String) -> String {
        let all = "\(reader).repeated\(accessor)(at: \(at))"
        switch form {
        case .plain: return all
        case .narrow: return "\(all).compactMap { \(swift)(exactly: $0) }"
        case .enumeration: return "\(all).map { \(swift)(rawValue: UInt64(UInt32(bitPattern: $0))) }"
        case .bitmap(let raw, let isNarrow):
            let numbers = isNarrow ? "\(all).compactMap { \(raw)(exactly: $0) }" : all
            return "\(numbers).map { \(swift)(rawValue: $0) }"
        case .message: return "\(reader).messages(\(swift).self, at: \(at))"
        }
    }

    /// A statement that writes all values through `writer`.
    func writeAll(_ values: String, to writer: String, at: String) -> String {
        if isMessage { return "\(writer).setMessages(\(values), at: \(at))" }
        let mapped: String
        switch form {
        case .plain, .message: mapped = values
        case .narrow: mapped = "\(values).map { \(accessor)($0) }"
        case .enumeration: mapped = "\(values).map { $0.wireValue }"
        case .bitmap(_, let isNarrow):
            mapped = isNarrow ? "\(values).map { \(accessor)($0.rawValue) }" : "\(values).map { $0.rawValue }"
        }
        return "\(writer).setRepeated\(accessor)(\(mapped), at: \(at))"
    }

    /// The layout of the message in which a list of it travels.
    var listLayout: String { isMessage ? "\(swift).listLayout" : "WireList.\(kind)" }
}
