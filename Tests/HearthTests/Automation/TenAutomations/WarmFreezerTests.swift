internal import Hearth
internal import HearthVirtualHome
internal import HearthWire
internal import Expectations
internal import Testing

/// The article "Ten automations": warm freezer.
@Suite(.timeLimit(.minutes(5))) struct WarmFreezerTests {
    private func freezer() async throws -> (FurnishedHouse, any Automation) {
        let house = try await FurnishedHouse.start(at: 10)
        let rule = try await house.add(
            warmFreezer(try await house.device("kitchen-refrigerator"), try await house.device("chime")))
        return (house, rule)
    }

    private func feel(_ temperature: Int16?, in house: FurnishedHouse) async throws {
        try await house.rooms.play(.temperature(temperature), on: "kitchen-refrigerator", endpoint: 3)
    }

    /// The freezer is set to -18 °C; -13 °C is not too warm, anything above is.
    @Test func freezerThatStaysTooWarmIsReported() async throws {
        let (house, rule) = try await freezer()
        try await feel(-1_300, in: house)
        try await expect(house.reasonOfNoStart(of: rule), equals: .conditionFalse)
        try await feel(-1_250, in: house)
        try await house.isWaiting(rule)
        try await house.pass(.seconds(600))
        // It gets warmer still: the hold continues.
        try await feel(-1_100, in: house)
        try await house.pass(.seconds(299))
        try await house.expectSent([])
        try await house.pass(.seconds(1))
        try await house.expectSent(["10:15:00 chime playChimeSound chimeID 2"])
        // At most one notice in six hours.
        try await feel(-1_000, in: house)
        try await house.isWaiting(rule)
        try await house.pass(.seconds(900))
        try await expect(house.ends(of: rule, 2), equals: [.finished, .suppressed])
        try await house.pass(.seconds(21_600))
        try await feel(-900, in: house)
        try await house.isWaiting(rule)
        try await house.pass(.seconds(900))
        try await house.expectSent([
            "10:15:00 chime playChimeSound chimeID 2", "16:45:00 chime playChimeSound chimeID 2",
        ])
        await house.stop()
    }

    /// A failed sensor's null does not count as warm.
    @Test func aSensorThatFailsEndsTheHold() async throws {
        let (house, rule) = try await freezer()
        try await feel(-1_250, in: house)
        try await house.isWaiting(rule)
        try await house.pass(.seconds(600))
        try await feel(nil, in: house)
        try await expect(house.ends(of: rule, 1), equals: [.notHeld])
        try await house.pass(.seconds(3_600))
        try await house.expectSent([])
        await house.stop()
    }
}
