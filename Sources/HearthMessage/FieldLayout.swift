/// The protobuf type of a field.
public enum FieldKind: Hashable, Sendable {
    // The scalars, as the schema language names them.
    case bool, int32, sint32, uint32, int64, sint64, uint64
    case fixed32, sfixed32, fixed64, sfixed64
    case float, double
    /// Text, UTF-8; NUL is an ordinary character.
    case string
    case bytes
    /// A number of any value, known to the schema or not.
    case enumeration
    case message

    /// Whether repeated values of the kind are written packed in proto3.
    public var isPackable: Bool {
        switch self {
        case .string, .bytes, .message: false
        default: true
        }
    }

    /// Bytes of a single value in memory; a message is a pointer, text a length and a pointer.
    var size: Int {
        switch self {
        case .bool, .int32, .sint32, .uint32, .fixed32, .sfixed32, .float, .enumeration: 4
        case .int64, .sint64, .uint64, .fixed64, .sfixed64, .double, .message: 8
        case .string, .bytes: 16
        }
    }
}

/// How often a field may stand in a message.
public enum FieldLabel: Hashable, Sendable {
    case optional
    /// One value per tag: texts, bytes and messages.
    case repeated
    /// All values behind one tag; reading accepts both forms.
    case packed
    /// At most one of the fields that share a case word is set.
    case oneof

    /// How repeated values of a kind are written in proto3.
    public static func repeated(_ kind: FieldKind) -> FieldLabel { kind.isPackable ? .packed : .repeated }
}

/// Where one field lies in the memory that libprotobuf-c works on.
public struct FieldLayout: Sendable {
    /// The field's number in the schema.
    public let number: UInt32
    /// The field's name in the schema, for errors.
    public let name: String
    /// The type of its values.
    public let kind: FieldKind
    /// Offset of the value; of a list, of its count, with the pointer eight bytes on.
    public let at: Int
    /// Offset of the presence word, or of the oneof's case word; 0 where there is none.
    public let has: Int
    /// How often it may stand in a message.
    public let label: FieldLabel
    let message: (@Sendable () -> MessageLayout)?

    /// - Parameter message: the layout of a message field; asked at first use, so that messages may hold their own
    ///   kind. It must give the same layout each time.
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

/// A field that has no place yet; ``MessageLayout/planned(_:_:)`` gives it one.
public struct FieldSpec: Sendable {
    let number: UInt32
    let name: String
    let kind: FieldKind
    let label: FieldLabel
    let oneof: Int?
    let message: (@Sendable () -> MessageLayout)?

    /// - Parameters:
    ///   - oneof: which oneof of the message a field labelled `.oneof` belongs to.
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
    /// A layout whose offsets are worked out here, by the rule that the generator uses too: fields by rising number,
    /// each value at its natural alignment from 24 on, its presence word behind it; the members of a oneof share 16
    /// bytes behind their case word, where the lowest number stands.
    public static func planned(_ name: String, _ specs: [FieldSpec]) -> MessageLayout {
        var end = LayoutTable.head
        var slots: [Int: (has: Int, at: Int)] = [:]
        func place(_ size: Int, _ alignment: Int) -> Int {
            let at = (end + alignment - 1) & ~(alignment - 1)
            end = at + size
            return at
        }
        let fields = specs.sorted { $0.number < $1.number }.map { spec in
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
        return MessageLayout(name, size: (end + 7) & ~7, fields)
    }
}
