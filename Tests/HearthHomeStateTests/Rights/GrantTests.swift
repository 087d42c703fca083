@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

struct GrantTests {
    /// 2026-11-23, a Monday, at midnight in UTC.
    private static let monday = Duration.seconds(1_795_392_000)

    private func time(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Duration {
        Self.monday + .seconds(((day - 1) * 24 + hour) * 3_600 + minute * 60)
    }

    @Test func aMinuteIsThatOfTheStructuresZone() {
        expect(LocalMinute(time(1, 0), in: "UTC"), equals: LocalMinute(weekday: 1, minute: 0))
        expect(LocalMinute(time(7, 23, 59), in: "UTC"), equals: LocalMinute(weekday: 7, minute: 1_439))
        expect(LocalMinute(time(7, 23, 30), in: "Europe/Berlin"), equals: LocalMinute(weekday: 1, minute: 30))
        expect(LocalMinute(time(1, 2), in: "America/New_York"), equals: LocalMinute(weekday: 7, minute: 21 * 60))
        expect(LocalMinute(.seconds(-60), in: "UTC"), equals: LocalMinute(weekday: 3, minute: 1_439))
        expect(LocalMinute(time(1, 8, 5), in: "UTC").name, equals: "Monday, 08:05")
    }

    @Test func hoursHoldFromFirstMinuteToBeforeTheirEnd() {
        let work = Grant(hours: [.init(weekdays: [1, 2], from: 480, until: 1_020)])
        expect(!work.holds(at: time(1, 7, 59), in: "UTC"))
        expect(work.holds(at: time(1, 8), in: "UTC"))
        expect(work.holds(at: time(2, 16, 59), in: "UTC"))
        expect(!work.holds(at: time(2, 17), in: "UTC"))
        expect(!work.holds(at: time(3, 9), in: "UTC"))
        expect(work.next(after: time(2, 17), in: "UTC"), equals: time(8, 8))
    }

    @Test func hoursOverMidnightBelongToTheDayOnWhichTheyBegin() {
        let night = Grant(hours: [.init(weekdays: [5], from: 1_320, until: 360)])
        expect(night.holds(at: time(5, 22), in: "UTC"))
        expect(night.holds(at: time(6, 5, 59), in: "UTC"))
        expect(!night.holds(at: time(6, 6), in: "UTC"))
        expect(!night.holds(at: time(5, 5), in: "UTC"))
        expect(Grant(hours: [.init(from: 60, until: 60)]).holds(at: time(3, 0, 59), in: "UTC"))
    }

    @Test func aGrantEndsWhereItSays() {
        let grant = Grant(hasEverything: true, until: time(1, 1))
        expect(grant.holds(at: time(1, 0, 59), in: "UTC"))
        expect(!grant.holds(at: time(1, 1), in: "UTC"))
        expectNil(grant.next(after: time(1, 1), in: "UTC"))
    }

    @Test(arguments: [
        Hearth_V1_Grant(hours: [.init(from: 1_440, until: 1)]), Hearth_V1_Grant(hours: [.init(from: 0, until: 0)]),
        Hearth_V1_Grant(hours: [.init(from: 0, until: 1_441)]),
        Hearth_V1_Grant(hours: [.init(weekdays: [0], from: 0, until: 60)]),
        Hearth_V1_Grant(hours: Array(repeating: .init(from: 0, until: 60), count: 101)),
        Hearth_V1_Grant(roomIDs: (0...10_000).map { "r\($0)" }),
    ])
    func malformedGrantIsRefused(_ message: Hearth_V1_Grant) {
        expect(throws: InvalidGrant.self) { try Grant(message) }
    }

    @Test func aGrantIsReadAsItIsWritten() throws {
        let grant = Grant(
            hasEverything: true, rooms: ["b", "a"], devices: ["d"],
            hours: [.init(weekdays: [1, 7], from: 5, until: 1_440)], until: .seconds(1_800_000_000))
        try expect(Grant(grant.message), equals: grant)
        expect(grant.message.roomIDs, equals: ["a", "b"])
    }

    @Test func eachSensitiveTraitIsOneThatThereIs() {
        let known = Set(StandardTraits.descriptors.map(\.id))
        expect(SensitiveTraits.ids.subtracting(known).isEmpty)
    }

    @Test func accessIsWhatThePersonIs() {
        let person = Principal(
            id: "x", rights: [.public, .view, .operate, .manage], credential: "key of x", person: "x")
        func access(_ principal: Principal, _ role: MemberRole?, _ grant: Grant? = nil) -> StructureAccess {
            StructureAccess.of(
                principal,
                as: role.map { PersonRecord(id: "p", identity: "x", name: "X", role: $0, grant: grant) },
                at: time(1, 12), in: "UTC")
        }
        expect(access(.owner, nil), equals: .full(.all))
        expect(access(.anonymous([.public]), .owner), equals: .none)
        expect(access(Principal(id: "maker", rights: [.public, .provide]), nil), equals: .none)
        expect(access(person, nil), equals: .none)
        expect(access(person, .administrator).rights.isSuperset(of: .administer))
        expect(access(person, .guest, Grant(rooms: ["r"])), equals: .guest(Grant(rooms: ["r"])))
        expect(access(person, .guest, Grant(until: time(1, 12))), equals: .none)
        expect(access(person, .guest), equals: .none)
    }
}
