public import HearthMessage

// The other direction of FieldReader+Attributes.swift.

extension FieldWriter {
    /// A bool, if it is there.
    public mutating func write(_ attribute: TraitAttribute<Bool>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setBool(value, at: offset, has: has) }
    }

    /// A number of 8 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<UInt8>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt32(UInt32(value), at: offset, has: has) }
    }

    /// A number of 16 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<UInt16>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt32(UInt32(value), at: offset, has: has) }
    }

    /// A number of 32 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<UInt32>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt32(value, at: offset, has: has) }
    }

    /// A number of 64 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<UInt64>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setUInt64(value, at: offset, has: has) }
    }

    /// A signed number of 8 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<Int8>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt32(Int32(value), at: offset, has: has) }
    }

    /// A signed number of 16 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<Int16>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt32(Int32(value), at: offset, has: has) }
    }

    /// A signed number of 32 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<Int32>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt32(value, at: offset, has: has) }
    }

    /// A signed number of 64 bits, if it is there.
    public mutating func write(_ attribute: TraitAttribute<Int64>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setInt64(value, at: offset, has: has) }
    }

    /// A number of single precision, if it is there.
    public mutating func write(_ attribute: TraitAttribute<Float>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setFloat(value, at: offset, has: has) }
    }

    /// A number of double precision, if it is there.
    public mutating func write(_ attribute: TraitAttribute<Double>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setDouble(value, at: offset, has: has) }
    }

    /// A text, if it is there.
    public mutating func write(_ attribute: TraitAttribute<String>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setString(value, at: offset, has: has) }
    }

    /// Bytes, if they are there.
    public mutating func writeBytes(_ attribute: TraitAttribute<[UInt8]>, at offset: Int, has: Int) {
        if let value = attribute.wrappedValue { setBytes(value, at: offset, has: has) }
    }

    /// A list of numbers of 32 bits, if it is there.
    public mutating func writeList(_ attribute: TraitAttribute<[UInt32]>, at offset: Int) {
        guard let value = attribute.wrappedValue else { return }
        setMessage(WireList.uint32, at: offset) { $0.setRepeatedUInt32(value, at: WireList.at) }
    }

    /// The numbers of the fields that are null.
    public mutating func write(_ nulls: NullFields, at offset: Int) {
        if !nulls.numbers.isEmpty { setRepeatedInt32(nulls.numbers, at: offset) }
    }
}

/// The numbers of the fields of a message that are null.
public struct NullFields {
    fileprivate var numbers: [Int32] = []

    /// None.
    public init() {}

    /// Notes a field that is null; nothing for another.
    public mutating func add(_ number: Int32, if isNull: Bool) {
        if isNull { numbers.append(number) }
    }
}
