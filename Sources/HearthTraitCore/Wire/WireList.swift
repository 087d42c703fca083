public import HearthMessage

/// The messages in which lists travel wherever absent, null and empty must differ: one repeated field, number 1.
/// Its values lie at ``at``.
public enum WireList {
    /// The offset of the repeated field in each of these layouts.
    public static let at = 24

    public static let bool = list(.bool)
    public static let uint32 = list(.uint32)
    public static let uint64 = list(.uint64)
    public static let sint32 = list(.sint32)
    public static let sint64 = list(.sint64)
    public static let enumeration = list(.enumeration)
    public static let float = list(.float)
    public static let double = list(.double)
    public static let string = list(.string)
    public static let bytes = list(.bytes)

    /// A list of messages with this layout.
    public static func messages(_ item: @escaping @Sendable () -> MessageLayout) -> MessageLayout {
        MessageLayout.planned("List", [FieldSpec(1, "items", .message, label: .repeated, message: item)])
    }

    private static func list(_ kind: FieldKind) -> MessageLayout {
        MessageLayout.planned("List", [FieldSpec(1, "items", kind, label: .repeated(kind))])
    }
}

/// A message without fields: the arguments of a command that has none.
public struct EmptyMessage: Message {
    public var unknownFields = UnknownFields()
    public static let layout = MessageLayout("hearth.Empty", size: 24, [])

    public init() {}

    public func write(to fields: inout FieldWriter) {}

    public mutating func read(from fields: FieldReader) {}
}
