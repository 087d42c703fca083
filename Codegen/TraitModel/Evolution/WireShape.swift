/// How a value travels: its protobuf type, and what fits into it.
struct WireShape {
    /// What the numbers are.
    enum Meaning { case quantity, constant, mask }

    /// `uint32`; an enum is one too, as far as bytes go.
    var encoding: String
    var meaning: Meaning
    /// What the schema lets it be; nil for what is no integer.
    var range: ClosedRange<Int128>?
    /// What a reader's type can hold: integers take the next power of two, enums are open.
    var held: ClosedRange<Int128>?

    init(_ type: DataType, in cluster: ClusterModel?, _ model: TraitModel) {
        switch type {
        case .scalar(let scalar):
            self.init(scalar)
        case .enumeration(let reference):
            self.init(
                encoding: "uint32", meaning: .constant, range: model.enumeration(reference, in: cluster)?.base.range,
                held: 0...Int128(Int32.max))
        case .bitmap(let reference):
            self.init(model.bitmap(reference, in: cluster)?.base ?? BaseTypes.known("bitmap32"))
        case .structure:
            self.init(encoding: "message")
        }
    }

    private init(
        encoding: String, meaning: Meaning = .quantity, range: ClosedRange<Int128>? = nil,
        held: ClosedRange<Int128>? = nil
    ) {
        self.encoding = encoding
        self.meaning = meaning
        self.range = range
        self.held = held
    }

    init(_ scalar: ScalarType) {
        meaning = .quantity
        range = scalar.range
        switch scalar.kind {
        case .boolean: encoding = "bool"
        case .unsigned(let bits): (encoding, held) = Self.integer(bits, isSigned: false)
        case .signed(let bits): (encoding, held) = Self.integer(bits, isSigned: true)
        case .enumeration(let bits):
            (encoding, held) = Self.integer(bits, isSigned: false)
            meaning = .constant
        case .bitmap(let bits):
            (encoding, held) = Self.integer(bits, isSigned: false)
            meaning = .mask
        case .floatingPoint(let bits): encoding = bits <= 32 ? "float" : "double"
        case .text: encoding = "string"
        case .bytes: encoding = "bytes"
        }
    }

    private static func integer(_ bits: Int, isSigned: Bool) -> (String, ClosedRange<Int128>) {
        let held = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64
        let kind: ScalarType.Kind = isSigned ? .signed(bits: held) : .unsigned(bits: held)
        let range = ScalarType(name: "", kind: kind).range ?? 0...0
        return ("\(isSigned ? "s" : "u")int\(held <= 32 ? 32 : 64)", range)
    }

    /// The rule for a value that had this shape and has the `new` one now.
    func rule(changingTo new: WireShape, use: ValueUse) -> EvolutionRule {
        guard encoding == new.encoding else { return .encoding }
        if [meaning, new.meaning].contains(.mask), [meaning, new.meaning].contains(.constant) { return .meaning }
        guard let range, let held, let newRange = new.range, let newHeld = new.held else { return .sameEncoding }
        func fits(_ inner: ClosedRange<Int128>, _ outer: ClosedRange<Int128>) -> Bool {
            outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
        }
        if use.contains(.read), !fits(newRange, held) || !fits(range, newHeld) { return .width }
        if use.contains(.written), !fits(range, newRange) { return .narrowed }
        return range == newRange ? .sameEncoding : use == .written ? .widened : .sameEncoding
    }
}
