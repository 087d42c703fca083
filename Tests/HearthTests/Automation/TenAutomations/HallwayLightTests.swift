internal import Hearth
internal import HearthVirtualHome
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The article "Ten automations": hallway light.
@Suite(.timeLimit(.minutes(5))) struct HallwayLightTests {
    private func hallway(_ day: FurnishedHouse.Day, at hour: Int64) async throws -> (FurnishedHouse, any Automation) {
        let house = try await FurnishedHouse.start(day, at: hour)
        let (motion, lamp) = (try await house.device("hallway-motion"), try await house.device("hallway-light"))
        return (house, try await house.add(hallwayLight(motion, lamp, in: house.structure)))
    }

    /// The sensor reports that no one is there after 20 s, and five minutes later the light turns off.
    @Test func hallwayLightTurnsOffFiveMinutesAfterMotion() async throws {
        let (house, rule) = try await hallway(.winter, at: 22)
        try await house.rooms.play(.motion, on: "hallway-motion")
        try await house.expectSent(["22:00:00 hallway-light on"])
        try await house.pass(.seconds(20))
        try await house.pass(.seconds(299))
        try await house.expectSent(["22:00:00 hallway-light on"])
        try await house.pass(.seconds(1))
        try await house.expectSent(["22:00:00 hallway-light on", "22:05:20 hallway-light off"])
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        await house.stop()
    }

    /// Mode restart: later motion starts the time again.
    @Test func laterMotionRestartsTheTime() async throws {
        let (house, rule) = try await hallway(.winter, at: 22)
        try await house.rooms.play(.motion, on: "hallway-motion")
        try await house.expectSent(["22:00:00 hallway-light on"])
        try await house.pass(.seconds(20))
        try await house.pass(.seconds(100))
        try await house.rooms.play(.motion, on: "hallway-motion")
        let twice = ["22:00:00 hallway-light on", "22:02:00 hallway-light on"]
        try await house.expectSent(twice)
        try await house.pass(.seconds(20))
        try await house.pass(.seconds(299))
        try await house.expectSent(twice)
        try await house.pass(.seconds(1))
        try await house.expectSent(twice + ["22:07:20 hallway-light off"])
        try await expect(house.ends(of: rule, 2), equals: [.restarted, .finished])
        await house.stop()
    }

    /// A wait ends at its time. If that has passed when the hub restarts, the run continues as soon as devices had ten
    /// seconds to come back.
    @Test(arguments: [(4, "22:05:20"), (30, "22:30:10")])
    func theHallwayLightGoesOffThoughTheHubWasDown(_ minute: Int64, _ time: String) async throws {
        let folder = try TemporaryFolder()
        let before = try await FurnishedHouse.start(at: 22, file: folder.file("home.db"))
        let (motion, lamp) = (try await before.device("hallway-motion"), try await before.device("hallway-light"))
        let rule = try await before.add(hallwayLight(motion, lamp, in: before.structure))
        try await before.rooms.play(.motion, on: "hallway-motion")
        try await before.expectSent(["22:00:00 hallway-light on"])
        try await before.pass(.seconds(20))
        try await before.pass(.seconds(100))
        await before.stop()
        expect(before.sent.lines, equals: ["22:00:00 hallway-light on"])

        let after = try await FurnishedHouse.start(at: 22, minute, file: folder.file("home.db"))
        for _ in 1...120 where after.sent.lines.isEmpty { try await after.pass(.seconds(1)) }
        try await after.expectSent(["\(time) hallway-light off"])
        try await expect(after.ends(of: rule, 1), equals: [.finished])
        await after.stop()
    }

    /// By day the condition fails, and the trace says why.
    @Test func theHallwayLightStaysOffByDay() async throws {
        let (house, rule) = try await hallway(.summer, at: 20)
        try await house.rooms.play(.motion, on: "hallway-motion")
        try await expect(house.reasonOfNoStart(of: rule), equals: .conditionFalse)
        try await house.expectSent([])
        await house.stop()
    }
}
