internal import Expectations
internal import Testing

@testable internal import HearthCalendar

@Suite struct PosixZoneTests {
    private typealias Change = PosixZone.Change

    private static func sunday(_ month: Int, _ week: Int, at time: Int64 = 7_200) -> Change {
        Change(day: .weekday(month: month, week: week, weekday: 0), time: time)
    }

    @Test func zonesOfTheWorldAreRead() {
        for (text, offset, summer) in [
            ("UTC0", 0, nil), ("JST-9", 32_400, nil), ("<+0545>-5:45", 20_700, nil), ("EST5EDT", -18_000, nil),
            (
                "EST5EDT,M3.2.0,M11.1.0", -18_000,
                .init(offset: -14_400, start: Self.sunday(3, 2), end: Self.sunday(11, 1))
            ),
            (
                "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 37_800,
                .init(offset: 39_600, start: Self.sunday(10, 1), end: Self.sunday(4, 1))
            ),
            (
                "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7_200,
                .init(offset: -3_600, start: Self.sunday(3, 5, at: -3_600), end: Self.sunday(10, 5, at: 0))
            ),
            (
                "AAA3BBB,J60,300/1:02:03", -10_800,
                .init(
                    offset: -7_200, start: Change(day: .withoutLeapDay(60)),
                    end: Change(day: .withLeapDay(300), time: 3_723))
            ),
        ] as [(String, Int64, PosixZone.Summer?)] {
            expect(PosixZone(text), equals: PosixZone(offset: offset, summer: summer), "\(text)")
        }
    }

    @Test func otherTextsAreNoZones() {
        for text in [
            "", "UTC", "0", "AB0", "<+03", "<+03>", "EST5EDT,", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
            "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J1", "EST5EDT,366,1", "EST168", "EST5:60",
            "EST99999999999", "EST5EDT,M3.2.0,M11.1.0x", "Europe/Berlin", ":UTC0",
        ] {
            expectNil(PosixZone(text), "\(text)")
        }
    }

    /// The instants of one year at which the offset changes, and the offsets from then on.
    private func changes(_ text: String, in year: Int) throws -> [String] {
        let zone = try require(PosixZone(text))
        let start = try require(LocalDate(year: year, month: 1, dayOfMonth: 1)).day * 86_400
        let rules = ZoneRules { zone.secondsEastOfUTC($0) }
        return stride(from: start, to: start + 366 * 86_400, by: 86_400).compactMap { day in
            let before = rules.secondsEastOfUTC(day)
            guard rules.secondsEastOfUTC(day + 86_400) != before else { return nil }
            let instant = rules.change(between: day, and: day + 86_400, from: before)
            let (date, second) = LocalDate.split(instant)
            return
                "\(date.parts.month)-\(date.parts.dayOfMonth) \(second / 3_600) h: \(rules.secondsEastOfUTC(instant))"
        }
    }

    @Test func theClockChangesAtTheRulesTimes() throws {
        for (text, expected) in [
            ("CET-1CEST,M3.5.0,M10.5.0/3", ["3-29 1 h: 7200", "10-25 1 h: 3600"]),
            ("EST5EDT,M3.2.0,M11.1.0", ["3-8 7 h: -14400", "11-1 6 h: -18000"]),
            // The south, and Ireland, whose winter time is the one that the rule calls daylight saving time.
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", ["4-4 16 h: 36000", "10-3 16 h: 39600"]),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", ["3-29 1 h: 3600", "10-25 1 h: 0"]),
            // The evening before the last Sunday, and the Thursday before a Friday's end.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["3-29 1 h: -3600", "10-25 1 h: -7200"]),
            ("IST-2IDT,M3.4.4/26,M10.5.0", ["3-27 0 h: 10800", "10-24 23 h: 7200"]),
            // 1 March and 28 October of 2026, and all of the year (RFC 9636, section 3.3.1).
            ("AAA0BBB,J60/0,300/1", ["3-1 0 h: 3600", "10-28 0 h: 0"]), ("XXX3EDT4,0/0,J365/23", []),
        ] as [(String, [String])] {
            try expect(changes(text, in: 2_026), equals: expected, "\(text)")
        }
        try expect(changes("AAA0BBB,J60/0,60/0", in: 2_028).count, isAtMost: 1)
        let always = try require(PosixZone("XXX3EDT4,0/0,J365/23"))
        expect(
            [0, 1_767_236_400, 1_782_864_000].map { always.secondsEastOfUTC($0) }, equals: [-14_400, -14_400, -14_400])
    }

    @Test func daysOfTheYearCountALeapDayOrNot() throws {
        try expect(changes("AAA0BBB,J60/0,J61/0", in: 2_028), equals: ["3-1 0 h: 3600", "3-1 23 h: 0"])
        try expect(changes("AAA0BBB,59/0,60/1", in: 2_028), equals: ["2-29 0 h: 3600", "3-1 0 h: 0"])
    }

    @Test func theFarthestInstantsHaveAnOffset() throws {
        let zone = try require(PosixZone("CET-1CEST,M3.5.0,M10.5.0/3"))
        expect([Int64.min, .max].map { zone.secondsEastOfUTC($0) }, equals: [3_600, 3_600])
    }
}
