/// A field that is both optional and nullable, so that absent and null are different states.
public enum Presence<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The field is absent.
    case absent
    /// The field is present with the value null.
    case null
    /// The field is present with a value.
    case value(Value)

    /// Creates `.value`, or `.null` for nil.
    @inlinable
    public init(_ value: Value?) {
        self = value.map { .value($0) } ?? .null
    }

    /// The value; nil when the field is absent or null.
    @inlinable
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}
