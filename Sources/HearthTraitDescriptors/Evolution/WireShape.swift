/// The encoding of a value: its protobuf type and range.
package struct WireShape: Hashable, Sendable {
    /// The meaning of the number.
    enum Meaning { case quantity, constant, mask }

    /// The protobuf type, such as "uint32", also for enums.
    let encoding: String
    let meaning: Meaning
    /// The range that the schema allows; nil if it is not an integer.
    let range: ClosedRange<Int128>?
    /// The range of a reader's type: integers are rounded up to the next power of two, enums are open.
    let held: ClosedRange<Int128>?

    package static let boolean = WireShape("bool")
    package static let text = WireShape("string")
    package static let octets = WireShape("bytes")
    package static let message = WireShape("message")

    package static func floatingPoint(bits: Int) -> WireShape { WireShape(bits <= 32 ? "float" : "double") }

    package static func integer(bits: Int, isSigned: Bool = false) -> WireShape {
        WireShape(bits: bits, isSigned: isSigned, .quantity)
    }

    /// A number with a meaning but without a named type.
    package static func constant(bits: Int) -> WireShape { WireShape(bits: bits, isSigned: false, .constant) }

    package static func bitmap(bits: Int) -> WireShape { WireShape(bits: bits, isSigned: false, .mask) }

    /// A named enum over a base; the base is nil if it is missing.
    static func enumeration(over base: WireShape?) -> WireShape {
        WireShape("uint32", .constant, range: base?.range, held: 0...Int128(Int32.max))
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

    private init(bits: Int, isSigned: Bool, _ meaning: Meaning) {
        let held = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64
        self.init(
            "\(isSigned ? "s" : "u")int\(held <= 32 ? 32 : 64)", meaning, range: Self.range(bits, isSigned: isSigned),
            held: Self.range(held, isSigned: isSigned))
    }

    private static func range(_ bits: Int, isSigned: Bool) -> ClosedRange<Int128> {
        let bits = Int128(min(max(bits, 1), 64))
        let top = Int128(1) << (isSigned ? bits - 1 : bits)
        return isSigned ? -top...(top - 1) : 0...(top - 1)
    }

    /// The rule for a value whose shape changes from this one to `new`.
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
