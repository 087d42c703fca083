internal import Hearth
internal import HearthWire
internal import Expectations
internal import Testing

/// The article "Ten automations": doorbell.
@Suite(.timeLimit(.minutes(5))) struct DoorbellTests {
    private func bell(at hour: Int64) async throws -> (FurnishedHouse, any Automation) {
        let house = try await FurnishedHouse.start(at: hour)
        let (bell, chime) = (try await house.device("doorbell"), try await house.device("chime"))
        let lamp = try await house.device("hallway-light")
        return (house, try await house.add(doorbell(bell, chime, lamp, in: house.structure)))
    }

    /// A second ring within half a minute is not announced.
    @Test func theDoorbellIsAnnouncedOnce() async throws {
        let (house, rule) = try await bell(at: 15)
        house.ring()
        try await house.expectSent(["15:00:00 chime playChimeSound"])
        try await house.pass(.seconds(29))
        house.ring()
        try await expect(house.reasonOfNoStart(of: rule), equals: .suppressed)
        try await house.expectSent(["15:00:00 chime playChimeSound"])
        try await house.pass(.seconds(1))
        house.ring()
        try await house.expectSent(["15:00:00 chime playChimeSound", "15:00:30 chime playChimeSound"])
        await house.stop()
    }

    /// At night, a range across midnight, a light turns on instead and is restored afterwards.
    @Test(arguments: [22, 2]) func theDoorbellIsSilentAtNight(_ hour: Int64) async throws {
        let (house, rule) = try await bell(at: hour)
        house.ring()
        let time = hour == 22 ? "22" : "02"
        try await house.expectSent(["\(time):00:00 hallway-light on"])
        try await house.pass(.seconds(19))
        try await house.expectSent(["\(time):00:00 hallway-light on"])
        try await house.pass(.seconds(1))
        try await house.expectSent(["\(time):00:00 hallway-light on", "\(time):00:20 hallway-light off"])
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        await house.stop()
    }
}
