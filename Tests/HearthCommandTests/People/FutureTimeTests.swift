@testable internal import HearthTerminal
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct FutureTimeTests {
    private let now = PastTime.date("2026-11-25 12:30") ?? 0

    @Test(arguments: [
        ("3h", "2026-11-25 15:30:00"), ("2d", "2026-11-27 12:30:00"), ("2026-12-24", "2026-12-25 00:00:00"),
        ("2026-12-24T18:00", "2026-12-24 18:00:00"), ("2026-12-24 18:00", "2026-12-24 18:00:00"),
        ("today", "2026-11-26 00:00:00"), ("today 18:05", "2026-11-25 18:05:00"),
        ("tomorrow 18:00", "2026-11-26 18:00:00"), ("Tomorrow", "2026-11-27 00:00:00"),
    ])
    func isReadInThisMachinesTime(_ word: String, _ time: String) throws {
        expect(LocalTime.dateAndTime(try FutureTime.time(word, now: now)), equals: time)
    }

    @Test(arguments: ["", "soon", "2026-11-24", "today 12:00", "0h", "-1d", "2026-13-01", "tomorrow 25:00", "9999999y"])
    func malformedOrPastTimesAreRefused(_ word: String) {
        let error = expect(throws: CommandError.self) { try FutureTime.time(word, now: now) }
        expect(error?.code, equals: .usage)
    }
}
