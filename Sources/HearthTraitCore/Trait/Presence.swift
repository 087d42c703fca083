/// A field that may be left out and, when it is there, may be null: two questions, so not a Swift optional.
public enum Presence<Value: Hashable & Sendable>: Hashable, Sendable {
    case absent
    case null
    case value(Value)

    /// A value, or null for nil.
    @inlinable
    public init(_ value: Value?) {
        self = value.map { .value($0) } ?? .null
    }

    /// The value, nil when absent or null.
    @inlinable
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}
