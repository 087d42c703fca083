@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing

/// What watches show at the edges of several guests' hours, in the nights in which clocks are changed.
@Suite(.timeLimit(.minutes(5))) struct GuestHoursTests {
    /// A night in Berlin.
    struct Night: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Midnight in UTC, in seconds since 1970.
        let midnight: Int64
        /// Hours in local time, and the minutes after midnight in UTC in which they hold.
        let guests: [(hours: Grant.Hours, open: [Range<Int64>])]
    }

    private static let late = Grant.Hours(weekdays: [6], from: 23 * 60, until: 90)
    private static let quarter = Grant.Hours(from: 2 * 60 + 15, until: 2 * 60 + 45)
    private static let around = Grant.Hours(from: 90, until: 3 * 60 + 30)
    private static let half = Grant.Hours(from: 2 * 60 + 30, until: 4 * 60)

    static let nights = [
        Night(
            testDescription: "28 March 2027: at 2:00 it becomes 3:00", midnight: 1_806_192_000,
            guests: [(late, [-120..<30]), (quarter, []), (around, [30..<90]), (half, [60..<120])]),
        Night(
            testDescription: "31 October 2027: at 3:00 it becomes 2:00", midnight: 1_824_940_800,
            guests: [
                (late, [-180..<(-30)]), (quarter, [15..<45, 75..<105]), (around, [-30..<150]),
                (half, [30..<60, 90..<180]),
            ]),
    ]

    /// Each guest administers another structure, so that the watch continues outside the hours.
    private func watchers(_ night: Night, _ home: PeopleHome) async throws -> [Watcher] {
        var watchers: [Watcher] = []
        for (number, guest) in night.guests.enumerated() {
            let person = try await home.join("Guest \(number)", .administrator)
            try await home.join(
                "Guest \(number)", .guest, Grant(hasEverything: true, hours: [guest.hours]), in: home.away)
            let watcher = try await Watcher.atMarker(home.test, by: person)
            watchers.append(watcher)
        }
        return watchers
    }

    @Test(arguments: nights) func watchesFollowTheHours(_ night: Night) async throws {
        let clock = ManualClock(sinceEpoch: .seconds(night.midnight - 200 * 60))
        let home = try await PeopleHome(clock: clock)
        let provider = TestProvider([TestProvider.lamp("attic", name: "Attic lamp")])
        try await home.test.hub.attach(provider, structureID: home.away)
        _ = try await home.test.home().updateStructure(.init(structureID: home.away, timeZone: "Europe/Berlin"))
        var watchers = try await watchers(night, home)
        let lamp = TestProvider.onOff(of: "attic")
        var isOn = false
        let edges = Set(night.guests.flatMap { $0.open.flatMap { [$0.lowerBound, $0.upperBound] } })
        for edge in edges.sorted() {
            for (second, minute) in [(edge * 60 - 1, edge - 1), (edge * 60, edge)] {
                await clock.advance(by: .seconds(night.midnight + second) - clock.sinceEpoch)
                isOn.toggle()
                provider.report(lamp, [0: .bool(isOn)])
                // Every watch gets it after what it got before.
                let name = "Den at \(second)"
                _ = try await home.test.home().updateRoom(.init(roomID: home.den, name: name))
                for (number, guest) in night.guests.enumerated() {
                    let isOpen = guest.open.contains { $0.contains(minute) }
                    let wanted = isOpen ? TraitValue.bool(isOn) : nil
                    while watchers[number].view.rooms[home.den]?.name != name
                        || watchers[number].view.states[lamp]?[0] != wanted
                    {
                        try await watchers[number].next()
                    }
                    let view = watchers[number].view
                    expect(
                        [
                            view.structures[home.away] != nil, view.devices["attic"] != nil,
                            view.rooms[home.awayRoom] != nil,
                        ],
                        equals: [isOpen, isOpen, isOpen], "guest \(number) at minute \(minute)")
                }
            }
        }
    }

    /// Hours that the change of the clocks leaves out do not begin: the next ones are those of the next day.
    @Test func theNextHoursAreThoseThatTheClockShows() {
        let night = Self.nights[0]
        let before = Duration.seconds(night.midnight)
        func minutes(_ hours: Grant.Hours) -> Int64? {
            let next = Grant(hours: [hours]).next(after: before, in: "Europe/Berlin")
            return next.map { ($0 - before).components.seconds / 60 }
        }
        let tomorrow: Int64 = 24 * 60
        expect(minutes(Self.quarter), equals: tomorrow + 15)
        expect(minutes(Self.around), equals: 30)
        expect(minutes(Self.half), equals: 60)
        expect(minutes(Self.late), equals: 6 * tomorrow + 21 * 60)
    }
}
