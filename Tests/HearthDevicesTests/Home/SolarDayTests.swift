internal import Testing

@testable internal import HearthDevices

/// To two minutes: Decorah's times stand in a table of the US Naval Observatory, the others are as almanacs have them.
@Suite struct SolarDayTests {
    struct Case: CustomStringConvertible {
        let place: String
        let latitude: Double
        let longitude: Double
        let secondsEast: Double
        /// Days since 1970.
        let day: Int64
        let sunrise: Int
        let sunset: Int

        var description: String { "\(place), day \(day)" }

        init(
            _ place: String, _ latitude: Double, _ longitude: Double, hoursEast: Double, _ day: Int64,
            _ sunrise: (Int, Int), _ sunset: (Int, Int)
        ) {
            self.place = place
            self.latitude = latitude
            self.longitude = longitude
            secondsEast = hoursEast * 3_600
            self.day = day
            self.sunrise = sunrise.0 * 60 + sunrise.1
            self.sunset = sunset.0 * 60 + sunset.1
        }
    }

    // 2024-03-20, 2024-06-20, 2024-12-21 and 2023-09-01, 2023-09-30.
    private static let spring: Int64 = 19_802
    private static let summer: Int64 = 19_894
    private static let winter: Int64 = 20_078
    private static let september: Int64 = 19_601

    private static let cases = [
        Case("London", 51.5074, -0.1278, hoursEast: 1, summer, (4, 43), (21, 21)),
        Case("London", 51.5074, -0.1278, hoursEast: 0, winter, (8, 4), (15, 53)),
        Case("New York", 40.7128, -74.006, hoursEast: -4, summer, (5, 25), (20, 31)),
        Case("New York", 40.7128, -74.006, hoursEast: -5, winter, (7, 17), (16, 32)),
        Case("Sydney", -33.8688, 151.2093, hoursEast: 10, summer, (7, 0), (16, 54)),
        Case("Sydney", -33.8688, 151.2093, hoursEast: 11, winter, (5, 41), (20, 5)),
        Case("Quito", -0.1807, -78.4678, hoursEast: -5, spring, (6, 17), (18, 24)),
        Case("Tokyo", 35.6762, 139.6503, hoursEast: 9, winter, (6, 47), (16, 32)),
        Case("Reykjavik", 64.1466, -21.9426, hoursEast: 0, winter, (11, 22), (15, 30)),
        Case("Berlin", 52.52, 13.405, hoursEast: 2, summer, (4, 43), (21, 33)),
        Case("Decorah", 43.303, -91.79, hoursEast: -5, september, (6, 32), (19, 41)),
        Case("Decorah", 43.303, -91.79, hoursEast: -5, september + 29, (7, 4), (18, 49)),
    ]

    @Test(arguments: cases)
    func sunriseAndSunsetAreThoseOfTheTables(_ day: Case) throws {
        let place = try #require(GeoLocation(latitude: day.latitude, longitude: day.longitude))
        guard case .rising(let sunrise, let sunset) = SolarDay(day.day, at: place) else {
            Issue.record("the sun rises in \(day.place)")
            return
        }
        let midnight = Double(day.day) * 86_400 - day.secondsEast
        #expect(abs((sunrise - midnight) / 60 - Double(day.sunrise)) <= 2)
        #expect(abs((sunset - midnight) / 60 - Double(day.sunset)) <= 2)
    }

    @Test func inTromsTheSunStaysUpInJuneAndDownInDecemberNearestToRisingAtNoon() throws {
        let tromso = try #require(GeoLocation(latitude: 69.6492, longitude: 18.9553))
        #expect(SolarDay(Self.summer, at: tromso) == .alwaysUp)
        guard case .alwaysDown(let noon) = SolarDay(Self.winter, at: tromso) else {
            Issue.record("it is dark")
            return
        }
        // 11:42 there.
        #expect(abs(noon - Double(Self.winter) * 86_400 - 10.7 * 3_600) < 300)
        let south = try #require(GeoLocation(latitude: -69.6492, longitude: 18.9553))
        #expect(SolarDay(Self.winter, at: south) == .alwaysUp)
    }

    @Test(arguments: [-90.0, -66.6, 0, 66.6, 90])
    func everyPlaceAndEveryDayHasAnAnswer(_ latitude: Double) throws {
        for longitude in [-180.0, 0, 180] {
            let place = try #require(GeoLocation(latitude: latitude, longitude: longitude))
            for day in stride(from: Self.spring - 366, to: Self.spring, by: 1) + [-1_000_000, 1_000_000] {
                if case .rising(let sunrise, let sunset) = SolarDay(day, at: place) {
                    #expect(sunrise <= sunset && sunset - sunrise <= 86_400)
                }
            }
        }
    }

    @Test func aPlaceIsOnTheEarth() {
        for (latitude, longitude) in [(90.1, 0.0), (-91, 0), (0, 180.5), (0, -181), (.nan, 0), (0, .infinity)] {
            #expect(GeoLocation(latitude: latitude, longitude: longitude) == nil)
        }
    }
}
