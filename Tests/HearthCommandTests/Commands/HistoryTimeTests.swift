@testable internal import HearthCommand
internal import Testing

@Suite struct HistoryTimeTests {
    @Test(arguments: [(0, "0 s"), (40, "40 s"), (720, "12 min"), (15_120, "4 h 12 min"), (273_700, "3 d 4 h")])
    func lengthsOfTimeHaveTwoParts(_ seconds: Double, _ words: String) {
        #expect(HistorySubject.length(seconds) == words)
    }

    @Test func timesAreTypedAsHowLongAgoOrWhen() throws {
        let now = 2_000_000_000.0
        #expect(try HistoryTime.time("30min", now: now) == now - 1_800)
        #expect(try HistoryTime.time("1.5d", now: now) == now - 129_600)
        let day = try HistoryTime.time("2026-01-31", now: now)
        #expect(try HistoryTime.time("2026-01-31T21:04", now: now) == day + 75_840)
        #expect(try HistoryTime.time("2026-01-31 21:04:09", now: now) == day + 75_849)
        for word in ["", "d", "3x", "-1d", "2026-13-01", "2026-01-31T25:00", "1969-01-01", "99999999d"] {
            #expect(throws: CommandError.self, "\(word)") { try HistoryTime.time(word, now: now) }
        }
    }
}
