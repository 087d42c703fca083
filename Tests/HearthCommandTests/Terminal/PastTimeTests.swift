@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct PastTimeTests {
    @Test func timesAreTypedAsHowLongAgoOrWhen() throws {
        let now = 2_000_000_000.0
        try expect(PastTime.time("30min", now: now), equals: now - 1_800)
        try expect(PastTime.time("1.5d", now: now), equals: now - 129_600)
        let day = try PastTime.time("2026-01-31", now: now)
        try expect(PastTime.time("2026-01-31T21:04", now: now), equals: day + 75_840)
        try expect(PastTime.time("2026-01-31 21:04:09", now: now), equals: day + 75_849)
        for word in ["", "d", "3x", "-1d", "2026-13-01", "2026-01-31T25:00", "1969-01-01", "99999999d"] {
            expect(throws: CommandError.self, "\(word)") { try PastTime.time(word, now: now) }
        }
    }

    @Test func theEndOfADayIsATime() throws {
        let next = try require(PastTime.date("2028-03-01"))
        expect(PastTime.date("2028-02-29 24:00"), equals: next)
    }

    @Test(arguments: [
        "2026-02-30", "2026-02-29", "2026-04-31", "2026-06-31T10:00", "2026-02-28T24:30", "2026-02-28 24:00:01",
        "2026-02-28T23:60", "2026-02-28T23:59:60", "2026-00-10", "2026-01-00", "1969-12-31", "10000-01-01",
        "2026-+2-03",
        "2026--02-03", "2026-02-03-04", "2026-02", "2026-02-03T", "2026-02-03T10", "2026-02-03T10:+5", "T10:00",
        "2026-02-03 10:00 11:00", "2026-02-003", "02026-02-03", "2026-02-03T010:00", "2026-02-03T10:00:00Z",
        "\u{0662}026-02-03", "99999999999999999999-01-01",
    ])
    func malformedDaysAndTimesAreRefused(_ word: String) {
        expectNil(PastTime.date(word))
        expect(throws: CommandError.self) { try PastTime.time(word, now: 2_000_000_000) }
        expect(throws: CommandError.self) { try FutureTime.time(word, now: 1_000_000_000) }
    }
}
