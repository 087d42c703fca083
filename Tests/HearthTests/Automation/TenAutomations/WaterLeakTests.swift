internal import Hearth
internal import HearthVirtualHome
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

/// The article "Ten automations": water leak.
@Suite(.timeLimit(.minutes(5))) struct WaterLeakTests {
    /// A valve that refuses is asked again, up to the limit of retries.
    @Test func waterOnTheFloorClosesTheValve() async throws {
        let house = try await FurnishedHouse.start(at: 3)
        let rule = try await house.add(
            waterLeak(
                [try await house.device("kitchen-leak")], try await house.device("valve"),
                try await house.device("chime")))
        house.sent.refuse("valve", times: 2)
        try await house.rooms.play(.leak(isDetected: true), on: "kitchen-leak")
        try await house.expectSent(["03:00:00 valve close"])
        try await house.pass(.seconds(10))
        try await house.expectSent(["03:00:00 valve close", "03:00:10 valve close"])
        try await house.pass(.seconds(9))
        expect(house.sent.lines.count, equals: 2)
        try await house.pass(.seconds(1))
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        try await house.expectSent([
            "03:00:00 valve close", "03:00:10 valve close", "03:00:20 valve close",
            "03:00:20 chime playChimeSound chimeID 2",
        ])
        await house.stop()
    }

    /// Closing the valve needs no consent, opening it does.
    @Test func openingTheValveNeedsConsent() async throws {
        let house = try await FurnishedHouse.start(at: 3)
        let valve = try await house.device("valve")
        func issues(_ settings: AutomationSettings) async throws -> [ValidationIssueType] {
            try await house.structure.validateAutomation(
                automation(settings: settings) {
                    manualStarter()
                    action(valve, WaterValveDeviceType.self) { Matter.ValveConfigurationAndControlTrait.open() }
                }
            ).map(\.issueType)
        }
        try await expect(issues(AutomationSettings()), equals: [.blockedAction])
        try await expect(issues(AutomationSettings(allowsSensitiveActions: true)), equals: [])
        await house.stop()
    }
}
