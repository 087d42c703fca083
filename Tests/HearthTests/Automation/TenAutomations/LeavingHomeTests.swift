internal import Hearth
internal import HearthVirtualHome
internal import HearthWire
internal import Expectations
internal import Testing

/// The article "Ten automations": leaving home.
@Suite(.timeLimit(.minutes(5))) struct LeavingHomeTests {
    private func leaving() async throws -> (FurnishedHouse, any Automation) {
        let house = try await FurnishedHouse.start(at: 8, isHeated: true)
        let (door, thermostat) = (try await house.device("front-door-lock"), try await house.device("thermostat"))
        return (house, try await house.add(leavingHome(door, thermostat, in: house.structure)))
    }

    private let left = [
        "bathroom-light off", "bedroom-carousel off", "garden-bridge off", "hallway-light off",
        "living-reading-light off",
    ]

    /// An event with the requested fields. The bolt takes a second.
    @Test func lockingByKeypadMeansLeaving() async throws {
        let (house, rule) = try await leaving()
        try await house.rooms.play(.thumbTurn(locks: false), on: "front-door-lock")
        try await house.pass(.seconds(60))
        try await house.rooms.play(.thumbTurn(locks: true), on: "front-door-lock")
        try await house.pass(.seconds(60))
        try await house.expectSent([])
        try await house.rooms.play(.keypad(code: Array("1234".utf8), locks: true), on: "front-door-lock")
        try await house.pass(.seconds(1))
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        let all = (left + ["thermostat occupiedHeatingSetpoint 1700"]).map { "08:02:01 " + $0 }
        expect((house.sent.lines.sorted(), house.sent.lines.last), are: (all.sorted(), all.last))
        await house.stop()
    }

    /// A manual run takes the branch that locks the door first, and ends if that fails.
    @Test(arguments: [false, true]) func byHandTheDoorIsLockedFirst(_ isStuck: Bool) async throws {
        let (house, rule) = try await leaving()
        if isStuck { house.sent.refuse("front-door-lock", times: 1) }
        try await rule.execute()
        try await expect(house.ends(of: rule, 1), equals: [isStuck ? .actionFailed : .finished])
        expect(house.sent.lines.first, equals: "08:00:00 front-door-lock lockDoor")
        expect(house.sent.lines.count, equals: (isStuck ? 1 : 2 + left.count))
        await house.stop()
    }
}
