@testable internal import HearthClientCommands
@testable internal import HearthCommand
internal import HearthWire
internal import Expectations
internal import Testing

/// Which automations are shown as scenes.
@Suite(.timeLimit(.minutes(1))) struct ScenesTests {
    private func program(_ nodes: [Hearth_V1_AutomationNode], _ scene: Hearth_V1_AutomationScene = .unspecified)
        -> Hearth_V1_AutomationProgram
    {
        .init(graph: .init(id: 1, kind: .sequential(.init(nodes: nodes))), scene: scene)
    }

    @Test func aSceneSaysSoOrIsSetOffByHandAlone() {
        let manual = Hearth_V1_AutomationNode(id: 2, kind: .manualStarter(.init()))
        let starter = Hearth_V1_AutomationNode(id: 3, kind: .starter(.init(trait: AutomatedHouse.lock)))
        let both = Hearth_V1_AutomationNode(id: 4, kind: .select(.init(nodes: [manual, starter])))
        expect(ScenesCommand.isScene(program([manual])))
        expect(!ScenesCommand.isScene(program([starter])))
        expect(!ScenesCommand.isScene(program([both])))
        expect(!ScenesCommand.isScene(program([])))
        expect(!ScenesCommand.isScene(nil))
        expect(ScenesCommand.isScene(program([both], .sleep)))
        expect(!ScenesCommand.isScene(program([manual], .triggerOwned)))
    }

    @Test func completionKnowsAutomationsAndScenes() async {
        let scene = HouseAutomation(
            automation: .init(
                id: "s", name: "Movie Night", program: program([.init(id: 2, kind: .manualStarter(.init()))])),
            structure: AutomatedHouse.house.structures[0])
        func complete(_ words: String...) async -> [String] {
            await Completions.candidates(
                words, "", of: Help.commands, house: { _ in nil },
                automations: { _ in [AutomatedHouse.automation, scene] })
        }
        await expect(complete("automations", "why"), equals: ["Evening", "Movie Night"])
        await expect(complete("automations", "import"), equals: [])
        await expect(complete("scenes", "run"), equals: ["Movie Night"])
    }
}
