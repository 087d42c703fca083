public import HearthMessage

extension FieldReader {
    /// A number of 8 bits; nil when it is absent or does not fit, so that a peer's nonsense reads as "not supported".
    @inlinable
    public func uint8(at offset: Int, has: Int) -> UInt8? {
        uint32(at: offset, has: has).flatMap { UInt8(exactly: $0) }
    }

    /// A number of 16 bits; nil when it is absent or does not fit.
    @inlinable
    public func uint16(at offset: Int, has: Int) -> UInt16? {
        uint32(at: offset, has: has).flatMap { UInt16(exactly: $0) }
    }

    /// A signed number of 8 bits; nil when it is absent or does not fit.
    @inlinable
    public func int8(at offset: Int, has: Int) -> Int8? {
        int32(at: offset, has: has).flatMap { Int8(exactly: $0) }
    }

    /// A signed number of 16 bits; nil when it is absent or does not fit.
    @inlinable
    public func int16(at offset: Int, has: Int) -> Int16? {
        int32(at: offset, has: has).flatMap { Int16(exactly: $0) }
    }

    /// An enum's value, known to the schema or not.
    @inlinable
    public func enumeration<E: TraitEnum>(_ type: E.Type, at offset: Int, has: Int) -> E? {
        int32(at: offset, has: has).map { E(wireValue: $0) }
    }
}

/// An enum of a trait. Values that the schema does not know survive: `unrecognized_` carries them.
public protocol TraitEnum: RawRepresentable, AutomationValue where RawValue == UInt64 {
    /// The case of a raw value; any value has one.
    init(rawValue: UInt64)
}

extension TraitEnum {
    /// The case of a value as protobuf carries it.
    @inlinable
    public init(wireValue: Int32) { self.init(rawValue: UInt64(UInt32(bitPattern: wireValue))) }

    /// The value as protobuf carries it.
    @inlinable
    public var wireValue: Int32 { Int32(truncatingIfNeeded: rawValue) }
}
