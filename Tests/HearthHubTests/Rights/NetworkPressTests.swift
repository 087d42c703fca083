@testable internal import HearthHub
internal import Expectations
@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import RefusalTestSupport
internal import Testing

/// A press that changes the network of a device is for those who manage the home.
@Suite(.timeLimit(.minutes(5)))
struct NetworkPressTests {
    private static let press = StandardTraits.hearthProjectPress

    /// A home with a device that has such a press and one that has another.
    private func home() async throws -> (home: PeopleHome, presses: TestProvider) {
        let home = try await PeopleHome()
        let devices = [("remove", NetworkPress.deviceClass), ("restart", "restart")].map { id, deviceClass in
            let values: StructureValue = [NetworkPress.attribute: .string(deviceClass)]
            let globals = Self.press.globals(of: values)
            return DeviceDescription(
                id: id, name: id,
                endpoints: [
                    EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                    EndpointDescription(
                        id: 1, parent: 0, deviceTypes: [],
                        traits: [
                            TraitInstance(
                                descriptor: Self.press,
                                attributes: StructureValue(values.fields.merging(globals.fields) { $1 }))
                        ]),
                ], isMatterDevice: false)
        }
        let presses = TestProvider(devices)
        try await home.test.hub.attach(presses)
        return (home, presses)
    }

    private func path(_ device: String) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: 1), Self.press.id)
    }

    /// How a person's press of a device is refused; the test's provider carries out none.
    private func refusal(_ device: String, _ home: PeopleHome, by person: Principal) async -> RPCError.Code? {
        await RefusalTestSupport.refusal {
            let _: Hearth_V1_TraitCommandResponse = try await home.test.call(
                Self.press, "PressCommand", Hearth_V1_TraitCommandRequest(target: .init(path(device))), by: person)
        }?.code
    }

    @Test func guestsMayNotPressIt() async throws {
        let (home, presses) = try await home()
        let guest = try await home.join("Gus", .guest, Grant(hasEverything: true))
        let manager = try await home.join("Ada", .administrator)
        await expect(refusal("remove", home, by: guest), equals: .permissionDenied)
        expect(presses.commands, equals: 0)
        await expect(refusal("restart", home, by: guest), equals: .unimplemented)
        await expect(refusal("remove", home, by: manager), equals: .unimplemented)
        expect(presses.commands, equals: 2)
    }

    /// The check of an automation says so, once its author is a guest.
    @Test func automationsOfGuestsLackTheRight() async throws {
        let (home, _) = try await home()
        let ada = try await home.join("Ada", .administrator)
        let client = Hearth_V1_AutomationClient(home.test.client(ada))
        let rule = try require(
            try await client.createAutomation(
                .init(
                    structureID: home.home, name: "Rule",
                    program: .init(
                        graph: AutomationHome.sequence([
                            AutomationHome.manual(2), AutomationHome.command(3, path("remove"), 0),
                            AutomationHome.command(4, path("restart"), 0),
                        ])))
            ).automation)
        expect(rule.issues, equals: [])
        _ = try await home.people().updatePerson(
            .init(personID: home.person("Ada"), role: .guest, grant: Grant(hasEverything: true).message))
        let listed = try await Hearth_V1_AutomationClient(home.test.client(.owner))
            .listAutomations(.init(structureID: home.home, automationID: rule.id)).automations.first
        expect(listed?.issues.map { "\($0.nodeID) \($0.kind)" }, equals: ["3 missingRight"])
    }
}
