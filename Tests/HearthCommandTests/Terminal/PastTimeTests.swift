@testable internal import HearthCommand
internal import Testing

@Suite struct PastTimeTests {
    @Test func timesAreTypedAsHowLongAgoOrWhen() throws {
        let now = 2_000_000_000.0
        #expect(try PastTime.time("30min", now: now) == now - 1_800)
        #expect(try PastTime.time("1.5d", now: now) == now - 129_600)
        let day = try PastTime.time("2026-01-31", now: now)
        #expect(try PastTime.time("2026-01-31T21:04", now: now) == day + 75_840)
        #expect(try PastTime.time("2026-01-31 21:04:09", now: now) == day + 75_849)
        for word in ["", "d", "3x", "-1d", "2026-13-01", "2026-01-31T25:00", "1969-01-01", "99999999d"] {
            #expect(throws: CommandError.self, "\(word)") { try PastTime.time(word, now: now) }
        }
    }
}
