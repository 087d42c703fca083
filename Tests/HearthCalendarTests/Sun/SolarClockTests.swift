internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthCalendar

/// The sun's events, compared with an ephemeris and with the sun's altitude.
@Suite(.timeLimit(.minutes(5)))
struct SolarClockTests {
    struct Year: CustomStringConvertible, Sendable {
        let place: String
        let latitude: Double
        let longitude: Double
        /// Minutes after midnight UTC of the first sunrise and the first sunset from then on; every fifteenth day of
        /// 2026.
        let events: [(sunrise: Int, sunset: Int)]

        var description: String { place }
    }

    // 2026-01-01.
    private static let newYear = 20_454.0 * 86_400

    /// By XEphem's library, for the sun's upper edge at 34' below the horizon.
    static let years = [
        Year(
            place: "Quito", latitude: -0.1807, longitude: -78.4678,
            events: [
                (673, 1402), (680, 1408), (684, 1411), (684, 1411), (683, 1409), (679, 1405), (674, 1401), (670, 1397),
                (668, 1394), (667, 1393), (668, 1395), (671, 1398), (674, 1401), (677, 1403), (677, 1404), (675, 1402),
                (672, 1398), (667, 1393), (661, 1388), (657, 1383), (654, 1381), (654, 1382), (658, 1385), (664, 1392),
                (671, 1399),
            ]),
        Year(
            place: "Sydney", latitude: -33.8688, longitude: 151.2093,
            events: [
                (1128, 549), (1141, 549), (1156, 541), (1171, 528), (1184, 511), (1196, 491), (1208, 471), (1219, 451),
                (1230, 435), (1241, 422), (1251, 415), (1259, 413), (1261, 417), (1258, 424), (1249, 434), (1235, 445),
                (1217, 455), (1197, 465), (1176, 475), (1156, 487), (1138, 499), (1125, 513), (1118, 527), (1118, 540),
                (1125, 548),
            ]),
        Year(
            place: "New York", latitude: 40.7128, longitude: -74.006,
            events: [
                (740, 1299), (737, 1315), (727, 1333), (710, 1351), (688, 1368), (664, 1385), (639, 1401), (616, 1417),
                (595, 1432), (578, 6), (568, 20), (564, 29), (568, 31), (578, 26), (591, 14), (605, 1435), (620, 1413),
                (635, 1388), (650, 1363), (665, 1339), (682, 1317), (699, 1301), (717, 1291), (731, 1289), (739, 1295),
            ]),
        Year(
            place: "Berlin", latitude: 52.52, longitude: 13.405,
            events: [
                (437, 903), (429, 924), (410, 950), (383, 979), (351, 1007), (316, 1034), (281, 1061), (247, 1087),
                (215, 1113), (189, 1138), (171, 1158), (163, 1171), (167, 1173), (182, 1162), (203, 1142), (227, 1114),
                (252, 1081), (277, 1046), (302, 1011), (328, 976), (355, 944), (383, 918), (408, 899), (428, 892),
                (437, 898),
            ]),
        Year(
            place: "Reykjavik", latitude: 64.1466, longitude: -21.9426,
            events: [
                (679, 944), (652, 983), (611, 1032), (563, 1082), (512, 1129), (459, 1174), (406, 1219), (353, 1265),
                (300, 1312), (250, 1361), (206, 1408), (178, 1440), (184, 1438), (221, 1404), (268, 1358), (316, 1307),
                (361, 1254), (405, 1201), (448, 1147), (492, 1095), (538, 1044), (587, 996), (634, 956), (672, 931),
                (683, 935),
            ]),
        Year(
            place: "Apia", latitude: -13.8333, longitude: -171.7667,
            events: [
                (1023, 358), (1032, 362), (1039, 362), (1045, 357), (1049, 350), (1051, 340), (1052, 330), (1054, 320),
                (1056, 313), (1060, 307), (1064, 306), (1068, 307), (1071, 310), (1072, 314), (1069, 318), (1062, 321),
                (1054, 322), (1043, 323), (1032, 323), (1022, 325), (1014, 328), (1009, 333), (1009, 340), (1013, 348),
                (1020, 356),
            ]),
        Year(
            place: "Kiritimati", latitude: 1.8721, longitude: -157.4278,
            events: [
                (993, 274), (999, 280), (1002, 284), (1002, 286), (999, 284), (995, 281), (990, 278), (985, 274),
                (981, 272), (980, 272), (981, 274), (983, 277), (987, 280), (989, 282), (990, 282), (989, 280),
                (986, 275), (982, 270), (977, 264), (974, 258), (972, 255), (973, 255), (977, 258), (983, 264),
                (990, 271),
            ]),
        Year(
            place: "Ushuaia", latitude: -54.8019, longitude: -68.303,
            events: [
                (481, 73), (504, 62), (535, 39), (567, 8), (599, 1411), (629, 1373), (658, 1335), (686, 1299),
                (714, 1266), (741, 1238), (763, 1219), (777, 1211), (778, 1216), (767, 1231), (746, 1254), (716, 1280),
                (682, 1307), (644, 1335), (606, 1363), (568, 1392), (533, 1422), (503, 11), (480, 41), (470, 63),
                (475, 73),
            ]),
    ]

