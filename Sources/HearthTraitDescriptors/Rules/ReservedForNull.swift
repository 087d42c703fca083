/// Values that Matter reserves for null in nullable fields (Matter Core, sections 7.19.1 and 7.19.2).
extension TraitDescriptor {
    /// The rule that such a value, or a number beyond it, violates: "max = 254"; nil for any other value.
    ///
    /// Reserved are the largest unsigned number, the lowest signed one, the largest value of an enum, the highest bit
    /// of a bitmap, and NaN. Entries of a list can't be null, so nothing is reserved for them.
    func rule(reservingForNull value: TraitValue, of field: FieldDescriptor) -> String? {
        guard field.isNullable, !field.isList else { return nil }
        switch (field.type, value) {
        case (.unsigned(let bits), .unsigned(let number)):
            let most = Self.most(ofBits: bits)
            return number >= most ? "max = \(most - 1)" : nil
        case (.signed(let bits), .signed(let number)):
            let least = Int64(-1) << (Int64(min(max(bits, 1), 64)) - 1)
            return number <= least ? "min = \(least + 1)" : nil
        case (.enumeration(let index), .unsigned(let number)):
            guard enums.indices.contains(index) else { return nil }
            return number == Self.most(ofBits: enums[index].bits) ? "not \(number), which stands for null" : nil
        case (.bitmap(let index), .unsigned(let number)):
            guard bitmaps.indices.contains(index) else { return nil }
            let below = Self.most(ofBits: bitmaps[index].bits) >> 1
            return number > below ? "max = \(below)" : nil
        case (.single, .float(let number)): return number.isNaN ? "not NaN, which stands for null" : nil
        case (.double, .double(let number)): return number.isNaN ? "not NaN, which stands for null" : nil
        default: return nil
        }
    }

    /// The largest number with this many bits; 1 for no bits, so that it has a predecessor.
    private static func most(ofBits bits: UInt8) -> UInt64 { UInt64.max >> (64 - UInt64(min(max(bits, 1), 64))) }
}
