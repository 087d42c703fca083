internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Automations that run others and wait for their runs.
@Suite struct ChildTests {
    /// "scene" switches a lamp on, waits, and switches it off; "a" runs it.
    private func stage(scene mode: RunMode = .single, isActive: Bool = true) -> Stage {
        var stage = Stage()
        stage.add(
            "scene", mode: mode, isActive: isActive,
            graph: sequence(1, manual(2), turnOn(3), delay(4, .seconds(10)), turnOff(5)))
        stage.add(graph: sequence(1, pressed(2), execution(3, of: "scene"), toggle(4, "bell")))
        return stage
    }

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

    /// The parent continues when its child has ended, and each has its own trace.
    @Test func aParentWaitsForItsChild() {
        var stage = stage()
        stage.press(1)
        stage.pass(.seconds(20))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 runs 2
            0:00 2 begins at 2
            0:00 2 lamp on
            0:00 2.3 action done
            0:00 2.4 waits until 0:10
            0:10 2.4 waited
            0:10 2 lamp off
            0:10 1.3 run 2: finished
            0:10 2.5 action done
            0:10 2 ended: finished
            0:10 1 bell toggle
            0:10 1.4 action done
            0:10 1 ended: finished
            """)
        expect(stage.begun.last?.chain, equals: ["a", "scene"])
        expect(
            stage.begun.last?.start.cause,
            equals: AutomationCause(.automation, name: "a", run: .init(runID: 1, chain: ["a"])))
    }

    /// An inactive child still runs; an invalid or missing one does not, and that is reported.
    @Test func aChildIsRunAlsoWhenItIsSwitchedOff() {
        var off = stage(isActive: false)
        off.press(1)
        expect(off.sent.map(\.runID), equals: [2])
        var invalid = stage()
        invalid.tell(invalid.machine.judged("scene", isValid: false))
        invalid.press(1)
        expect(invalid.happened().contains("1.3 no run: invalid"))
        expect(invalid.sent.map(\.path.target.deviceID), equals: ["bell"])
        var gone = stage()
        gone.delete("scene")
        gone.press(1)
        expect(gone.happened().contains("1.3 no run: deleted"))
        expect(gone.machine.livingRuns, equals: 0)
    }

    /// A child whose conditions do not hold, or that has no manual starter, ends the step.
    @Test func aChildThatDoesNotBeginEndsTheStep() {
        var stage = Stage()
        stage.add("no", graph: sequence(1, manual(2), condition(3, never), turnOn(4)))
        stage.add("none", graph: sequence(1, pressed(2, "other"), turnOn(4)))
        stage.add(graph: sequence(1, pressed(2), execution(3, of: "no"), execution(4, of: "none"), turnOn(5)))
        stage.press(1)
        let happened = stage.happened()
        expect(happened.contains("1.3 no run: conditionFalse"))
        expect(happened.contains("1.4 no run: invalid"))
        expect(stage.sent.map(\.nodeID), equals: [5])
    }

    /// A child that is stopped or deleted ends the step.
    @Test(arguments: [true, false]) func aStoppedChildEndsTheStep(_ isDeleted: Bool) {
        var stage = stage()
        stage.press(1)
        if isDeleted { stage.delete("scene") } else { stage.stop("scene") }
        expect(stage.happened().contains(isDeleted ? "1.3 run 2: deleted" : "1.3 run 2: stopped by Ann"))
        expect(stage.sent.map(\.nodeID), equals: [3, 4])
        expect(stage.machine.livingRuns, equals: 0)
    }

    /// Stopping the parent stops its child.
    @Test func aStoppedParentStopsItsChild() {
        var stage = stage()
        stage.press(1)
        stage.stop("a")
        stage.pass(.seconds(20))
        expect(stage.happened().contains("2 ended: stopped by Ann"))
        expect(stage.sent.map(\.nodeID), equals: [3])
        expect(stage.machine.livingRuns, equals: 0)
    }

    /// Without the right to run automations the run ends.
    @Test func aParentNeedsTheRightToRunOthers() {
        var stage = stage()
        stage.home.forbidden = ["owner"]
        stage.press(1)
        expect(stage.sent.isEmpty)
        expect(stage.happened().contains("1 ended at 3: actionFailed"))
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

    /// In single mode a second run of the child does not begin; in queued mode it waits for its turn.
    @Test func theChildsModeCounts() {
        var single = stage()
        single.add("b", graph: sequence(1, pressed(2, "other"), execution(3, of: "scene"), turnOn(4, "second")))
        single.press(1)
        single.press(2, "other")
        expect(single.happened().contains("3.3 no run: alreadyRunning"))
        expect(single.sent.map(\.path.target.deviceID), equals: ["lamp", "second"])
        var queued = stage(scene: .queued)
        queued.add("b", graph: sequence(1, pressed(2, "other"), execution(3, of: "scene"), turnOn(4, "second")))
        queued.press(1)
        queued.press(2, "other")
        queued.pass(.seconds(20))
        expect(queued.sent.map(\.path.target.deviceID), equals: ["lamp", "lamp", "lamp", "bell", "lamp", "second"])
    }

    /// A cycle that no check has seen ends at the allowed depth.
    @Test func aRingEnds() {
        var stage = Stage()
        stage.add("a", mode: .parallel, graph: sequence(1, manual(2), execution(3, of: "b")))
        stage.add("b", mode: .parallel, graph: sequence(1, manual(2), execution(3, of: "a")))
        stage.execute("a")
        expect(stage.begun.count, equals: 8)
        expect(stage.happened().contains("8.3 no run: loop"))
        expect(stage.machine.livingRuns, equals: 0)
    }

    /// Children run side by side in a parallel flow.
    @Test func childrenRunSideBySide() {
        var stage = stage(scene: .parallel)
        stage.add(
            "b",
            graph: sequence(
                1, pressed(2, "other"), parallel(3, execution(4, of: "scene"), execution(5, of: "scene")),
                turnOn(6, "end")))
        stage.press(1, "other")
        stage.pass(.seconds(9))
        expect(stage.machine.livingRuns, equals: 3)
        stage.pass(.seconds(1))
        expect(stage.sent.last?.path.target.deviceID, equals: "end")
        expect(stage.machine.livingRuns, equals: 0)
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

    /// Nodes that share an id, which no check accepts, do not run for ever.
    @Test func twinsDoNotRunForEver() {
        var stage = Stage()
        stage.add("scene", graph: sequence(1, manual(2)))
        stage.add(graph: sequence(1, pressed(2), sequence(5, execution(5, of: "scene")), turnOn(6)))
        stage.press(1)
        expect(stage.machine.livingRuns, equals: 0)
    }

    // MARK: Over a crash

    private func kept() -> Kept {
        let scene = Automation(
            id: "scene", name: "scene",
            graph: AutomationGraph(root: sequence(1, manual(2), turnOn(3), delay(4, .seconds(10)), turnOff(5))))
        let parent = Automation(
            id: "a", name: "a",
            graph: AutomationGraph(root: sequence(1, pressed(2), execution(3, of: "scene"), toggle(4, "bell"))))
        return Kept(automations: [scene, parent])
    }

    /// A parent waits for its child also over a crash.
    @Test func parentWaitsAcrossACrash() {
        var kept = kept()
        kept.stage.press(1)
        kept.kill(for: .seconds(4))
        kept.stage.pass(.seconds(5))
        expect(kept.stage.sent.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.sent.map(\.nodeID), equals: [5, 4])
        expect(kept.stage.machine.livingRuns, equals: 0)
    }

    /// A parent does not wait for a deleted child without stored data.
    @Test func aChildThatIsNowhereIsNotWaitedFor() {
        var kept = kept()
        kept.stage.press(1)
        kept.automations.removeFirst()
        kept.kill()
        expect(kept.stage.sent.map(\.nodeID), equals: [4])
        expect(kept.stage.machine.livingRuns, equals: 0)
    }
}
