public import HearthMessage

/// Layouts of the wrapper messages for lists that must distinguish absent, null and empty: one repeated field with
/// number 1, stored at offset ``at``.
public enum WireList {
    /// Byte offset of the repeated field in each of these layouts.
    public static let at = 24

    /// A list of booleans.
    public static let bool = list(.bool)
    /// A list of `uint32` values: unsigned integers of up to 32 bits.
    public static let uint32 = list(.uint32)
    /// A list of `uint64` values.
    public static let uint64 = list(.uint64)
    /// A list of ZigZag-encoded `sint32` values: signed integers of up to 32 bits.
    public static let sint32 = list(.sint32)
    /// A list of ZigZag-encoded `sint64` values.
    public static let sint64 = list(.sint64)
    /// A list of open enum values, encoded as `int32`.
    public static let enumeration = list(.enumeration)
    /// A list of single-precision values.
    public static let float = list(.float)
    /// A list of double-precision values.
    public static let double = list(.double)
    /// A list of UTF-8 strings, not packed.
    public static let string = list(.string)
    /// A list of byte strings, not packed.
    public static let bytes = list(.bytes)

    /// A list of messages; `item` is the layout of an element, called at first use.
    public static func messages(_ item: @escaping @Sendable () -> MessageLayout) -> MessageLayout {
        MessageLayout.planned("List", [FieldSpec(1, "items", .message, label: .repeated, message: item)])
    }

    private static func list(_ kind: FieldKind) -> MessageLayout {
        MessageLayout.planned("List", [FieldSpec(1, "items", kind, label: .repeated(kind))])
    }
}

/// A message without fields, for commands without arguments.
public struct EmptyMessage: Message {
    public var unknownFields = UnknownFields()
    public static let layout = MessageLayout("hearth.Empty", size: 24, [])

    public init() {}

    public func write(to fields: inout FieldWriter) {
        fields.setUnknownFields(unknownFields)
    }

    public mutating func read(from fields: FieldReader) {
        fields.readUnknownFields(into: &unknownFields)
    }
}
