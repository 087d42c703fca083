internal import HearthTraitModel
internal import Testing

@testable internal import HearthAutomation

/// AU-43, AU-45: comparing.
@Suite struct CompareTests {
    /// AU-43: integers of all widths by value, integers with doubles exactly.
    @Test(arguments: [
        (TraitValue.signed(5), TraitValue.unsigned(5), true), (.unsigned(5), .double(5), true),
        (.float(0.5), .double(0.5), true), (.signed(-1), .unsigned(.max), false),
        (.unsigned(1 << 53 + 1), .double(9_007_199_254_740_992), false), (.signed(0), .double(-0.0), true),
    ])
    func numbersAreEqualByValue(_ left: TraitValue, _ right: TraitValue, _ isEqual: Bool) {
        #expect(evaluate(.equals, left, right) == .known(.bool(isEqual)))
        #expect(evaluate(.notEquals, left, right) == .known(.bool(!isEqual)))
        #expect(evaluate(.equals, .list([left]), .list([right])) == .known(.bool(isEqual)))
        #expect(
            evaluate(.equals, .structure([3: left, 4: .bool(true)]), .structure([3: right, 4: .bool(true)])).truth
                == isEqual)
        #expect(evaluate(.contains, .list([.bool(true), left]), right) == .known(.bool(isEqual)))
    }

    /// AU-43: strings by Unicode scalar, no locale.
    @Test func stringsCompareByScalars() {
        #expect(evaluate(.equals, .string("é"), .string("e\u{301}")) == .known(.bool(false)))
        #expect(evaluate(.lessThan, .string("Z"), .string("a")) == .known(.bool(true)))
        #expect(evaluate(.lessThan, .string("a"), .string("ab")) == .known(.bool(true)))
        #expect(evaluate(.greaterThan, .string("\u{10000}"), .string("\u{FFFD}")) == .known(.bool(true)))
        #expect(evaluate(.equals, .list([.string("é")]), .list([.string("e\u{301}")])) == .known(.bool(false)))
    }

    /// AU-43: what is of two kinds is neither equal nor not.
    @Test(arguments: [
        (TraitValue.bool(true), TraitValue.unsigned(1)), (.string("1"), .unsigned(1)), (.octets([1]), .string("1")),
        (.list([]), .structure([:])), (.double(.nan), .double(.nan)), (.double(.nan), .signed(1)),
    ])
    func kindsDoNotMix(_ left: TraitValue, _ right: TraitValue) {
        for operation in [Operator.equals, .notEquals, .lessThan, .greaterThanOrEquals] {
            #expect(evaluate(operation, left, right) == .unknown(.mismatch))
            #expect(evaluate(operation, right, left) == .unknown(.mismatch))
        }
    }

    /// What has no order can be equal, and is neither less nor greater.
    @Test(arguments: [TraitValue.bool(true), .octets([1, 2]), .list([.signed(1)]), .structure([0: .string("x")])])
    func equalityNeedsNoOrder(_ value: TraitValue) {
        #expect(evaluate(.equals, value, value) == .known(.bool(true)))
        #expect(evaluate(.lessThan, value, value) == .unknown(.mismatch))
        #expect(evaluate(.between, value, value, value) == .unknown(.mismatch))
    }

    /// AU-45: both ends are included; numbers do not pass over the end.
    @Test(arguments: [(4, false), (5, true), (7, true), (9, true), (10, false)])
    func betweenIncludesItsEnds(_ value: Int64, _ isIn: Bool) {
        #expect(evaluate(.between, .signed(value), .unsigned(5), .double(9)) == .known(.bool(isIn)))
        #expect(evaluate(.between, .signed(value), .signed(9), .signed(5)) == .known(.bool(false)))
    }

    private static func time(_ hour: UInt64, _ minute: UInt64) -> TraitValue {
        .structure([0: .unsigned(hour), 1: .unsigned(minute)])
    }

    /// AU-45: times of day pass midnight, and the same time twice is that minute.
    @Test(
        arguments: [
            (21, 59, false, false), (22, 0, true, true), (22, 1, true, false), (23, 59, true, false),
            (0, 0, true, false),
            (6, 0, true, false), (6, 1, false, false), (12, 0, false, false),
        ] as [(UInt64, UInt64, Bool, Bool)])
    func timesOfDayPassMidnight(_ hour: UInt64, _ minute: UInt64, _ isNight: Bool, _ isThatMinute: Bool) {
        let now = Self.time(hour, minute)
        #expect(evaluate(.between, now, Self.time(22, 0), Self.time(6, 0)) == .known(.bool(isNight)))
        #expect(evaluate(.between, now, Self.time(22, 0), Self.time(22, 0)) == .known(.bool(isThatMinute)))
        let isDay = !isNight || (hour, minute) == (22, 0) || (hour, minute) == (6, 0)
        #expect(evaluate(.between, now, Self.time(6, 0), Self.time(22, 0)) == .known(.bool(isDay)))
    }

    /// AU-45: dates follow each other, and have no midnight to pass.
    @Test func datesAreInOrder() {
        func date(_ year: Int64, _ month: UInt64, _ day: UInt64) -> TraitValue {
            .structure([0: .signed(year), 1: .unsigned(month), 2: .unsigned(day)])
        }
        #expect(evaluate(.lessThan, date(2026, 9, 30), date(2026, 10, 1)) == .known(.bool(true)))
        #expect(evaluate(.between, date(2027, 1, 1), date(2026, 12, 24), date(2027, 1, 6)) == .known(.bool(true)))
        #expect(evaluate(.between, date(2026, 6, 1), date(2026, 12, 24), date(2026, 1, 6)) == .known(.bool(false)))
        #expect(evaluate(.lessThan, date(2026, 1, 1), Self.time(12, 0)) == .unknown(.mismatch))
    }

    /// AU-48: between the sun's two times is whether it is up, and the other way round whether it is down.
    @Test(arguments: [true, false]) func betweenTheSunsTimesAsksForTheSun(_ isUp: Bool) {
        let scope = TestScope(fields: [0: Self.time(12, 0)], isSunUp: isUp)
        let (rise, set) = (read(2, 1), read(2, 2))
        #expect(evaluate(.operation(.between, [read(1), rise, set]), scope) == .known(.bool(isUp)))
        #expect(evaluate(.operation(.between, [read(1), set, rise]), scope) == .known(.bool(!isUp)))
        #expect(evaluate(.operation(.between, [read(1), rise, set])).truth == nil)
    }

    @Test func bitsAreOfNumbersThatAreNotNegative() {
        #expect(evaluate(.hasBits, .unsigned(0b111), .unsigned(0b101)) == .known(.bool(true)))
        #expect(evaluate(.hasBits, .unsigned(0b011), .unsigned(0b101)) == .known(.bool(false)))
        #expect(evaluate(.hasBits, .signed(3), .unsigned(1)) == .known(.bool(true)))
        #expect(evaluate(.hasBits, .unsigned(.max), .unsigned(1 << 63)) == .known(.bool(true)))
        #expect(evaluate(.hasBits, .signed(-1), .unsigned(1)) == .unknown(.mismatch))
        #expect(evaluate(.hasBits, .double(3), .unsigned(1)) == .unknown(.mismatch))
    }

    @Test func listsHaveItems() {
        let list = TraitValue.list([.signed(1), .null, .string("x")])
        #expect(evaluate(.item, list, .unsigned(2)) == .known(.string("x")))
        for index in [TraitValue.signed(-1), .signed(3), .unsigned(.max), .signed(.min), .double(0)] {
            #expect(evaluate(.item, list, index) == .unknown(.noItem))
        }
        #expect(evaluate(.count, list) == .known(.signed(3)))
        #expect(evaluate(.count, .string("é")) == .known(.signed(2)))
        #expect(evaluate(.contains, list, .string("x")) == .known(.bool(true)))
        #expect(evaluate(.contains, list, .string("y")) == .known(.bool(false)))
    }
}
