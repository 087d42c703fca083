public import HearthMessage

// The counterpart of FieldReader+Attributes.swift.

extension FieldWriter {
    /// Writes a Boolean, if it is present.
    public mutating func write(_ attribute: TraitAttribute<Bool>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setBool(value, at: offset, has: has) }
    }

    /// Writes an 8-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<UInt8>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt32(UInt32(value), at: offset, has: has) }
    }

    /// Writes a 16-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<UInt16>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt32(UInt32(value), at: offset, has: has) }
    }

    /// Writes a 32-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<UInt32>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt32(value, at: offset, has: has) }
    }

    /// Writes a 64-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<UInt64>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt64(value, at: offset, has: has) }
    }

    /// Writes a signed 8-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<Int8>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt32(Int32(value), at: offset, has: has) }
    }

    /// Writes a signed 16-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<Int16>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt32(Int32(value), at: offset, has: has) }
    }

    /// Writes a signed 32-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<Int32>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt32(value, at: offset, has: has) }
    }

    /// Writes a signed 64-bit number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<Int64>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt64(value, at: offset, has: has) }
    }

    /// Writes a single-precision number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<Float>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setFloat(value, at: offset, has: has) }
    }

    /// Writes a double-precision number, if it is present.
    public mutating func write(_ attribute: TraitAttribute<Double>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setDouble(value, at: offset, has: has) }
    }

    /// Writes a text, if it is present.
    public mutating func write(_ attribute: TraitAttribute<String>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setString(value, at: offset, has: has) }
    }

    /// Writes bytes, if they are present.
    public mutating func writeBytes(_ attribute: TraitAttribute<[UInt8]>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setBytes(value, at: offset, has: has) }
    }

    /// Writes a list of 32-bit numbers, if it is present.
    public mutating func writeList(_ attribute: TraitAttribute<[UInt32]>, at offset: Int) {
        guard let value = attribute.wrappedValue else { return }
        setMessage(WireList.uint32, at: offset) { $0.setRepeatedUInt32(value, at: WireList.at) }
    }

    /// Writes the numbers of the fields that are null.
    public mutating func write(_ nulls: NullFields, at offset: Int) {
        if !nulls.numbers.isEmpty { setRepeatedInt32(nulls.numbers, at: offset) }
    }
}

/// The numbers of the fields of a message that are null.
public struct NullFields {
    fileprivate var numbers: [Int32] = []

    /// Creates an empty list.
    public init() {}

    /// Adds a field if it is null.
    public mutating func add(_ number: Int32, if isNull: Bool) {
        if isNull { numbers.append(number) }
    }
}
