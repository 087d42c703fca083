public import HearthMessage

// Functions that the generated code of a trait's attributes calls. Those for plain types are not inlined: a trait may
// have eighty attributes, and inlined into one function they took a quarter of the trait's compile time.

extension FieldReader {
    /// Reads a Boolean, if it is present and valid.
    public func read(_ attribute: inout TraitAttribute<Bool>, at offset: Int, has: Int) {
        if let value = bool(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads an 8-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<UInt8>, at offset: Int, has: Int) {
        if let value = uint8(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a 16-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<UInt16>, at offset: Int, has: Int) {
        if let value = uint16(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a 32-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<UInt32>, at offset: Int, has: Int) {
        if let value = uint32(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a 64-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<UInt64>, at offset: Int, has: Int) {
        if let value = uint64(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a signed 8-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<Int8>, at offset: Int, has: Int) {
        if let value = int8(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a signed 16-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<Int16>, at offset: Int, has: Int) {
        if let value = int16(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a signed 32-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<Int32>, at offset: Int, has: Int) {
        if let value = int32(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a signed 64-bit number, if it is present and in range.
    public func read(_ attribute: inout TraitAttribute<Int64>, at offset: Int, has: Int) {
        if let value = int64(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a single-precision number, if it is present.
    public func read(_ attribute: inout TraitAttribute<Float>, at offset: Int, has: Int) {
        if let value = float(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a double-precision number, if it is present.
    public func read(_ attribute: inout TraitAttribute<Double>, at offset: Int, has: Int) {
        if let value = double(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a text, if it is present and valid.
    public func read(_ attribute: inout TraitAttribute<String>, at offset: Int, has: Int) {
        if let value = string(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads bytes, if they are present.
    public func readBytes(_ attribute: inout TraitAttribute<[UInt8]>, at offset: Int, has: Int) {
        if let value = bytes(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Reads a list of 32-bit numbers, if it is present.
    public func readList(_ attribute: inout TraitAttribute<[UInt32]>, at offset: Int) {
        if let list = messageReader(at: offset) { attribute.wrappedValue = list.repeatedUInt32(at: WireList.at) }
    }
}