    private static func sun(_ latitude: Double, _ longitude: Double) throws -> SolarClock {
        SolarClock(at: try require(GeoLocation(latitude: latitude, longitude: longitude)))
    }

    @Test(arguments: years)
    func eventsEqualAnEphemerisToTheMinute(_ year: Year) throws {
        let sun = try Self.sun(year.latitude, year.longitude)
        expect(year.events.count, equals: 25)
        for (number, expected) in year.events.enumerated() {
            let midnight = Self.newYear + Double(number) * 15 * 86_400
            let sunrise = try require(sun.next(.sunrise, after: midnight)) - midnight
            let sunset = try require(sun.next(.sunset, after: midnight)) - midnight
            expect(abs(sunrise / 60 - Double(expected.sunrise)), isAtMost: 1, "day \(number * 15)")
            expect(abs(sunset / 60 - Double(expected.sunset)), isAtMost: 1, "day \(number * 15)")
        }
    }

    /// At random places and times from 2020 to 2040.
    @Test func sunIsOnTheHorizonAtEventsAndEventsAlternate() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<FaultRounds.count(3_000) {
            let latitude = Double(Int.random(in: -179...179, using: &dice)) / 2
            let longitude = Double(Int.random(in: -12...12, using: &dice)) * 15
            let sun = try Self.sun(latitude, longitude)
            var instant = Double.random(in: 18_262...25_567, using: &dice) * 86_400
            let words = Comment("\(latitude), \(longitude), \(instant); seed \(seed)")
            for _ in 0..<4 {
                let isUp = sun.isUp(at: instant)
                let next = try require(sun.next(isUp ? .sunset : .sunrise, after: instant), words)
                expect(abs(sun.altitude(at: next) - SolarClock.horizon), isBelow: 0.02, words)
                // Near the poles the sun may graze the horizon for less than a minute.
                let (before, after) = (sun.altitude(at: next - 5), sun.altitude(at: next + 5))
                expect(isUp ? before > after : before < after, words)
                // No event lies in between.
                for part in stride(from: 0.05, to: 1, by: 0.05) {
                    expect(sun.isUp(at: instant + (next - instant) * part), equals: isUp, words)
                }
                let other = try require(sun.next(isUp ? .sunrise : .sunset, after: instant), words)
                expect(other, isAbove: next, words)
                instant = next
            }
        }
    }

    /// 69.65° north.
    @Test func tromsoHasPolarDayAndPolarNight() throws {
        let sun = try Self.sun(69.6492, 18.9553)
        func day(_ month: Int, _ day: Int) throws -> Double {
            Double(try require(LocalDate(year: 2026, month: month, dayOfMonth: day)).day) * 86_400
        }
        let lastSunset = try require(try sun.next(.sunset, after: day(7, 1)))
        try expect((day(7, 25)...day(7, 29)).contains(lastSunset))
        let lastSunrise = try require(try sun.next(.sunrise, after: day(12, 5)))
        try expect((day(12, 31) + 13 * 86_400...day(12, 31) + 17 * 86_400).contains(lastSunrise))
        try expectNil(sun.next(.sunrise, after: day(12, 5), within: 20))
        try expect(sun.isUp(at: day(6, 21)) && !sun.isUp(at: day(12, 21) + 43_200))
        guard case .alwaysUp(let noon) = try sun.day(nearest: day(6, 21) + 43_200) else {
            Issue.record("the sun does not set there in June")
            return
        }
        try expect(abs(noon - day(6, 21) - 10.77 * 3_600), isBelow: 600)
        guard case .alwaysDown = try sun.day(nearest: day(12, 21) + 43_200) else {
            Issue.record("the sun does not rise there in December")
            return
        }
    }

    @Test(arguments: [-90.0, -89.9, -66.6, 0, 66.6, 89.9, 90])
    func everyPlaceAndEveryTimeHasAnAnswer(_ latitude: Double) throws {
        for longitude in [-180.0, 0, 180] {
            let sun = try Self.sun(latitude, longitude)
            for instant in [0, -1e11, 1e11, 1e300, -1e300, .infinity, .nan, 1_790_000_000] {
                _ = sun.next(.sunrise, after: instant)
                _ = sun.next(.sunset, after: instant, within: .max)
                _ = sun.next(.sunset, after: instant, within: .min)
                _ = sun.day(nearest: instant)
            }
            // Once a year at the poles, too.
            let sunrise = try require(sun.next(.sunrise, after: 1_790_000_000))
            expect(sunrise - 1_790_000_000, isBelow: 380 * 86_400)
        }
    }

    @Test func aPlaceIsOnTheEarth() {
        for (latitude, longitude) in [(90.1, 0.0), (-91, 0), (0, 180.5), (0, -181), (.nan, 0), (0, .infinity)] {
            expectNil(GeoLocation(latitude: latitude, longitude: longitude))
        }
    }
}
