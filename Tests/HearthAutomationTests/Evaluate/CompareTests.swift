internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Comparisons.
@Suite struct CompareTests {
    /// Integers of all widths by value, integers with doubles exactly.
    @Test(arguments: [
        (TraitValue.signed(5), TraitValue.unsigned(5), true), (.unsigned(5), .double(5), true),
        (.float(0.5), .double(0.5), true), (.signed(-1), .unsigned(.max), false),
        (.unsigned(1 << 53 + 1), .double(9_007_199_254_740_992), false), (.signed(0), .double(-0.0), true),
    ])
    func numbersAreEqualByValue(_ left: TraitValue, _ right: TraitValue, _ isEqual: Bool) {
        expect(evaluate(.equals, left, right), equals: .known(.bool(isEqual)))
        expect(evaluate(.notEquals, left, right), equals: .known(.bool(!isEqual)))
        expect(evaluate(.equals, .list([left]), .list([right])), equals: .known(.bool(isEqual)))
        expect(
            evaluate(.equals, .structure([3: left, 4: .bool(true)]), .structure([3: right, 4: .bool(true)])).truth,
            equals: isEqual)
        expect(evaluate(.contains, .list([.bool(true), left]), right), equals: .known(.bool(isEqual)))
    }

    /// Strings compare by Unicode scalars, without a locale.
    @Test func stringsCompareByScalars() {
        expect(evaluate(.equals, .string("é"), .string("e\u{301}")), equals: .known(.bool(false)))
        expect(evaluate(.lessThan, .string("Z"), .string("a")), equals: .known(.bool(true)))
        expect(evaluate(.lessThan, .string("a"), .string("ab")), equals: .known(.bool(true)))
        expect(evaluate(.greaterThan, .string("\u{10000}"), .string("\u{FFFD}")), equals: .known(.bool(true)))
        expect(evaluate(.equals, .list([.string("é")]), .list([.string("e\u{301}")])), equals: .known(.bool(false)))
    }

    /// Values of two kinds are neither equal nor unequal.
    @Test(arguments: [
        (TraitValue.bool(true), TraitValue.unsigned(1)), (.string("1"), .unsigned(1)), (.octets([1]), .string("1")),
        (.list([]), .structure([:])), (.double(.nan), .double(.nan)), (.double(.nan), .signed(1)),
    ])
    func kindsDoNotMix(_ left: TraitValue, _ right: TraitValue) {
        for operation in [Operator.equals, .notEquals, .lessThan, .greaterThanOrEquals] {
            expect(evaluate(operation, left, right), equals: .unknown(.mismatch))
            expect(evaluate(operation, right, left), equals: .unknown(.mismatch))
        }
    }

    /// Values without an order can be equal, and are neither less nor greater.
    @Test(arguments: [TraitValue.bool(true), .octets([1, 2]), .list([.signed(1)]), .structure([0: .string("x")])])
    func equalityNeedsNoOrder(_ value: TraitValue) {
        expect(evaluate(.equals, value, value), equals: .known(.bool(true)))
        expect(evaluate(.lessThan, value, value), equals: .unknown(.mismatch))
        expect(evaluate(.between, value, value, value), equals: .unknown(.mismatch))
    }

    /// Both ends are included; number ranges do not wrap around.
    @Test(arguments: [(4, false), (5, true), (7, true), (9, true), (10, false)])
    func betweenIncludesItsEnds(_ value: Int64, _ isIn: Bool) {
        expect(evaluate(.between, .signed(value), .unsigned(5), .double(9)), equals: .known(.bool(isIn)))
        expect(evaluate(.between, .signed(value), .signed(9), .signed(5)), equals: .known(.bool(false)))
    }

    private static func time(_ hour: UInt64, _ minute: UInt64) -> TraitValue {
        .structure([0: .unsigned(hour), 1: .unsigned(minute)])
    }

