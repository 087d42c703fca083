internal import Hearth
internal import HearthWire
internal import Expectations
internal import Testing

/// The article "Ten automations": blinds by the sun.
@Suite(.timeLimit(.minutes(5))) struct BlindsByTheSunTests {
    /// Half an hour after sunrise, but in summer not before 7:30; a quarter of an hour before sunset.
    @Test(arguments: [
        (FurnishedHouse.Day.winter, 8, 39, "08:40:07"), (.summer, 7, 29, "07:30:00"), (.winter, 16, 6, "16:06:45"),
        (.summer, 21, 16, "21:17:25"),
    ])
    func theBlindFollowsTheSun(
        _ day: FurnishedHouse.Day, _ hour: Int64, _ minute: Int64, _ time: String
    ) async throws {
        let house = try await FurnishedHouse.start(day, at: hour, minute)
        let rule = try await house.add(blindsByTheSun(try await house.device("living-blind"), in: house.structure))
        for _ in 1...180 where house.sent.lines.isEmpty { try await house.pass(.seconds(1)) }
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        let request = hour < 12 ? "upOrOpen" : "goToLiftPercentage liftPercent100thsValue 8000"
        try await house.expectSent(["\(time) living-blind \(request)"])
        await house.stop()
    }
}
