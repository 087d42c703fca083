public import HearthTraitDescriptors

/// A value that an automation can compare, send or store: a number, a text, an enum, a bitmap or a struct of a trait,
/// or a list of these.
public protocol AutomationValue: Hashable, Sendable {
    /// The value without its Swift type, in the form in which automations store and send it.
    var traitValue: TraitValue { get }
}

/// A set of bits of a trait. Conforming types are generated from schemas.
public protocol TraitBitmap: OptionSet, AutomationValue where RawValue: FixedWidthInteger & UnsignedInteger & Sendable {
}

extension TraitBitmap {
    public var traitValue: TraitValue { .unsigned(UInt64(rawValue)) }
}

extension TraitEnum {
    public var traitValue: TraitValue { .unsigned(rawValue) }
}

extension Bool: AutomationValue {
    public var traitValue: TraitValue { .bool(self) }
}

extension UInt8: AutomationValue {
    public var traitValue: TraitValue { .unsigned(UInt64(self)) }
}

extension UInt16: AutomationValue {
    public var traitValue: TraitValue { .unsigned(UInt64(self)) }
}

extension UInt32: AutomationValue {
    public var traitValue: TraitValue { .unsigned(UInt64(self)) }
}

extension UInt64: AutomationValue {
    public var traitValue: TraitValue { .unsigned(self) }
}

extension Int8: AutomationValue {
    public var traitValue: TraitValue { .signed(Int64(self)) }
}

extension Int16: AutomationValue {
    public var traitValue: TraitValue { .signed(Int64(self)) }
}

extension Int32: AutomationValue {
    public var traitValue: TraitValue { .signed(Int64(self)) }
}

extension Int64: AutomationValue {
    public var traitValue: TraitValue { .signed(self) }
}

extension Float: AutomationValue {
    public var traitValue: TraitValue { .float(self) }
}

extension Double: AutomationValue {
    public var traitValue: TraitValue { .double(self) }
}

extension String: AutomationValue {
    public var traitValue: TraitValue { .string(self) }
}

/// A byte string is an array of numbers in Swift, and bytes in an automation.
extension Array: AutomationValue where Element: AutomationValue {
    public var traitValue: TraitValue {
        if let bytes = self as? [UInt8] { .octets(bytes) } else { .list(map(\.traitValue)) }
    }
}

/// A value whose Swift type is not known, such as one of an automation that was read from a hub.
public struct AnyAutomationValue: AutomationValue, CustomStringConvertible {
    public let traitValue: TraitValue
    public let description: String

    /// - Parameter text: the value as shown to people, such as the name of an enum case.
    package init(_ value: TraitValue, _ text: String) {
        traitValue = value
        description = text
    }
}
