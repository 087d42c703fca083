@testable internal import Hearth
@testable internal import HearthClientCommands
@testable internal import HearthCommand
internal import HearthWire
internal import Expectations
internal import Testing

/// Which automations are shown as scenes.
@Suite(.timeLimit(.minutes(5))) struct ScenesTests {
    private func scene(
        _ nodes: [Hearth_V1_AutomationNode], _ scene: Hearth_V1_AutomationScene = .unspecified
    ) -> HomeAutomation {
        AutomatedHouse.saved(
            "s", "Movie Night", .init(graph: .init(id: 1, kind: .sequential(.init(nodes: nodes))), scene: scene))
    }

    @Test func aSceneSaysSoOrIsSetOffByHandAlone() {
        let manual = Hearth_V1_AutomationNode(id: 2, kind: .manualStarter(.init()))
        let starter = Hearth_V1_AutomationNode(id: 3, kind: .starter(.init(trait: AutomatedHouse.lock)))
        let both = Hearth_V1_AutomationNode(id: 4, kind: .select(.init(nodes: [manual, starter])))
        expect((ScenesCommand.isScene(scene([manual])), ScenesCommand.isScene(scene([starter]))), are: (true, false))
        expect((ScenesCommand.isScene(scene([both])), ScenesCommand.isScene(scene([]))), are: (false, false))
        expect(!ScenesCommand.isScene(AutomatedHouse.saved("s", "Movie Night", nil)))
        expect(ScenesCommand.isScene(scene([both], .sleep)))
        expect(!ScenesCommand.isScene(scene([manual], .triggerOwned)))
    }

    @Test func completionKnowsAutomationsAndScenes() async {
        let scene = scene([.init(id: 2, kind: .manualStarter(.init()))])
        func complete(_ words: String...) async -> [String] {
            await Completions.candidates(
                words, "", of: Help.commands, listing: { _ in nil },
                automations: { _ in [AutomatedHouse.automation, scene] })
        }
        await expect(complete("automations", "why"), equals: ["Evening", "Movie Night"])
        await expect((complete("automations", "import"), complete("scenes", "run")), are: ([], ["Movie Night"]))
    }
}
