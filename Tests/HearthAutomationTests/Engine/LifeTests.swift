internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation
internal import HearthBase

/// Manual runs, edits, stops and counts.
@Suite struct LifeTests {
    private func stage(mode: RunMode = .single, maxExecutions: UInt32? = nil, _ nodes: AutomationNode...) -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(mode: mode, maxExecutions: maxExecutions, graph: AutomationNode(1, .sequential(nodes)))
        return stage
    }

    // MARK: Manual runs

    /// A manual run takes the manual branch of a select: conditions of other branches are skipped, those after it
    /// count.
    @Test func byHandTheManualBranchIsTaken() {
        var stage = stage(
            select(2, sequence(3, starter(4), condition(5, never)), manual(6)), condition(7, above(4, 5)), toggle(8))
        stage.execute()
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 6
            0:00 1.4 read
            0:00 1.7 condition true [4.0 = 10]
            0:00 1 lamp toggle
            0:00 1.8 action done
            0:00 1 ended: finished
            """)
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(1)]
        let run = stage.execute()
        expectNil(run)
        expectTrace(
            stage.happened(),
            """
            0:00 a: not started at 7: conditionFalse
            """)
    }

    /// A manual run needs a manual starter; an inactive automation can be run.
    @Test func byHandNeedsAManualStarter() {
        var without = stage(starter(2), turnOn(3))
        expectNil(without.execute())
        var off = Stage()
        off.add(isActive: false, graph: sequence(1, manual(2), turnOn(3)))
        expect(off.execute(), equals: 1)
    }

    // MARK: Edits

    /// A run keeps the revision that it began with; starters use the new one, and the old one is dropped when no run
    /// needs it.
    @Test func aRunKeepsItsRevision() {
        var stage = stage(mode: .parallel, pressed(2), delay(3, .seconds(10)), turnOn(4))
        stage.press(1)
        stage.pass(.seconds(1))
        stage.add(
            mode: .parallel, revision: 2, graph: sequence(1, pressed(2), delay(3, .seconds(2)), turnOff(4)))
        stage.press(2)
        expect(stage.machine.former.count, equals: 1)
        stage.pass(.seconds(20))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:01 2 begins at 2
            0:01 2.3 waits until 0:03
            0:03 2.3 waited
            0:03 2 lamp off
            0:03 2.4 action done
            0:03 2 ended: finished
            0:10 1.3 waited
            0:10 1 lamp on
            0:10 1.4 action done
            0:10 1 ended: finished
            """)
        expect(stage.machine.former.isEmpty)
    }

    /// A hold of a former revision is still watched.
    @Test func aHoldOfAFormerRevisionIsWatched() {
        var stage = stage(pressed(2), reader(3), condition(4, above(3, 20), for: .seconds(60)), turnOn(5))
        stage.report(25)
        stage.press(1)
        stage.add(revision: 2, graph: sequence(1, pressed(2, "third"), turnOff(3)))
        stage.pass(.seconds(10))
        stage.report(15)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 read
            0:00 1.4 condition true [3.0 = 25]
            0:00 1.4 waits until 1:00
            0:10 1.4 condition false [3.0 = 15]
            0:10 1 ended at 4: not held, after 0:10
            """)
        expect(stage.machine.watched.isEmpty)
        expect(stage.machine.listeners.keys.map(\.target.deviceID), equals: ["third"])
    }

    /// A suppression of a former revision does not affect the new one.
    @Test func aFormerRevisionDoesNotSuppress() {
        var stage = stage(mode: .parallel, pressed(2), delay(3, .seconds(5)), suppress(4, .seconds(60)), turnOn(5))
        stage.press(1)
        stage.add(mode: .parallel, revision: 2, graph: sequence(1, pressed(2), suppress(4, .seconds(60)), turnOff(5)))
        stage.pass(.seconds(6))
        stage.press(2)
        expect(stage.sent.map(\.commandID), equals: [TestTrait.on, TestTrait.off])
    }

    /// Deleting an automation ends its runs and leaves nothing of it.
    @Test func deletingLeavesNothing() {
        var stage = stage(mode: .queued, starter(2), condition(3, above(2, 5), for: .seconds(60)), toggle(4))
        stage.report(11)
        stage.report(12)
        stage.pass(.seconds(1))
        stage.delete()
        let machine = stage.machine
        expect(machine.entries.isEmpty)
        expect(machine.runs.isEmpty)
        expect(machine.watched.isEmpty)
        expect(machine.listeners.isEmpty)
        expect(machine.gated.isEmpty)
        expect(machine.endings.isEmpty)
        expect(machine.former.isEmpty)
        expect(machine.livingRuns, equals: 0)
        stage.pass(.seconds(100))
        expect(stage.sent.isEmpty)
    }

    // MARK: Stops

    /// All its runs end; queued ones never begin.
    @Test func stopEndsAllRuns() {
        var stage = stage(mode: .queued, pressed(2), turnOn(3, "door"), turnOff(4))
        stage.silent = ["door"]
        stage.press(1)
        stage.press(2)
        stage.press(3)
        stage.stop()
        stage.answer()
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1 door on
            0:00 2 begins at 2
            0:00 3 begins at 2
            0:00 1 ended: stopped by Ann
            0:00 2 ended: stopped by Ann
            0:00 3 ended: stopped by Ann
            """)
        expect(stage.machine.livingRuns, equals: 0)
    }

    // MARK: Counts

    /// Counted when a run begins; at the maximum the automation becomes inactive.
    @Test func maxExecutionsLimitsTheRuns() {
        var stage = stage(mode: .queued, maxExecutions: 2, pressed(2), delay(3, .seconds(5)), turnOn(4))
        for number in 1...4 { stage.press(UInt64(number)) }
        stage.pass(.seconds(20))
        expect(stage.machine.memory(of: "a")?.executions, equals: 2)
        expect(stage.machine.entries["a"]?.automation.isActive, equals: false)
        expect(stage.sent.count, equals: 2)
    }

    /// Neither an edit from a client with an old count nor a manual run exceeds the maximum.
    @Test func nothingMakesItMore() {
        let nodes = [select(2, pressed(3), manual(4)), turnOn(5)]
        var stage = stage(maxExecutions: 1, nodes[0], nodes[1])
        stage.press(1)
        let root = AutomationNode(1, .sequential(nodes))
        stage.add(maxExecutions: 1, graph: root)
        expect(stage.machine.entries["a"]?.automation.isActive, equals: false)
        stage.press(2)
        let run = stage.execute()
        expectNil(run)
        expect(stage.machine.memory(of: "a")?.executions, equals: 1)
        stage.add(maxExecutions: 2, graph: root)
        stage.press(3)
        expect(stage.machine.memory(of: "a")?.executions, equals: 2)
    }

    /// A run that a false condition prevents does not count.
    @Test func preventedRunDoesNotCount() {
        var stage = stage(maxExecutions: 1, starter(2), condition(3, above(2, 20)), turnOn(4))
        stage.report(15)
        stage.report(25)
        stage.report(26)
        expect(stage.sent.count, equals: 1)
    }

    /// At most 100 runs of one automation, and a limit for all.
    @Test func thereIsALimitOfRuns() {
        var limits = AutomationMachine.Limits()
        limits.runs = PoolLimits(total: 150, share: 150, reserve: 0)
        limits.starts = .max
        var stage = Stage(limits: limits)
        for id in ["a", "b"] {
            stage.add(id, mode: .parallel, maxRuns: .max, graph: sequence(1, pressed(2, id), delay(3, .seconds(60))))
        }
        for number in 1...120 { stage.press(UInt64(number), "a") }
        expect(stage.machine.livingRuns, equals: 100)
        for number in 121...240 { stage.press(UInt64(number), "b") }
        expect(stage.machine.livingRuns, equals: 150)
        stage.pass(.seconds(60))
        expect(stage.machine.livingRuns, equals: 0)
        expect(stage.machine.runs.count, equals: 2 * limits.endedRuns)
    }

    /// Runs with a removed device continue, and its actions end with that outcome.
    @Test func runsContinueWithoutARemovedDevice() {
        var stage = stage(pressed(2), delay(3, .seconds(5)), reader(4), turnOn(5), turnOff(6, "other"))
        stage.press(1)
        stage.home.removed = ["sensor", "lamp"]
        stage.outcomes["lamp"] = .unreachable("removed")
        stage.pass(.seconds(5))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:05
            0:05 1.3 waited
            0:05 1.4 read
            0:05 1 lamp on
            0:05 1.5 action unreachable("removed")
            0:05 1 other off
            0:05 1.6 action done
            0:05 1 ended: finished
            """)
    }
}
