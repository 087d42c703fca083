/// One attribute of a trait: its value, and whether the device has it at all.
///
/// `attributes.startUpOnOff` is the value; `attributes.$startUpOnOff.isSupported` tells a value that is null from one
/// that the device does not report.
@propertyWrapper
public struct TraitAttribute<Value: Hashable & Sendable>: Hashable, Sendable {
    @usableFromInline
    enum State: Hashable, Sendable {
        case absent
        case null
        case value(Value)
    }

    @usableFromInline var state: State
    /// Whether the schema allows null.
    public let isNullable: Bool

    /// An attribute that is not there yet.
    @inlinable
    public init(isNullable: Bool = false) {
        self.isNullable = isNullable
        state = .absent
    }

    /// An attribute as it may be: with a value, or without one null or not there.
    ///
    /// - Parameters:
    ///   - wrappedValue: the value; it makes the attribute supported.
    ///   - isSupported: without a value: whether the device has the attribute, which is null then.
    ///   - isNullable: whether the schema allows null.
    @inlinable
    public init(wrappedValue: Value?, isSupported: Bool, isNullable: Bool) {
        self.isNullable = isNullable
        state = wrappedValue.map { .value($0) } ?? (isSupported && isNullable ? .null : .absent)
    }

    /// The value; nil when it is null or the device lacks the attribute. Setting nil gives null where the schema
    /// allows it, and else takes the attribute away.
    @inlinable
    public var wrappedValue: Value? {
        get { if case .value(let value) = state { value } else { nil } }
        set {
            if let newValue {
                state = .value(newValue)
            } else {
                state = isNullable ? .null : .absent
            }
        }
    }

    @inlinable
    public var projectedValue: TraitAttribute<Value> { self }

    /// Whether the device has the attribute and gave a valid value, null included.
    @inlinable
    public var isSupported: Bool { if case .absent = state { false } else { true } }

    /// Whether the device has the attribute and its value is null.
    @inlinable
    public var isNull: Bool { if case .null = state { true } else { false } }
}
