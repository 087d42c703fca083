internal import Expectations
internal import HearthCalendar
@testable internal import HearthESPHome
internal import Testing

@Suite struct TimeZonePartTests {
    private func rule(_ month: UInt32, _ week: UInt32, _ weekday: UInt32, at time: Int32 = 7_200) -> ZoneRulePart {
        ZoneRulePart(time: time, kind: 1, month: month, week: week, weekday: weekday)
    }

    @Test func zonesOfTheWorldAreDescribed() {
        for (text, zone) in [
            ("UTC0", TimeZonePart()),
            ("JST-9", TimeZonePart(standardOffset: -32_400, summerOffset: -32_400)),
            ("<+0545>-5:45", TimeZonePart(standardOffset: -20_700, summerOffset: -20_700)),
            (
                "EST5EDT,M3.2.0,M11.1.0",
                TimeZonePart(
                    standardOffset: 18_000, summerOffset: 14_400, summerStart: rule(3, 2, 0), summerEnd: rule(11, 1, 0))
            ),
            (
                "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
                TimeZonePart(
                    standardOffset: -37_800, summerOffset: -39_600, summerStart: rule(10, 1, 0),
                    summerEnd: rule(4, 1, 0))
            ),
            (
                "IST-2IDT,M3.4.4/26,M10.5.0",
                TimeZonePart(
                    standardOffset: -7_200, summerOffset: -10_800, summerStart: rule(3, 4, 4, at: 93_600),
                    summerEnd: rule(10, 5, 0))
            ),
            (
                "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
                TimeZonePart(
                    standardOffset: 7_200, summerOffset: 3_600, summerStart: rule(3, 5, 0, at: -3_600),
                    summerEnd: rule(10, 5, 0, at: 0))
            ),
            (
                "AAA3BBB,J60,300/1:02:03",
                TimeZonePart(
                    standardOffset: 10_800, summerOffset: 7_200,
                    summerStart: ZoneRulePart(time: 7_200, day: 60, kind: 2),
                    summerEnd: ZoneRulePart(time: 3_723, day: 300, kind: 3))
            ),
        ] {
            expect(PosixZone(text).map { TimeZonePart($0) }, equals: zone, "\(text)")
        }
    }

    @Test func negativeNumbersSurviveTheWire() throws {
        for seconds in [0, 1, -1, 20_700, -20_700, .max, .min] as [Int32] {
            let part = TimeZonePart(standardOffset: seconds)
            try expect(TimeZonePart(reading: part.encoded), equals: part, "\(seconds)")
        }
    }
}
