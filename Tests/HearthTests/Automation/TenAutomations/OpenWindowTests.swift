internal import Hearth
internal import HearthVirtualHome
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The article "Ten automations": heating at an open window.
@Suite(.timeLimit(.minutes(5))) struct OpenWindowTests {
    private func heating(file: String? = nil) async throws -> (FurnishedHouse, any Automation) {
        let house = try await FurnishedHouse.start(at: 9, isHeated: true, file: file)
        let (window, thermostat) = (try await house.device("office-window"), try await house.device("thermostat"))
        return (house, try await house.add(openWindow(window, thermostat)))
    }

    private func turn(isClosed: Bool, in house: FurnishedHouse) async throws {
        try await house.rooms.play(.contact(isClosed: isClosed), on: "office-window")
    }

    /// After the window has been open for a time, the heating turns off; its mode is restored when the window is
    /// closed.
    @Test func theHeatingRestsWhileTheWindowIsOpen() async throws {
        let (house, rule) = try await heating()
        try await turn(isClosed: false, in: house)
        try await house.isWaiting(rule)
        try await house.pass(.seconds(20))
        try await turn(isClosed: true, in: house)
        try await expect(house.ends(of: rule, 1), equals: [.notHeld])
        try await house.pass(.seconds(40))
        try await house.expectSent([])

        try await turn(isClosed: false, in: house)
        try await house.isWaiting(rule)
        try await house.pass(.seconds(29))
        try await house.expectSent([])
        try await house.pass(.seconds(1))
        try await house.expectSent(["09:01:30 thermostat systemMode 0"])
        try await house.pass(.seconds(600))
        try await turn(isClosed: true, in: house)
        // 1 is the former mode, automatic.
        try await house.expectSent(["09:01:30 thermostat systemMode 0", "09:11:30 thermostat systemMode 1"])
        try await expect(house.ends(of: rule, 2), equals: [.notHeld, .finished])
        await house.stop()
    }

    /// A mode that a person has set meanwhile stays.
    @Test func modeSetByAPersonStays() async throws {
        let (house, rule) = try await heating()
        try await turn(isClosed: false, in: house)
        try await house.isWaiting(rule)
        try await house.pass(.seconds(30))
        try await house.expectSent(["09:00:30 thermostat systemMode 0"])
        let thermostat = try await house.device("thermostat").types.get(ThermostatDeviceType.self)
        _ = try await thermostat?.matterTraits.thermostatTrait?.update { $0.setSystemMode(.heat) }
        try await turn(isClosed: true, in: house)
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        try await house.expectSent(["09:00:30 thermostat systemMode 0", "09:00:30 thermostat systemMode 4"])
        await house.stop()
    }
    /// The window is closed while the hub and its devices are down.
    @Test func aWindowThatIsClosedWhileTheHubIsDownEndsTheWait() async throws {
        let folder = try TemporaryFolder()
        let (before, rule) = try await heating(file: folder.file("home.db"))
        try await turn(isClosed: false, in: before)
        try await before.isWaiting(rule)
        try await before.pass(.seconds(30))
        try await before.expectSent(["09:00:30 thermostat systemMode 0"])
        await before.stop()

        let house = try await FurnishedHouse.start(at: 11, isHeated: true, file: folder.file("home.db"))
        try await house.pass(.seconds(10))
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        try await house.expectSent(["11:00:00 thermostat systemMode 1"])
        await house.stop()
    }
}
