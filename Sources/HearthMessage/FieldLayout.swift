internal import HearthBase

/// The protobuf type of a field.
public enum FieldKind: Hashable, Sendable {
    /// Varint of 0 or 1.
    case bool
    /// 32-bit signed integer as a varint; negative values take ten bytes.
    case int32
    /// 32-bit signed integer as a ZigZag varint: short for small negative values.
    case sint32
    /// 32-bit unsigned integer as a varint.
    case uint32
    /// 64-bit signed integer as a varint; negative values take ten bytes.
    case int64
    /// 64-bit signed integer as a ZigZag varint: short for small negative values.
    case sint64
    /// 64-bit unsigned integer as a varint.
    case uint64
    /// 32-bit unsigned integer in four bytes, little-endian.
    case fixed32
    /// 32-bit signed integer in four bytes, little-endian.
    case sfixed32
    /// 64-bit unsigned integer in eight bytes, little-endian.
    case fixed64
    /// 64-bit signed integer in eight bytes, little-endian.
    case sfixed64
    /// IEEE 754 binary32, little-endian.
    case float
    /// IEEE 754 binary64, little-endian.
    case double
    /// UTF-8 text with a length prefix; may contain NUL.
    case string
    /// Any bytes, with a length prefix.
    case bytes
    /// An open enum, encoded as int32: values unknown to the schema are kept.
    case enumeration
    /// An embedded message, with a length prefix; its layout is the field's ``MessageLayout``.
    case message

    /// Whether repeated values of the kind are written packed in proto3.
    public var isPackable: Bool {
        switch self {
        case .string, .bytes, .message: false
        default: true
        }
    }

    /// Bytes of a single value in memory: eight for a message (a pointer), 16 for text and bytes (length and pointer).
    var size: Int {
        switch self {
        case .bool, .int32, .sint32, .uint32, .fixed32, .sfixed32, .float, .enumeration: 4
        case .int64, .sint64, .uint64, .fixed64, .sfixed64, .double, .message: 8
        case .string, .bytes: 16
        }
    }
}

/// Cardinality of a field, and how a repeated one is encoded.
public enum FieldLabel: Hashable, Sendable {
    /// At most one value, with explicit presence.
    case optional
    /// Any number of values, each with its own tag: strings, bytes and messages.
    case repeated
    /// Any number of values in one length-delimited block; both forms are accepted when read.
    case packed
    /// A member of a oneof: at most one of the fields that share a case word is set.
    case oneof

    /// The label of a repeated field of this kind in proto3: `.packed` if the kind allows it, otherwise `.repeated`.
    public static func repeated(_ kind: FieldKind) -> FieldLabel { kind.isPackable ? .packed : .repeated }
}

/// The location of one field in the C struct that libprotobuf-c reads and writes.
public struct FieldLayout: Sendable {
    /// The field's number in the schema.
    public let number: UInt32
    /// The field's name in the schema, for errors.
    public let name: String
    /// The type of its values.
    public let kind: FieldKind
    /// Byte offset of the value. For a repeated field: of its count; the pointer to the values is 8 bytes further on.
    public let at: Int
    /// Byte offset of the presence word, or of the oneof's case word; 0 if there is neither.
    public let has: Int
    /// Cardinality and encoding.
    public let label: FieldLabel
    let message: (@Sendable () -> MessageLayout)?
    /// The layout of a message field; nil for other kinds.
    package var messageLayout: MessageLayout? { message?() }

    /// - Parameter message: the layout of a message field; called at first use, so that message types may be recursive.
    ///   Must return the same layout each time.
    public init(
        _ number: UInt32, _ name: String, _ kind: FieldKind, at: Int, has: Int = 0, label: FieldLabel = .optional,
        message: (@Sendable () -> MessageLayout)? = nil
    ) {
        self.number = number
        self.name = name
        self.kind = kind
        self.at = at
        self.has = has
        self.label = label
        self.message = message
    }
}

/// A field without offsets yet; ``MessageLayout/planned(_:_:)`` assigns them.
public struct FieldSpec: Sendable {
    let number: UInt32
    let name: String
    let kind: FieldKind
    let label: FieldLabel
    let oneof: Int?
    let message: (@Sendable () -> MessageLayout)?

    /// - Parameters:
    ///   - oneof: the index of the oneof that a field labelled `.oneof` belongs to.
    ///   - message: the layout of a message field, as in ``FieldLayout``.
    public init(
        _ number: UInt32, _ name: String, _ kind: FieldKind, label: FieldLabel = .optional, oneof: Int? = nil,
        message: (@Sendable () -> MessageLayout)? = nil
    ) {
        self.number = number
        self.name = name
        self.kind = kind
        self.label = label
        self.oneof = oneof
        self.message = message
    }
}

extension MessageLayout {
    /// A layout with computed offsets, by the same rule as the code generator's: fields in ascending order of number
    /// from offset 24, each value at its natural alignment and followed by its presence word. The members of a oneof
    /// share 16 bytes after their case word, at the position of the member with the lowest number.
    public static func planned(_ name: String, _ specs: [FieldSpec]) -> MessageLayout {
        MessageLayout(LayoutTable.planned(name, specs).keep())
    }
}

extension LayoutTable {
    /// See ``MessageLayout/planned(_:_:)``.
    static func planned(_ name: String, _ specs: [FieldSpec]) -> LayoutTable {
        var end = LayoutTable.head
        var slots: [Int: (has: Int, at: Int)] = [:]
        func place(_ size: Int, _ alignment: Int) -> Int {
            let at = (end + alignment - 1) & ~(alignment - 1)
            end = at + size
            return at
        }
        let fields = specs.ordered(by: \.number).map { spec in
            var at = 0
            var has = 0
            if spec.label == .oneof {
                let key = spec.oneof ?? 0
                let slot = slots[key] ?? (has: place(4, 4), at: place(16, 8))
                slots[key] = slot
                (has, at) = slot
            } else if spec.label != .optional {
                at = place(16, 8)
            } else {
                at = place(spec.kind.size, min(spec.kind.size, 8))
                if spec.kind != .message { has = place(4, 4) }
            }
            return FieldLayout(
                spec.number, spec.name, spec.kind, at: at, has: has, label: spec.label, message: spec.message)
        }
        return LayoutTable(name, size: (end + 7) & ~7, fields)
    }
}
