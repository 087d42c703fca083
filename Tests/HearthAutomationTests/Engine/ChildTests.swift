internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Automations that run others and wait for their runs.
@Suite struct ChildTests {
    /// The parent's author may not read the safe; the child's may, whatever has started the parent.
    @Test func aChildReadsWithTheRightsOfItsAuthor() {
        for starts in [starter(2), pressed(2)] {
            var stage = Stage()
            stage.home.hidden = ["guest": ["safe"]]
            stage.home.traits[TestTrait.path("safe")] = [0: .signed(1)]
            stage.add("scene", graph: sequence(1, manual(2), reader(3, "safe"), condition(4, above(3, 0)), turnOn(5)))
            let parent = AutomationGraph(root: sequence(1, starts, execution(3, of: "scene")))
            stage.tell(
                stage.machine.edited(
                    Automation(id: "a", name: "", graph: parent, savedBy: "guest"), isValid: true, home: stage.home,
                    at: stage.moment))
            stage.report(1)
            stage.press(1)
            expect(stage.sent.map(\.path), equals: [TestTrait.path("lamp")])
        }
    }

    /// The transcript "The parent continues when its child has ended" has the order; the child's start names the parent.
    @Test func aChildsStartNamesItsParent() {
        var stage = Stage()
        stage.add("scene", graph: sequence(1, manual(2), turnOn(3)))
        stage.add(graph: sequence(1, pressed(2), execution(3, of: "scene")))
        stage.press(1)
        expect(stage.begun.last?.chain, equals: ["a", "scene"])
        expect(
            stage.begun.last?.start.cause,
            equals: AutomationCause(.automation, name: "a", run: .init(runID: 1, chain: ["a"])))
    }

    /// A child acts with the rights of the person who saved it.
    @Test func aChildHasItsOwnRights() {
        var stage = Stage()
        for (id, author) in [("scene", "ann"), ("a", "ben")] {
            let root =
                id == "a"
                ? sequence(1, pressed(2), execution(3, of: "scene"), turnOn(4)) : sequence(1, manual(2), turnOff(3))
            let automation = Automation(id: id, name: id, graph: AutomationGraph(root: root), savedBy: author)
            stage.tell(stage.machine.edited(automation, isValid: true, home: stage.home, at: stage.moment))
        }
        stage.press(1)
        expect(stage.sent.map(\.savedBy), equals: ["ann", "ben"])
    }

    /// A long sequence of short children does not deepen the call stack.
    @Test func manyShortChildrenAreNoTrouble() {
        var limits = AutomationMachine.Limits()
        limits.starts = .max
        var stage = Stage(limits: limits)
        stage.add("scene", graph: sequence(1, manual(2)))
        let row = (10..<510).map { execution($0, of: "scene") }
        stage.add(graph: AutomationNode(1, .sequential([pressed(2)] + row + [turnOn(600)])))
        stage.press(1)
        expect(stage.begun.count, equals: 501)
        expect(stage.sent.map(\.nodeID), equals: [600])
    }
}
