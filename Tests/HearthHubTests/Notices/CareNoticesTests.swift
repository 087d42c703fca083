@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

/// Notices about what needs care: each is raised once, and removed when it is mended.
@Suite(.timeLimit(.minutes(5)))
struct CareNoticesTests {
    private typealias Listed = NoticesTests.Listed

    private static let hour = Absences.patience
    private static let battery = Matter.PowerSourceTrait.descriptor

    private func titles(_ test: TestHub) throws -> [String] {
        try NoticesTests.list(test, test.structureID).map { "\($0.title): \($0.text)" }
    }

    private func dismissAll(_ test: TestHub) async throws {
        let path = TraitPath(TraitTarget(deviceID: test.structureID, endpoint: 0), HubTraits.Notices.id)
        _ = try await test.hub.invoke(path, command: HubTraits.Notices.dismiss, as: owner)
    }

    @Test func lowBatteryIsListedUntilItIsReplaced() async throws {
        let test = try await TestHub()
        try await NoticesTests.attachOwnTraits(test)
        let provider = TestProvider([
            NoticesTests.device("remote", 0x0F, Self.battery, [12: .unsigned(90), 14: .unsigned(0), 15: .bool(false)])
        ])
        try await test.hub.attach(provider)
        func report(_ values: StructureValue) {
            provider.report(TraitPath(TraitTarget(deviceID: "remote", endpoint: 1), Self.battery.id), values)
        }
        let low = Listed(
            title: "Low battery", text: "Remote has a low battery, 19 % left", urgency: 1, kind: 12, device: "remote")
        report([12: .unsigned(38), 14: .unsigned(1)])
        report([12: .unsigned(18)])
        report([12: .unsigned(16), 14: .unsigned(2), 15: .bool(true)])
        try expect(NoticesTests.list(test, test.structureID), equals: [low])
        // A dismissed one stays away while only the charge changes.
        try await dismissAll(test)
        report([12: .unsigned(14)])
        try expect(titles(test), equals: [])
        report([14: .unsigned(0), 15: .bool(false)])
        report([12: .unsigned(38), 14: .unsigned(1)])
        try expect(NoticesTests.list(test, test.structureID), equals: [low])
        report([12: .unsigned(200), 14: .unsigned(0)])
        try expect(titles(test), equals: [])
    }

    @Test func unreachableDeviceIsListedAfterAnHour() async throws {
        let test = try await TestHub()
        try await NoticesTests.attachOwnTraits(test)
        let provider = TestProvider(lamps: 5)
        try await test.hub.attach(provider)
        func set(_ device: String, _ connectivity: SourceConnectivity) {
            provider.report(DeviceChange(deviceID: device, connectivity: connectivity, cause: .device))
        }
        let online = SourceConnectivity(connectivityState: .online, dataSourceLocality: .unspecified)
        set("lamp-1", .offline)
        await test.clock.advance(by: .seconds(1_800))
        set("lamp-2", .offline)
        set("lamp-1", online)
        set("lamp-1", .offline)
        await test.clock.advance(by: Self.hour - .seconds(1))
        try expect(titles(test), equals: [])
        await test.clock.advance(by: .seconds(1))
        let both = ["lamp-1", "lamp-2"].map { "Device unreachable: Lamp \($0.suffix(1)): no answer for an hour" }
        try expect(titles(test).sorted(), equals: both)
        await test.clock.advance(by: Self.hour * 3)
        set("lamp-1", online)
        try expect(titles(test), equals: [both[1]])
        try await dismissAll(test)
        await test.clock.advance(by: Self.hour * 3)
        try expect(titles(test), equals: [])
        // All devices of a provider get one notice together.
        set("lamp-2", online)
        for number in 1...5 { set("lamp-\(number)", .offline) }
        await test.clock.advance(by: Self.hour * 5)
        try expect(
            titles(test), equals: ["Devices unreachable: Lamp 1, Lamp 2, Lamp 3 and 2 more: no answer for an hour"])
        for number in 1...4 { set("lamp-\(number)", online) }
        try expect(titles(test), equals: [])
        await test.clock.advance(by: Self.hour)
        try expect(titles(test), equals: ["Device unreachable: Lamp 5: no answer for an hour"])
        try await provider.remove(["lamp-5"])
        try expect(titles(test), equals: [])
        try await test.hub.shutdown()
    }

    @Test func automationThatFailsTwiceIsListedUntilItWorks() async throws {
        let home = try await AutomationHome()
        try await NoticesTests.attachOwnTraits(home.test)
        let unlock = AutomationHome.command(3, TestProvider.doorLock(of: "lock"), 1)
        let lamp = AutomationHome.command(3, TestProvider.onOff(of: "lamp-1"), 1)
        let made = try await home.create([AutomationHome.manual(2), unlock], name: "Leaving") {
            $0.allowsSensitiveActions = true
        }
        func run() async throws {
            let id = try await home.automations.executeAutomation(.init(automationID: made.id)).runID
            try await until { try await home.runs(of: made.id).runs.first { $0.id == id }?.end != nil }
        }
        try await run()
        try expect(titles(home.test), equals: [])
        try await run()
        try await run()
        let failed = try titles(home.test)
        expect(failed.map { String($0.prefix(33)) }, equals: ["Automation failed twice: Leaving:"])
        _ = try await home.automations.updateAutomation(
            .init(
                automationID: made.id, program: .init(graph: AutomationHome.sequence([AutomationHome.manual(2), lamp])))
        )
        try await run()
        try expect(titles(home.test), equals: [])
    }

    @Test func newPersonIsListedUntilTheyLeave() async throws {
        let home = try await PeopleHome()
        try await NoticesTests.attachOwnTraits(home.test)
        _ = try await home.join("Ada", .administrator)
        try expect(titles(home.test), equals: ["New person: Ada has joined as an administrator"])
        _ = try await home.people().removePerson(.init(personID: home.person("Ada")))
        try expect(titles(home.test), equals: [])
    }

    @Test func hubsOwnConditionsAreListedUntilMended() async throws {
        let test = try await TestHub()
        try await NoticesTests.attachOwnTraits(test)
        for failure in ["no space is left", "the folder is gone"] { test.hub.noteBackup(failure: failure) }
        test.hub.noteCertificate(warning: "the certificate expires")
        try expect(
            titles(test), equals: ["Backup failed: no space is left", "Certificate expires: the certificate expires"])
        test.hub.noteBackup(failure: nil)
        test.hub.noteCertificate(warning: nil)
        try expect(titles(test), equals: [])
    }
}
