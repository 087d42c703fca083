internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct HoursWordsTests {
    @Test(
        arguments: [
            ("mo-fr 8:00-18:00", [1, 2, 3, 4, 5], 480, 1_080, "mo-fr 8:00-18:00"),
            ("sa,su 10-12", [6, 7], 600, 720, "sa,su 10:00-12:00"), ("8:00-24:00", nil, 480, 1_440, "8:00-24:00"),
            ("daily 22:00-6:00", nil, 1_320, 360, "22:00-6:00"), ("fr-mo 0:00-00:00", [1, 5, 6, 7], 0, 1_440, nil),
            ("Monday,wed 7:05-7:06", [1, 3], 425, 426, "mo,we 7:05-7:06"), ("mo-su 1-2", nil, 60, 120, "1:00-2:00"),
            ("tu 20:00-0:00", [2], 1_200, 1_440, "tu 20:00-24:00"),
        ] as [(String, [Int]?, Int, Int, String?)])
    func areReadAndWritten(_ text: String, _ days: [Int]?, _ from: Int, _ until: Int, _ said: String?) throws {
        guard from != 0 else {
            // From midnight to midnight is all day, which is not typed as hours.
            expect(throws: CommandError.self) { try HoursWords.hours(text) }
            return
        }
        let hours = try HoursWords.hours(text)
        expect((hours.weekdays, hours.from, hours.until), are: (days, from, until))
        expect(HoursWords.text(hours), equals: said)
        try expect(HoursWords.hours(HoursWords.text(hours)), equals: hours)
    }

    @Test(arguments: [
        "", "mo", "mo 8", "8:00", "8:00-", "mo-fr", "xx 8-9", "m 8-9", "mo- 8-9", "mo-tu-we 8-9", "mo 8:60-9:00",
        "mo 25-26", "mo 24-25", "mo 8-8", "mo 8:00-9:00 x", "mo 8-9-10", "mo -1-9", "mo 24:01-9", "mondays 8-9",
        ", 8-9", "8:00:00-9:00", "mo ٨-٩",
    ])
    func malformedHoursAreRefusedWithAnExample(_ text: String) {
        let error = expect(throws: CommandError.self) { try HoursWords.hours(text) }
        expect((error?.code, error?.message.contains("mo-fr 8:00-18:00")), are: (.usage, true))
    }

    @Test func anyHoursOfAHubArePrinted() {
        let hours = GuestGrant.Hours(weekdays: [0, 9, 7, 7], from: 5_000, until: 0)
        expect(HoursWords.text(hours), equals: "su 83:20-0:00")
    }
}
