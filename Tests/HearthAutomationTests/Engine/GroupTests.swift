internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Actions on all devices that are in a group when the action is reached.
@Suite struct GroupTests {
    private func stage(_ action: AutomationNode = turnOnAll(4), _ devices: [String] = ["one", "two"]) -> Stage {
        var stage = Stage()
        stage.home.groups = [.room("hall"): devices]
        stage.add(graph: sequence(1, pressed(2), delay(3, .seconds(10)), action, toggle(5, "bell")))
        return stage
    }

    /// The members are taken when the node is reached, and the trace has their ids.
    @Test func theListIsTakenWhenItIsReached() {
        var stage = stage()
        stage.press(1)
        stage.home.groups = [.room("hall"): ["two", "three"]]
        stage.pass(.seconds(10))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:10 1.3 waited
            0:10 1 two on
            0:10 1 three on
            0:10 1.4 two on done
            0:10 1.4 three on done
            0:10 1 bell toggle
            0:10 1.5 action done
            0:10 1 ended: finished
            """)
    }

    /// The next node waits for all members, and a failing one does not end the others.
    @Test func theNextNodeWaitsForAll() {
        var stage = stage()
        stage.silent = ["two"]
        stage.outcomes["one"] = .refused("no")
        stage.press(1)
        stage.pass(.seconds(10))
        expect(stage.sent.map(\.path.target.deviceID), equals: ["one", "two"])
        stage.answer()
        expect(stage.sent.last?.path.target.deviceID, equals: "bell")
    }

    /// The failure policy applies as soon as one member fails.
    @Test func oneFailingMemberIsAFailure() {
        var stop = stage(turnOnAll(4, onFailure: .stop))
        stop.outcomes["two"] = .unreachable("away")
        stop.press(1)
        stop.pass(.seconds(10))
        expect(stop.happened().contains("1 ended at 4: actionFailed"))
        var retry = stage(turnOnAll(4, onFailure: .retry(times: 1, after: .seconds(5))))
        retry.outcomes["two"] = .unreachable("away")
        retry.press(1)
        retry.pass(.seconds(20))
        expect(retry.sent.map(\.path.target.deviceID), equals: ["one", "two", "one", "two", "bell"])
    }

    /// For an empty or deleted group nothing happens, and that is reported.
    @Test(arguments: [true, false]) func anEmptyGroupIsNoTrouble(_ isGone: Bool) {
        var stage = stage(turnOnAll(4), [])
        if isGone { stage.home.groups = [:] }
        stage.press(1)
        stage.pass(.seconds(10))
        expect(stage.sent.map(\.path.target.deviceID), equals: ["bell"])
        expect(stage.happened().contains("1.4 action unreachable"))
    }

    /// After a crash, members without an answer are asked again or have an unknown outcome.
    @Test(arguments: [TestTrait.on, TestTrait.toggle]) func unansweredMembersAreAskedAgain(_ command: UInt32) {
        let action = Action(TraitReference(.room("hall"), traitID: TestTrait.id), commandID: command)
        let graph = AutomationGraph(
            root: sequence(1, pressed(2), AutomationNode(4, .action(action)), turnOff(5, "bell")))
        var kept = Kept(automations: [Automation(id: "a", name: "a", graph: graph)])
        kept.stage.home.groups = [.room("hall"): ["one", "two"]]
        kept.stage.silent = ["two"]
        kept.stage.press(1)
        expect(kept.stage.sent.map(\.path.target.deviceID), equals: ["one", "two"])
        kept.stage.save()
        kept.kill()
        expect(kept.stage.sent.map(\.path.target.deviceID), equals: (command == TestTrait.on ? ["two"] : ["bell"]))
        kept.stage.answer()
        expect(kept.stage.machine.livingRuns, equals: 0)
    }
}
