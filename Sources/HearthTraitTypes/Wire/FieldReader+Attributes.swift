public import HearthMessage

// What the generated code of a trait's attributes calls. The functions of plain types are not inlined: a trait may have
// eighty attributes, and their code in one function took the compiler a quarter of its time.

extension FieldReader {
    /// A bool, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<Bool>, at offset: Int, has: Int) {
        if let value = bool(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A number of 8 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<UInt8>, at offset: Int, has: Int) {
        if let value = uint8(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A number of 16 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<UInt16>, at offset: Int, has: Int) {
        if let value = uint16(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A number of 32 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<UInt32>, at offset: Int, has: Int) {
        if let value = uint32(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A number of 64 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<UInt64>, at offset: Int, has: Int) {
        if let value = uint64(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A signed number of 8 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<Int8>, at offset: Int, has: Int) {
        if let value = int8(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A signed number of 16 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<Int16>, at offset: Int, has: Int) {
        if let value = int16(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A signed number of 32 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<Int32>, at offset: Int, has: Int) {
        if let value = int32(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A signed number of 64 bits, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<Int64>, at offset: Int, has: Int) {
        if let value = int64(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A number of single precision, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<Float>, at offset: Int, has: Int) {
        if let value = float(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A number of double precision, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<Double>, at offset: Int, has: Int) {
        if let value = double(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A text, as far as it is there and fits.
    public func read(_ attribute: inout TraitAttribute<String>, at offset: Int, has: Int) {
        if let value = string(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// Bytes, as far as they are there.
    public func readBytes(_ attribute: inout TraitAttribute<[UInt8]>, at offset: Int, has: Int) {
        if let value = bytes(at: offset, has: has) { attribute.wrappedValue = value }
    }

    /// A list of numbers of 32 bits, as far as it is there.
    public func readList(_ attribute: inout TraitAttribute<[UInt32]>, at offset: Int) {
        if let list = messageReader(at: offset) { attribute.wrappedValue = list.repeatedUInt32(at: WireList.at) }
    }
}