    /// Times of day wrap around midnight, and equal ends mean that minute.
    @Test(
        arguments: [
            (21, 59, false, false), (22, 0, true, true), (22, 1, true, false), (23, 59, true, false),
            (0, 0, true, false),
            (6, 0, true, false), (6, 1, false, false), (12, 0, false, false),
        ] as [(UInt64, UInt64, Bool, Bool)])
    func timesOfDayPassMidnight(_ hour: UInt64, _ minute: UInt64, _ isNight: Bool, _ isThatMinute: Bool) {
        let now = Self.time(hour, minute)
        expect(evaluate(.between, now, Self.time(22, 0), Self.time(6, 0)), equals: .known(.bool(isNight)))
        expect(evaluate(.between, now, Self.time(22, 0), Self.time(22, 0)), equals: .known(.bool(isThatMinute)))
        let isDay = !isNight || (hour, minute) == (22, 0) || (hour, minute) == (6, 0)
        expect(evaluate(.between, now, Self.time(6, 0), Self.time(22, 0)), equals: .known(.bool(isDay)))
    }

    /// Dates are ordered and do not wrap around.
    @Test func datesAreInOrder() {
        func date(_ year: Int64, _ month: UInt64, _ day: UInt64) -> TraitValue {
            .structure([0: .signed(year), 1: .unsigned(month), 2: .unsigned(day)])
        }
        expect(evaluate(.lessThan, date(2026, 9, 30), date(2026, 10, 1)), equals: .known(.bool(true)))
        expect(evaluate(.between, date(2027, 1, 1), date(2026, 12, 24), date(2027, 1, 6)), equals: .known(.bool(true)))
        expect(evaluate(.between, date(2026, 6, 1), date(2026, 12, 24), date(2026, 1, 6)), equals: .known(.bool(false)))
        expect(evaluate(.lessThan, date(2026, 1, 1), Self.time(12, 0)), equals: .unknown(.mismatch))
    }

    /// Between sunrise and sunset asks whether the sun is up, and between sunset and sunrise whether it is down.
    @Test(arguments: [true, false]) func betweenTheSunsTimesAsksForTheSun(_ isUp: Bool) {
        let scope = TestScope(fields: [0: Self.time(12, 0)], isSunUp: isUp)
        let (rise, set) = (read(2, 1), read(2, 2))
        expect(evaluate(.operation(.between, [read(1), rise, set]), scope), equals: .known(.bool(isUp)))
        expect(evaluate(.operation(.between, [read(1), set, rise]), scope), equals: .known(.bool(!isUp)))
        expectNil(evaluate(.operation(.between, [read(1), rise, set])).truth)
    }

    @Test func bitsAreOfNumbersThatAreNotNegative() {
        expect(evaluate(.hasBits, .unsigned(0b111), .unsigned(0b101)), equals: .known(.bool(true)))
        expect(evaluate(.hasBits, .unsigned(0b011), .unsigned(0b101)), equals: .known(.bool(false)))
        expect(evaluate(.hasBits, .signed(3), .unsigned(1)), equals: .known(.bool(true)))
        expect(evaluate(.hasBits, .unsigned(.max), .unsigned(1 << 63)), equals: .known(.bool(true)))
        expect(evaluate(.hasBits, .signed(-1), .unsigned(1)), equals: .unknown(.mismatch))
        expect(evaluate(.hasBits, .double(3), .unsigned(1)), equals: .unknown(.mismatch))
    }

    @Test func listsHaveItems() {
        let list = TraitValue.list([.signed(1), .null, .string("x")])
        expect(evaluate(.item, list, .unsigned(2)), equals: .known(.string("x")))
        for index in [TraitValue.signed(-1), .signed(3), .unsigned(.max), .signed(.min), .double(0)] {
            expect(evaluate(.item, list, index), equals: .unknown(.noItem))
        }
        expect(evaluate(.count, list), equals: .known(.signed(3)))
        expect(evaluate(.count, .string("é")), equals: .known(.signed(2)))
        expect(evaluate(.contains, list, .string("x")), equals: .known(.bool(true)))
        expect(evaluate(.contains, list, .string("y")), equals: .known(.bool(false)))
    }
}
