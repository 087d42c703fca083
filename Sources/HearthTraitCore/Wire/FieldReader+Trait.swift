public import HearthMessage

extension FieldReader {
    /// An 8-bit number; nil if it is absent or out of range, so that a peer's invalid value reads as "not supported".
    @inlinable
    public func uint8(at offset: Int, has: Int) -> UInt8? {
        uint32(at: offset, has: has).flatMap { UInt8(exactly: $0) }
    }

    /// A 16-bit number; nil if it is absent or out of range.
    @inlinable
    public func uint16(at offset: Int, has: Int) -> UInt16? {
        uint32(at: offset, has: has).flatMap { UInt16(exactly: $0) }
    }

    /// A signed 8-bit number; nil if it is absent or out of range.
    @inlinable
    public func int8(at offset: Int, has: Int) -> Int8? {
        int32(at: offset, has: has).flatMap { Int8(exactly: $0) }
    }

    /// A signed 16-bit number; nil if it is absent or out of range.
    @inlinable
    public func int16(at offset: Int, has: Int) -> Int16? {
        int32(at: offset, has: has).flatMap { Int16(exactly: $0) }
    }

    /// An enum value, whether the schema knows it or not.
    @inlinable
    public func enumeration<E: TraitEnum>(_ type: E.Type, at offset: Int, has: Int) -> E? {
        int32(at: offset, has: has).map { E(wireValue: $0) }
    }
}

/// An enum of a trait. Values that the schema does not know are preserved in the case `unrecognized_`.
public protocol TraitEnum: RawRepresentable, AutomationValue where RawValue == UInt64 {
    /// Creates the case of a raw value; every value has one.
    init(rawValue: UInt64)
}

extension TraitEnum {
    /// Creates the case of an enum value on the wire.
    @inlinable
    public init(wireValue: Int32) { self.init(rawValue: UInt64(UInt32(bitPattern: wireValue))) }

    /// The value on the wire.
    @inlinable
    public var wireValue: Int32 { Int32(truncatingIfNeeded: rawValue) }
}
