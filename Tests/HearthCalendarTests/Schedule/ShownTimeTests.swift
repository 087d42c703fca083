internal import Expectations
internal import Testing

@testable internal import HearthCalendar

struct ShownTimeTests {
    /// At the instants of sunrise and sunset in schedules, the clock shows the displayed times, every day.
    @Test(
        arguments: [
            (52.52, 13.4, 3_600), (-33.9, 151.2, 39_600), (0, 0, 0), (64.15, -21.94, 0), (69.6, 18.9, 3_600),
        ] as [(Double, Double, Int64)])
    func sunriseAndSunsetAreShownAsTheClockShowsThem(_ latitude: Double, _ longitude: Double, _ offset: Int64) throws {
        let location = try require(GeoLocation(latitude: latitude, longitude: longitude))
        let place = SchedulePlace(zone: ZoneRules { _ in offset }, sun: SolarClock(at: location))
        for event in SolarClock.Event.allCases {
            let schedule = Schedule.sun(try require(SolarTime(event)), on: Set(Weekday.allCases))
            // From 2026-11-28 on.
            var instant: Int64 = 1_795_824_000
            var count = 0
            while count < 400, let next = schedule.next(after: instant, at: place) {
                (instant, count) = (next, count + 1)
                let shown = place.shown(at: next)
                let time = event == .sunrise ? shown.sunrise : shown.sunset
                expect(time, equals: shown.second - shown.second % 60, "\(event) at \(next)")
            }
            expect(count, equals: 400)
        }
    }
}
