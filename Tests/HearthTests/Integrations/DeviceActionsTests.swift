@testable internal import Hearth
internal import HearthEntities
internal import HearthIntegrations
internal import HearthTraitCore
internal import HearthTraits
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

/// Actions that a firmware names itself, from an app to the device of an integration.
@Suite(.timeLimit(.minutes(5)))
struct DeviceActionsTests {
    private let ecosystem = FakeEcosystem()

    private static let actions = [
        DeviceAction(
            name: "play",
            arguments: [
                .init(name: "song", type: .text), .init(name: "volume", type: .integer),
                .init(name: "loud", type: .boolean, missing: .boolean(false)),
                .init(name: "notes", type: .numbers, missing: .numbers([])),
            ], answers: true), DeviceAction(name: "rest"), DeviceAction(name: "fail"),
    ]

    @Test func anAppRunsTheActionsOfADevice() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", actions: Self.actions)
        let house = try await IntegrationHouse(ecosystem)
        let home = try await Home.connect(
            over: house.client(), configuration: HomeClientConfiguration(clientID: "app"))
        await house.announce("strip.local", "AA")
        try await home.startHubActivation(
            try require(await home.discoverAvailableHubs(duration: .seconds(300)).first))
        let device = try require(try await home.devices(enableMultipartDevices: true).list().first)
        let type = try require(await device.types.get(HearthDeviceActionsDeviceType.self))
        let trait = try require(type.traits[HearthProject.DeviceActionsTrait.self])
        expect(trait.actionList?.map(\.name), equals: ["play", "rest", "fail"])

        let played = try await trait.runAction(name: "play") {
            $0.setArguments(#"{"volume":3,"song":"a","notes":[1.5,2]}"#)
        }
        expect(played.answer, equals: #"{"ran":"play"}"#)
        try await expectNil(trait.runAction(name: "rest").answer)
        let failed = await failure { try await trait.runAction(name: "fail") }
        expect(failed?.message.contains("one has no pump") == true, "\(String(describing: failed))")
        let refused = await failure { try await trait.runAction(name: "play") { $0.setArguments(#"{"song":"a"}"#) } }
        expect(refused?.code, equals: .invalidArgument)
        expect(refused?.message.contains("\"volume\" is missing") == true, "\(String(describing: refused))")
        // What is refused does not reach the device.
        expect(
            ecosystem.calls,
            equals: [
                ActionCall(
                    name: "play", values: [.text("a"), .integer(3), .boolean(false), .numbers([1.5, 2])]),
                ActionCall(name: "rest"), ActionCall(name: "fail"),
            ])
        await home.disconnect()
        try await house.end()
    }
}
