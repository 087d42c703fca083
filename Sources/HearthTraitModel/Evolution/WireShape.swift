/// How a value travels: its protobuf type, and what fits into it.
struct WireShape {
    /// What the numbers are.
    enum Meaning { case quantity, constant, mask }

    /// "uint32"; an enum is one too, as far as bytes go.
    private let encoding: String
    private let meaning: Meaning
    /// What the schema lets it be; nil for what is no integer.
    let range: ClosedRange<Int128>?
    /// What a reader's type can hold: integers take the next power of two, enums are open.
    private let held: ClosedRange<Int128>?

    init(_ type: ValueType, of trait: TraitDescriptor) {
        switch type {
        case .boolean: self.init("bool")
        case .unsigned(let bits): self.init(bits: bits, isSigned: false, .quantity)
        case .signed(let bits): self.init(bits: bits, isSigned: true, .quantity)
        case .single: self.init("float")
        case .double: self.init("double")
        case .string: self.init("string")
        case .octets: self.init("bytes")
        case .structure: self.init("message")
        case .enumeration(let index):
            let bits = trait.enums.indices.contains(index) ? trait.enums[index].bits : 8
            self.init(
                "uint32", .constant, range: Self.range(bits, isSigned: false), held: 0...Int128(Int32.max))
        case .bitmap(let index):
            let bits = trait.bitmaps.indices.contains(index) ? trait.bitmaps[index].bits : 32
            self.init(bits: bits, isSigned: false, .mask)
        }
    }

    init(bitmap: BitmapDescriptor) {
        self.init(bits: bitmap.bits, isSigned: false, .mask)
    }

    private init(
        _ encoding: String, _ meaning: Meaning = .quantity, range: ClosedRange<Int128>? = nil,
        held: ClosedRange<Int128>? = nil
    ) {
        self.encoding = encoding
        self.meaning = meaning
        self.range = range
        self.held = held
    }

    private init(bits: UInt8, isSigned: Bool, _ meaning: Meaning) {
        let held: UInt8 = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64
        self.init(
            "\(isSigned ? "s" : "u")int\(held <= 32 ? 32 : 64)", meaning, range: Self.range(bits, isSigned: isSigned),
            held: Self.range(held, isSigned: isSigned))
    }

    private static func range(_ bits: UInt8, isSigned: Bool) -> ClosedRange<Int128> {
        let bits = Int128(Swift.min(Swift.max(bits, 1), 64))
        let top = Int128(1) << (isSigned ? bits - 1 : bits)
        return isSigned ? -top...(top - 1) : 0...(top - 1)
    }

    /// The rule for a value that had this shape and has the `new` one now; nil when they go together.
    func rule(changingTo new: WireShape, use: TraitEvolution.Use) -> BreakingRule? {
        guard encoding == new.encoding else { return .encoding }
        if [meaning, new.meaning].contains(.mask), [meaning, new.meaning].contains(.constant) { return .meaning }
        guard let range, let held, let newRange = new.range, let newHeld = new.held else { return nil }
        func fits(_ inner: ClosedRange<Int128>, _ outer: ClosedRange<Int128>) -> Bool {
            outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
        }
        if use.contains(.read), !fits(newRange, held) || !fits(range, newHeld) { return .width }
        if use.contains(.written), !fits(range, newRange) { return .narrowed }
        return nil
    }
}
