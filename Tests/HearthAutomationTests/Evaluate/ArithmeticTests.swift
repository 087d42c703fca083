internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Arithmetic in Int64, UInt64 or Double, compared with wider numbers; a result that does not fit is unknown.
@Suite struct ArithmeticTests {
    @Test(arguments: [
        (Operator.plus, TraitValue.signed(.max), TraitValue.signed(1), TraitValue.unsigned(1 << 63)),
        (.minus, .unsigned(.max), .unsigned(.max), .signed(0)),
        (.minus, .signed(.min), .signed(.min), .signed(0)),
        (.times, .signed(-1), .signed(.min), .unsigned(1 << 63)),
        (.dividedBy, .signed(.min), .signed(-1), .unsigned(1 << 63)),
        (.dividedBy, .signed(-7), .signed(2), .signed(-3)),
        (.remainder, .signed(-7), .signed(2), .signed(-1)),
        (.remainder, .signed(.min), .signed(-1), .signed(0)),
        (.dividedBy, .double(1), .signed(4), .double(0.25)),
        (.remainder, .double(5.5), .signed(2), .double(1.5)),
    ])
    func theResultIsWhatFits(_ operation: Operator, _ left: TraitValue, _ right: TraitValue, _ result: TraitValue) {
        expect(evaluate(operation, left, right), equals: .known(result))
    }

    @Test(arguments: [
        (Operator.plus, TraitValue.unsigned(.max), TraitValue.signed(1)), (.minus, .signed(.min), .signed(1)),
        (.times, .unsigned(.max), .unsigned(.max)), (.times, .signed(.min), .unsigned(.max)),
        (.times, .double(1e308), .signed(10)), (.plus, .double(.infinity), .signed(1)),
        (.minus, .double(.infinity), .double(.infinity)),
    ])
    func overflowIsUnknown(_ operation: Operator, _ left: TraitValue, _ right: TraitValue) {
        expect(evaluate(operation, left, right), equals: .unknown(.overflow))
    }

    @Test(arguments: [TraitValue.signed(0), .unsigned(0), .double(0), .double(-0.0), .float(0)])
    func nothingIsDividedByZero(_ zero: TraitValue) {
        for value in [TraitValue.signed(1), .signed(.min), .double(1), .unsigned(.max), zero] {
            expect(evaluate(.dividedBy, value, zero), equals: .unknown(.divisionByZero))
            expect(evaluate(.remainder, value, zero), equals: .unknown(.divisionByZero))
        }
    }

    @Test func negationFitsOrIsUnknown() {
        expect(evaluate(.negated, .signed(.min)), equals: .known(.unsigned(1 << 63)))
        expect(evaluate(.negated, .unsigned(1 << 63)), equals: .known(.signed(.min)))
        expect(evaluate(.negated, .unsigned(.max)), equals: .unknown(.overflow))
        expect(evaluate(.negated, .double(2)), equals: .known(.double(-2)))
    }

    // MARK: Random numbers

    /// Integers near the ends, near zero, and in between.
    private static func integer(_ dice: inout Dice) -> TraitValue {
        let small = Int64(dice.below(40)) - 20
        switch dice.below(6) {
        case 0: return .signed(.min &+ abs(small))
        case 1: return .signed(.max &- abs(small))
        case 2: return .unsigned(.max &- UInt64(abs(small)))
        case 3: return .signed(small)
        case 4: return .unsigned(dice.next() >> UInt64(dice.below(64)))
        default: return .signed(Int64(bitPattern: dice.next()) >> Int64(dice.below(64)))
        }
    }

    private static func exact(_ value: TraitValue?) -> Int128? {
        switch value {
        case .signed(let value)?: Int128(value)
        case .unsigned(let value)?: Int128(value)
        default: nil
        }
    }

    /// Integers against 128 bits, which hold every result but a product.
    @Test func integersAreExact() throws {
        let seed = testSeed()
        var dice = Dice(seed: seed)
        for _ in 0..<FaultRounds.count(100_000) {
            let (left, right) = (Self.integer(&dice), Self.integer(&dice))
            let (one, other) = (try require(Self.exact(left)), try require(Self.exact(right)))
            let words = Comment("\(left), \(right); HEARTH_SEED=\(seed)")
            expect(evaluate(.lessThan, left, right), equals: .known(.bool(one < other)), words)
            expect(evaluate(.equals, left, right), equals: .known(.bool(one == other)), words)
            let product = one.multipliedReportingOverflow(by: other)
            let results: [(Operator, Int128?)] = [
                (.plus, one + other), (.minus, one - other), (.times, product.overflow ? nil : product.partialValue),
                (.dividedBy, other == 0 ? nil : one / other), (.remainder, other == 0 ? nil : one % other),
            ]
            for (operation, result) in results {
                let fits = result.map { $0 >= Int128(Int64.min) && $0 <= Int128(UInt64.max) } ?? false
                expect(Self.exact(evaluate(operation, left, right).value), equals: (fits ? result : nil), words)
            }
        }
    }

    /// Doubles with integers, compared exactly: a double is a whole number times a power of two.
    @Test func doublesCompareExactly() throws {
        let seed = testSeed()
        var dice = Dice(seed: seed)
        for _ in 0..<FaultRounds.count(100_000) {
            let integer = Self.integer(&dice)
            let whole = try require(Self.exact(integer))
            // Near the integer, or anywhere.
            var real = Double(whole)
            switch dice.below(4) {
            case 0: real = real.nextUp
            case 1: real = real.nextDown
            case 2: real = Double(bitPattern: dice.next())
            default: break
            }
            guard !real.isNaN else { continue }
            let isLess = Self.isLess(real, than: whole)
            let isGreater = Self.isLess(-real, than: -whole)
            let words = Comment("\(real), \(integer); HEARTH_SEED=\(seed)")
            expect(evaluate(.lessThan, .double(real), integer), equals: .known(.bool(isLess)), words)
            expect(evaluate(.greaterThan, .double(real), integer), equals: .known(.bool(isGreater)), words)
            expect(evaluate(.equals, .double(real), integer), equals: .known(.bool(!isLess && !isGreater)), words)
            expect(evaluate(.lessThan, integer, .double(real)), equals: .known(.bool(isGreater)), words)
        }
    }

    private static func isLess(_ real: Double, than whole: Int128) -> Bool {
        guard real.isFinite, abs(real) < 0x1p100 else { return real < 0 }
        // Both times 2^20, which is whole unless the double is smaller than a millionth; then only its sign matters.
        let scaled = Int128((real * 0x1p20).rounded(.down))
        return scaled < whole << 20
    }

    /// Doubles by themselves: as they are, and never infinite.
    @Test func doublesAreFiniteOrUnknown() {
        let seed = testSeed()
        var dice = Dice(seed: seed)
        for _ in 0..<FaultRounds.count(100_000) {
            let (left, right) = (Double(bitPattern: dice.next()), Double(bitPattern: dice.next()))
            for operation in [Operator.plus, .minus, .times, .dividedBy, .remainder] {
                let expected =
                    switch operation {
                    case .plus: left + right
                    case .minus: left - right
                    case .times: left * right
                    case .dividedBy: left / right
                    default: left.truncatingRemainder(dividingBy: right)
                    }
                let words = Comment("\(left) \(operation) \(right); HEARTH_SEED=\(seed)")
                let result = evaluate(operation, .double(left), .double(right)).value
                let isKnown = expected.isFinite && !left.isNaN && !right.isNaN
                expect(result, equals: (isKnown ? .double(expected) : nil), words)
            }
        }
    }
}
