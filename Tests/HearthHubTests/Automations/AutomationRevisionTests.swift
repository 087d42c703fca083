@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Two people who change one automation at the same time.
@Suite(.timeLimit(.minutes(5)))
struct AutomationRevisionTests {
    private typealias Home = AutomationHome

    private func program(
        _ scene: Hearth_V1_AutomationScene = .unspecified, on device: String = "lamp-1"
    ) -> Hearth_V1_AutomationProgram {
        .init(graph: Home.sequence([Home.manual(2), Home.command(3, TestProvider.onOff(of: device), 1)]), scene: scene)
    }

    @Test func aChangeOfAnEarlierRevisionIsRefused() async throws {
        let home = try await PeopleHome()
        let client = Hearth_V1_AutomationClient(home.test.client(.owner))
        let made = try require(
            try await client.createAutomation(
                .init(structureID: home.home, name: "Rule", program: program())
            ).automation)
        expect(made.revision, equals: 1)
        let changed = try await client.updateAutomation(
            .init(automationID: made.id, program: program(on: "lamp-2"), revision: 1)
        ).automation
        expect(changed?.revision, equals: 2)
        await expect(refused: .aborted, saying: "revision 2") {
            try await client.updateAutomation(
                .init(automationID: made.id, name: "Mine", program: program(), revision: 1))
        }
        let present = try await client.listAutomations(.init(structureID: home.home)).automations
        expect(present.map(\.name) == ["Rule"] && present.map(\.program) == [program(on: "lamp-2")])
        // Without a base revision any revision is replaced.
        _ = try await client.updateAutomation(.init(automationID: made.id, program: program()))
    }

    @Test func aHomeHasOneSceneOfEachBuiltInKind() async throws {
        let home = try await PeopleHome()
        let client = Hearth_V1_AutomationClient(home.test.client(.owner))
        for scene in [Hearth_V1_AutomationScene.userDefined, .userDefined, .sleep, .wakeUp] {
            _ = try await client.createAutomation(
                .init(structureID: home.home, name: "Scene", program: program(scene)))
        }
        await expect(refused: .alreadyExists) {
            try await client.createAutomation(
                .init(structureID: home.home, name: "Night", program: program(.sleep)))
        }
    }
}
