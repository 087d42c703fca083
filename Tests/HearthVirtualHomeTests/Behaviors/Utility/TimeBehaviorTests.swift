internal import HearthCalendar
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The time of a structure. The bench begins at 08:01:40 UTC on 2027-01-15.
@Suite struct TimeBehaviorTests {
    typealias T = Google.TimeTrait

    private func behavior(_ location: GeoLocation? = nil, east: Int = 0) -> TimeBehavior {
        TimeBehavior(location: location) { _ in east }
    }

    private func text(_ time: T.TimeOfDay?) -> String { time.map { "\($0.hours):\($0.minutes)" } ?? "none" }

    @Test func timeIsReportedAtEachMinute() throws {
        var bench = Bench([behavior(east: 3_600)])
        try expect(text(bench.attributes(TimeBehavior.self).currentTime), equals: "9:1")
        let start = bench.now
        bench.pass(.seconds(150))
        try expect(text(bench.attributes(TimeBehavior.self).currentTime), equals: "9:4")
        expect(bench.reports.map { $0.time - start }, equals: [.seconds(20), .seconds(80), .seconds(140)])
        expect(bench.reports.allSatisfy { $0.values.fields.keys.sorted() == [0] })
    }

    @Test func theDayIsThatOfTheStructure() throws {
        let utc = try Bench([behavior()]).attributes(TimeBehavior.self)
        expect(utc.dayOfWeek, equals: .friday)
        expect(utc.currentDate, equals: T.LocalDate(year: 2027, month: 1, day: 15))
        let east = try Bench([behavior(east: 16 * 3_600)]).attributes(TimeBehavior.self)
        expect(east.dayOfWeek, equals: .saturday)
        expect(east.currentDate, equals: T.LocalDate(year: 2027, month: 1, day: 16))
    }

    @Test func withoutAPlaceTheSunsTimesAreMissingAndItSaysSo() throws {
        let attributes = try Bench([behavior()]).attributes(TimeBehavior.self)
        expect(attributes.missingStructureLocation, equals: true)
        expect(!attributes.$sunriseTime.isSupported)
        expect(!attributes.$sunsetTime.isSupported)
    }

    @Test func withAPlaceTheyAreTheDaysAndChangeWithTheDayThere() throws {
        let berlin = try require(GeoLocation(latitude: 52.52, longitude: 13.405))
        var bench = Bench([behavior(berlin, east: 3_600)])
        let first = try bench.attributes(TimeBehavior.self)
        expect(first.missingStructureLocation, equals: false)
        // 2027-01-15 in Berlin: 08:09 to 16:22.
        expect(first.sunriseTime?.hours, equals: 8)
        expect(first.sunsetTime?.hours, equals: 16)
        let rises = bench.now
        bench.pass(.seconds(86_400))
        // The next midnight is 14:58:20 away; the days grow longer.
        expect(bench.reports(of: T.self, 2, since: rises).map(\.time), equals: [.seconds(53_900)])
        try expect(bench.attributes(TimeBehavior.self).sunsetTime, differsFrom: first.sunsetTime)
    }

    @Test func polarNightHasNoLengthAndPolarDayIsWhole() throws {
        // Longyearbyen.
        let north = try require(GeoLocation(latitude: 78.22, longitude: 15.65))
        let night = try Bench([behavior(north, east: 3_600)]).attributes(TimeBehavior.self)
        expect(night.sunriseTime, equals: night.sunsetTime)
        expect(night.sunriseTime?.hours, equals: 12)
        let south = try require(GeoLocation(latitude: -78.22, longitude: 15.65))
        let day = try Bench([behavior(south)]).attributes(TimeBehavior.self)
        expect(text(day.sunriseTime), equals: "0:0")
        expect(text(day.sunsetTime), equals: "23:59")
    }

    @Test func offsetIsAskedForAtEachTime() throws {
        // At 08:05 UTC the clocks go forward by an hour.
        let change = Duration.seconds(1_800_000_300)
        var bench = Bench([TimeBehavior(location: nil) { $0 < change ? 0 : 3_600 }])
        bench.pass(.seconds(199))
        try expect(text(bench.attributes(TimeBehavior.self).currentTime), equals: "8:4")
        bench.pass(.seconds(1))
        try expect(text(bench.attributes(TimeBehavior.self).currentTime), equals: "9:5")
    }

    @Test(arguments: [Int.min, Int.max, -1])
    func clocksThatCantBeDoNoHarm(_ east: Int) throws {
        let place = try require(GeoLocation(latitude: 0, longitude: 0))
        var bench = Bench([behavior(place, east: east)])
        bench.pass(.seconds(120))
        try expect(bench.attributes(TimeBehavior.self).currentTime != nil)
    }
}
