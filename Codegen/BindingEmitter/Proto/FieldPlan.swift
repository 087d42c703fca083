internal import struct HearthTraitDescriptors.LayoutPlan
internal import ProtoSchema

/// A field of a `.proto` message, with everything that its Swift code depends on.
struct FieldPlan {
    enum Arity { case single, optional, repeated, map, oneof }

    var property: String
    var number: Int64
    var protoName: String
    var arity: Arity
    var element: ElementPlan
    var place: LayoutPlan.Place
    var isPacked = false
    /// Whether the message would contain itself; the field is then an array of at most one element.
    var isBoxed = false
    var oneof: Int?
    var comment: [String]
    /// For a map: the entry's type and its key.
    var entry: (type: String, key: ElementPlan)?

    /// The property's type.
    var type: String {
        switch arity {
        case .single: element.type
        case .optional, .oneof: element.type + "?"
        case .repeated: "[\(element.type)]"
        case .map: "[\(entry?.key.type ?? "String"): \(element.type)]"
        }
    }

    /// The property's value in a fresh message.
    var initial: String {
        switch arity {
        case .single: element.zero
        case .optional, .oneof: "nil"
        case .repeated: "[]"
        case .map: "[:]"
        }
    }

    /// The field's arguments in the message's layout.
    var layoutArguments: [String] {
        var arguments = [
            "\(number)", protoName.quoted, ".\(entry == nil ? element.kind : "message")", "at: \(place.at)",
        ]
        if place.has != 0 { arguments.append("has: \(place.has)") }
        switch arity {
        case .repeated, .map: arguments.append(isPacked ? "label: .packed" : "label: .repeated")
        case .oneof: arguments.append("label: .oneof")
        default: break
        }
        let message = entry?.type ?? (element.isMessage ? element.type : nil)
        if let message { arguments.append("message: { \(message).layout }") }
        return arguments
    }
}

/// The type of a field's values: its Swift spelling, and the names of its accessors.
struct ElementPlan {
    var type: String
    var zero: String
    /// The case of `FieldLayout.Kind`.
    var kind: String
    /// The type in the accessors' names: `UInt32`, also for fixed32. Empty for messages.
    var accessor: String
    var isEnum = false
    var isMessage = false
    var shape: LayoutPlan.Shape

    init(_ type: FieldType, _ names: ProtoNames, firstCase: (String) -> String) {
        func scalar(_ swift: String, _ kind: String, _ shape: LayoutPlan.Shape, zero: String = "0") -> ElementPlan {
            ElementPlan(type: swift, zero: zero, kind: kind, accessor: swift, shape: shape)
        }
        switch type {
        case .double: self = scalar("Double", "double", .long)
        case .float: self = scalar("Float", "float", .word)
        case .int32: self = scalar("Int32", "int32", .word)
        case .sint32: self = scalar("Int32", "sint32", .word)
        case .sfixed32: self = scalar("Int32", "sfixed32", .word)
        case .uint32: self = scalar("UInt32", "uint32", .word)
        case .fixed32: self = scalar("UInt32", "fixed32", .word)
        case .int64: self = scalar("Int64", "int64", .long)
        case .sint64: self = scalar("Int64", "sint64", .long)
        case .sfixed64: self = scalar("Int64", "sfixed64", .long)
        case .uint64: self = scalar("UInt64", "uint64", .long)
        case .fixed64: self = scalar("UInt64", "fixed64", .long)
        case .bool: self = scalar("Bool", "bool", .word, zero: "false")
        case .string: self = scalar("String", "string", .data, zero: "\"\"")
        case .bytes:
            self = ElementPlan(type: "[UInt8]", zero: "[]", kind: "bytes", accessor: "Bytes", shape: .data)
        case .enumeration(let name):
            self = ElementPlan(
                type: names.type(name), zero: "." + firstCase(name), kind: "enumeration", accessor: "Int32",
                isEnum: true, shape: .word)
        case .message(let name), .unresolved(let name):
            self = ElementPlan(
                type: names.type(name), zero: "\(names.type(name))()", kind: "message", accessor: "", isMessage: true,
                shape: .message)
        }
    }

    private init(
        type: String, zero: String, kind: String, accessor: String, isEnum: Bool = false, isMessage: Bool = false,
        shape: LayoutPlan.Shape
    ) {
        self.type = type
        self.zero = zero
        self.kind = kind
        self.accessor = accessor
        self.isEnum = isEnum
        self.isMessage = isMessage
        self.shape = shape
    }

    /// Whether proto3 packs a repeated field of this type.
    var isPackable: Bool { !isMessage && shape != .data }

    // MARK: Reading

    private var reader: String { accessor.prefix(1).lowercased() + accessor.dropFirst() }

    /// An optional expression that reads a single field.
    func read(_ place: LayoutPlan.Place) -> String {
        if isMessage { return "fields.message(\(type).self, at: \(place.at))" }
        let name = accessor.hasPrefix("UInt") ? accessor.lowercased() : reader
        return "fields.\(name)(at: \(place.at), has: \(place.has))"
    }

    /// Converts a read `value` into the element.
    var converted: String { isEnum ? "\(type)(rawValue: value)" : "value" }

    /// A statement that appends a repeated field's values to a property.
    func readRepeated(into property: String, _ place: LayoutPlan.Place) -> String {
        if isMessage { return "fields.readMessages(&\(property), at: \(place.at))" }
        let list = "fields.repeated\(accessor)(at: \(place.at))"
        return "\(property) += " + (isEnum ? "\(list).map { \(type)(rawValue: $0) }" : list)
    }

    // MARK: Writing

    func write(_ value: String, _ place: LayoutPlan.Place) -> String {
        if isMessage { return "fields.setMessage(\(value), at: \(place.at))" }
        return "fields.set\(accessor)(\(value)\(isEnum ? ".rawValue" : ""), at: \(place.at), has: \(place.has))"
    }

    func writeRepeated(_ value: String, _ place: LayoutPlan.Place) -> String {
        if isMessage { return "fields.setMessages(\(value), at: \(place.at))" }
        return "fields.setRepeated\(accessor)(\(value)\(isEnum ? ".map { $0.rawValue }" : ""), at: \(place.at))"
    }

    /// Whether to write a value without presence: it differs from the default, bit for bit.
    func isSet(_ value: String) -> String {
        switch kind {
        case "bool": value
        case "string", "bytes": "!\(value).isEmpty"
        case "float", "double": "\(value).bitPattern != 0"
        case "enumeration": "\(value).rawValue != 0"
        default: "\(value) != 0"
        }
    }
}
