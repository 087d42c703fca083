@testable internal import Hearth
internal import HearthIntegrations
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

/// Google's names for finding and adding, against a real hub.
@Suite(.timeLimit(.minutes(5)))
struct NearbyHubTests {
    private let ecosystem = FakeEcosystem()

    private func connect(_ house: IntegrationHouse, _ principal: Principal = .owner) async throws -> Home {
        var configuration = HomeClientConfiguration(clientID: "app")
        configuration.referencedAutomationTypes = ReferencedAutomationTypes(
            deviceTypes: [OnOffLightDeviceType.self], traits: [Matter.OnOffTrait.self])
        return try await Home.connect(over: house.client(principal), configuration: configuration)
    }

    @Test func foundHubIsActivatedInAStructure() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        ecosystem["safe.local"] = .init(identity: "BB", key: "hunter22")
        let house = try await IntegrationHouse(ecosystem)
        let home = try await connect(house)
        await expect(home.discoverAvailableHubs(duration: .milliseconds(1)), equals: [])
        await house.announce("safe.local", "BB", askingFor: "key")
        await house.announce("strip.local", "AA")
        let hubs = await home.discoverAvailableHubs(duration: .seconds(300))
        expect(hubs.map(\.serviceInstanceName), equals: ["Strip AA", "Strip BB"])
        expect((hubs.map(\.serviceType), hubs.map(\.canBeActivated)), are: (["fake", "fake"], [true, false]))
        let structure = try require(try await home.structures().list().first)
        try await home.startHubActivation(hubs[0], structureID: structure.id)
        try await expect(home.devices().list().map(\.name), equals: ["one"])
        await expect(
            home.discoverAvailableHubs(duration: .seconds(300)).map(\.serviceInstanceName), equals: ["Strip BB"])
        for (hub, code) in zip(hubs, [HomeError.Code.alreadyExists, .failedPrecondition]) {
            await expect(failure { try await home.startHubActivation(hub) }?.code, equals: code)
        }
        await home.disconnect()
        try await house.end()
    }

    @Test func whatNeedsItsButtonCanBeActivated() async throws {
        ecosystem["bridge.local"] = .init(identity: "AA", givenToken: "t0ken")
        let house = try await IntegrationHouse(ecosystem)
        let home = try await connect(house)
        await house.announce("bridge.local", "AA", askingFor: "button")
        let hub = try require(await home.discoverAvailableHubs(duration: .seconds(300)).first)
        expect(hub.device.readiness, equals: .needsButton)
        expect(hub.canBeActivated)
        try await home.startHubActivation(hub)
        try await expect(home.devices().list().map(\.name), equals: ["one"])
        await home.disconnect()
        try await house.end()
    }

    @Test func othersThanTheOwnerFindNothing() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let house = try await IntegrationHouse(ecosystem)
        await house.announce("strip.local", "AA")
        let rights: Rights = [.public, .view, .operate, .manage]
        let home = try await connect(house, Principal(id: "app", rights: rights))
        await expect(home.discoverAvailableHubs(), equals: [])
        await home.disconnect()
        try await house.end()
    }

    @Test func commissioningSaysWhatToDo() async throws {
        let house = try await IntegrationHouse(ecosystem)
        let home = try await connect(house)
        let structure = try require(try await home.structures().list().first)
        let error = await failure { try await structure.prepareForMatterCommissioning() }
        expect((error?.code, error?.message.contains("integrations") == true), are: (.unimplemented, true))
        expect(throws: HomeError.self) { try structure.completeMatterCommissioning() }
        let marked = structure.markMatterCommissioningFailed(error: HomeError(.cancelled, "by hand"))
        expect((marked.detailedError as? HomeError)?.code, equals: .cancelled)
        structure.cancelMatterCommissioning()
        let commissioner = try HomeMatterCommissioner(appGroup: "group.example")
        let refusals = [
            await failure { try await commissioner.commissionMatterDevice(onboardingPayload: "3497-011-2332") },
            await failure { _ = try commissioner.fetchRooms() },
            await failure { try await commissioner.configureMatterDevice(deviceName: "Lamp", roomName: nil) },
        ]
        expect(refusals.map { $0?.message }, equals: Array(repeating: error?.message, count: 3))
        let mistyped = await failure { try await commissioner.commissionMatterDevice(onboardingPayload: "3497") }
        expect(mistyped?.code, equals: .invalidArgument)
        await home.disconnect()
        try await house.end()
    }

    @Test("A device that is removed and added again is in its automations again")
    func readdedDeviceIsInItsAutomations() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let house = try await IntegrationHouse(ecosystem)
        let home = try await connect(house)
        await house.announce("strip.local", "AA")
        let structure = try require(try await home.structures().list().first)
        try await home.startHubActivation(try require(await home.discoverAvailableHubs(duration: .seconds(300)).first))
        let lamp = try require(try await home.devices().list().first)
        let saved = try await structure.createAutomation(
            automation(name: "Off", description: "") {
                manualStarter()
                action(lamp, OnOffLightDeviceType.self) { Matter.OnOffTrait.off() }
            })
        expect(saved.isValid)
        for integration in try await home.integrations.list() {
            try await home.integrations.remove(id: integration.id)
        }
        for try await automations in structure.automations().batched().values
        where automations.first?.isValid == false { break }

        try await home.startHubActivation(try require(await home.discoverAvailableHubs(duration: .seconds(300)).first))
        try await expect(home.devices().list().map(\.id), equals: [lamp.id])
        for try await automations in structure.automations().batched().values
        where automations.first?.isValid == true { break }
        await home.disconnect()
        try await house.end()
    }
}
