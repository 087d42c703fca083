@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
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

    /// Of two people who rename an automation, the second one is told. A rename leaves the program's revision.
    @Test func eachSavedChangeHasARevision() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        try await test.hub.attach(TestProvider([TestProvider.lamp("lamp-1", name: "Lamp 1")]))
        let client = Hearth_V1_AutomationClient(test.client(.owner))
        let id = try require(
            try await client.createAutomation(
                .init(structureID: test.structureID, name: "Rule", program: program())
            ).automation?.id)
        func saved(_ change: Hearth_V1_UpdateAutomationRequest) async throws -> [UInt64] {
            var change = change
            change.automationID = id
            let automation = try require(try await client.updateAutomation(change).automation)
            return [automation.revision, automation.programRevision]
        }
        try await expect(saved(.init(name: "Anna's", revision: 1)), equals: [2, 1])
        await expect(refused: .aborted, saying: "\"Anna's\" has revision 2") {
            try await client.updateAutomation(.init(automationID: id, name: "Bob's", revision: 1))
        }
        try await expect(saved(.init(description: "Lights", revision: 2)), equals: [3, 1])
        try await expect(saved(.init(isActive: false)), equals: [4, 1])
        // What is as it was is no change.
        try await expect(saved(.init(name: "Anna's", isActive: false)), equals: [4, 1])
        // A program is based on the program: a rename or a switch since is no conflict, another program is.
        try await expect(saved(.init(name: "New", program: program(), programRevision: 1)), equals: [5, 2])
        await expect(refused: .aborted, saying: "\"New\" has program revision 2") {
            try await client.updateAutomation(
                .init(automationID: id, program: program(on: "lamp-2"), programRevision: 1))
        }
        try await test.hub.shutdown()
        let again = try await TestHub(store: HomeStore.open(path: folder.file))
        let listed = try await Hearth_V1_AutomationClient(again.client(.owner))
            .listAutomations(.init(structureID: again.structureID)).automations
        expect(listed.map { [$0.revision, $0.programRevision] }, equals: [[5, 2]])
        try await again.hub.shutdown()
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
