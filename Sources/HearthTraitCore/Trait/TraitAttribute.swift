/// An attribute of a trait: its value, and whether the device supports it.
///
/// `attributes.startUpOnOff` is the value; `attributes.$startUpOnOff.isSupported` distinguishes a null value from an
/// attribute that the device does not report.
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

    /// Creates an absent attribute.
    @inlinable
    public init(isNullable: Bool = false) {
        self.isNullable = isNullable
        state = .absent
    }

    /// Creates an attribute that has a value, is null, or is absent.
    ///
    /// - Parameters:
    ///   - wrappedValue: the value; an attribute with one is supported.
    ///   - isSupported: without a value, whether the device has the attribute; if it is nullable, it is then null.
    ///   - isNullable: whether the schema allows null.
    @inlinable
    public init(wrappedValue: Value?, isSupported: Bool, isNullable: Bool) {
        self.isNullable = isNullable
        state = wrappedValue.map { .value($0) } ?? (isSupported && isNullable ? .null : .absent)
    }

    /// The value; nil if it is null or the attribute is absent. Setting nil makes a nullable attribute null, and any
    /// other attribute absent.
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

    /// The attribute itself: `$name.isSupported`, `$name.isNull`.
    @inlinable
    public var projectedValue: TraitAttribute<Value> { self }

    /// Whether the device has the attribute and reports a valid value, including null.
    @inlinable
    public var isSupported: Bool { if case .absent = state { false } else { true } }

    /// Whether the device has the attribute and its value is null.
    @inlinable
    public var isNull: Bool { if case .null = state { true } else { false } }
}
