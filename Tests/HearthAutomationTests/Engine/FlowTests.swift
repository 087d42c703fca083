internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The order of execution in flows.
@Suite struct FlowTests {
    private func stage(_ root: AutomationNode) -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.home.traits[TestTrait.path("other")] = [0: .signed(7)]
        stage.add(graph: root)
        return stage
    }

    /// The branch whose starter fired runs, then the nodes after the select; two starters on one record are one run.
    @Test func selectTakesTheBranchOfItsStarter() {
        var stage = stage(
            sequence(
                1,
                select(
                    2, sequence(3, starter(4), condition(5, above(4, 20)), turnOn(6)),
                    sequence(7, starter(8, "other"), turnOff(9))),
                toggle(10)))
        stage.report(8, from: "other")
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 8
            0:00 1.4 read
            0:00 1 lamp off
            0:00 1.9 action done
            0:00 1 lamp toggle
            0:00 1.10 action done
            0:00 1 ended: finished
            """)
        stage.report(15)
        stage.report(25)
        expectTrace(
            stage.happened(),
            """
            0:00 a: not started at 5: conditionFalse
            0:00 2 begins at 4
            0:00 2.5 condition true [4.0 = 25]
            0:00 2 lamp on
            0:00 2.6 action done
            0:00 2 lamp toggle
            0:00 2.10 action done
            0:00 2 ended: finished
            """)
    }

    /// Nested sequences behave as if their nodes were in the outermost one, starters included.
    @Test func sequencesInSequencesRunInOrder() {
        let inner = sequence(
            5, turnOn(6), sequence(7, delay(8, .seconds(10)), condition(9, above(3, 5)), toggle(10)), turnOff(11))
        var stage = stage(sequence(1, sequence(2, starter(3), sequence(4, starter(12, "other"))), inner, turnOn(13)))
        stage.report(6)
        stage.pass(.seconds(10))
        expect(stage.sent.map(\.nodeID), equals: [6, 10, 11, 13])
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(1)]
        stage.report(8, from: "other")
        stage.pass(.seconds(10))
        // A condition that does not hold ends the run, wherever it stands.
        expect(stage.sent.map(\.nodeID), equals: [6, 10, 11, 13, 6])
        expect(stage.machine.livingRuns, equals: 0)
    }

    @Test func theFirstOfTwoStartersOnOneRecordWins() {
        var stage = stage(
            sequence(1, select(2, sequence(3, starter(4), turnOn(5)), sequence(6, starter(7, "other"), turnOff(8)))))
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(1)]
        stage.change(
            [.init(TestTrait.path("other"), [0: .signed(1)]), .init(TestTrait.path("sensor"), [0: .signed(1)])],
            by: AutomationCause(.device))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 4
            0:00 1 lamp on
            0:00 1.5 action done
            0:00 1 ended: finished
            """)
    }

    /// False and unknown end the run before it begins, and the reason is kept with its values.
    @Test func aConditionGatesWhatFollows() {
        var stage = stage(sequence(1, starter(2), condition(3, above(2, 20)), turnOn(4)))
        stage.report(20)
        stage.report(value: .null)
        stage.report(21)
        expectTrace(
            stage.happened(),
            """
            0:00 a: not started at 3: conditionFalse
            0:00 a: not started at 3: conditionUnknown
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 21]
            0:00 1 lamp on
            0:00 1.4 action done
            0:00 1 ended: finished
            """)
        let known = stage.machine.memory(of: "a")?.nonStarts[2]
        expect(known?.counts, equals: [.conditionFalse: 1, .conditionUnknown: 1])
        expect(known?.last.leaves.map(\.result), equals: [.unknown(.null(FieldReference(2, 0)))])
    }

    /// A condition ends only its own branch of a parallel flow, and the next node waits for all branches.
    @Test func aBranchThatEndsEarlyLeavesTheOthersAlone() {
        var stage = stage(
            sequence(
                1, pressed(2),
                parallel(
                    3, sequence(4, delay(5, .seconds(1)), condition(6, never), toggle(7)),
                    sequence(8, delay(9, .seconds(5)), turnOn(10)), turnOff(11, "other")),
                toggle(12)))
        stage.press(1)
        stage.pass(.seconds(10))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.5 waits until 0:01
            0:00 1.9 waits until 0:05
            0:00 1 other off
            0:00 1.11 action done
            0:01 1.5 waited
            0:01 1.6 condition false
            0:05 1.9 waited
            0:05 1 lamp on
            0:05 1.10 action done
            0:05 1 lamp toggle
            0:05 1.12 action done
            0:05 1 ended: finished
            """)
    }

    /// The first true branch runs, unknown is not true, and without a match the run continues.
    @Test func anIfChainTakesTheFirstThatHolds() {
        let root = sequence(
            1, pressed(2), reader(3),
            choose(4, (above(3, 20), turnOn(5)), (above(3, 10), turnOff(6)), otherwise: toggle(7)), turnOn(8, "other"))
        var stage = stage(root)
        for (press, value) in [(1, 25), (2, 15), (3, 5)] {
            stage.report(Int64(value))
            stage.press(UInt64(press))
        }
        stage.report(value: .null)
        stage.press(4)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 read
            0:00 1.4 condition true [3.0 = 25]
            0:00 1.4 branch 0
            0:00 1 lamp on
            0:00 1.5 action done
            0:00 1 other on
            0:00 1.8 action done
            0:00 1 ended: finished
            0:00 2 begins at 2
            0:00 2.3 read
            0:00 2.4 condition false [3.0 = 15]
            0:00 2.4 condition true [3.0 = 15]
            0:00 2.4 branch 1
            0:00 2 lamp off
            0:00 2.6 action done
            0:00 2 other on
            0:00 2.8 action done
            0:00 2 ended: finished
            0:00 3 begins at 2
            0:00 3.3 read
            0:00 3.4 condition false [3.0 = 5]
            0:00 3.4 condition false [3.0 = 5]
            0:00 3.4 branch 2
            0:00 3 lamp toggle
            0:00 3.7 action done
            0:00 3 other on
            0:00 3.8 action done
            0:00 3 ended: finished
            0:00 4 begins at 2
            0:00 4.3 read
            0:00 4.4 condition unknown (null) [3.0 = unknown (null)]
            0:00 4.4 condition unknown (null) [3.0 = unknown (null)]
            0:00 4.4 branch 2
            0:00 4 lamp toggle
            0:00 4.7 action done
            0:00 4 other on
            0:00 4.8 action done
            0:00 4 ended: finished
            """)
    }

    /// A condition inside an if chain ends the run.
    @Test func aConditionInAnIfChainEndsTheRun() {
        var stage = stage(
            sequence(
                1, pressed(2), turnOn(3), choose(4, (always, sequence(5, condition(6, never), toggle(7)))), toggle(8)))
        stage.press(1)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1 lamp on
            0:00 1.3 action done
            0:00 1.4 condition true
            0:00 1.4 branch 0
            0:00 1.6 condition false
            0:00 1 ended at 6: conditionFalse
            """)
    }

    /// Without a match no branch runs and the run continues.
    @Test func ifChainWithoutMatchContinues() {
        var stage = stage(sequence(1, pressed(2), choose(4, (never, turnOn(5))), toggle(8)))
        stage.press(1)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.4 condition false
            0:00 1.4 branch none
            0:00 1 lamp toggle
            0:00 1.8 action done
            0:00 1 ended: finished
            """)
    }

    /// A reader keeps its values over a delay.
    @Test func aReaderKeepsWhatItHasRead() {
        var stage = stage(
            sequence(
                1, pressed(2), reader(3), delay(4, .seconds(5)), reader(5), write(6, read(3)),
                write(7, read(5), to: "other")))
        stage.press(1)
        stage.pass(.seconds(2))
        stage.report(30)
        stage.pass(.seconds(5))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 read
            0:00 1.4 waits until 0:05
            0:05 1.4 waited
            0:05 1.5 read
            0:05 1 lamp write (0: 10)
            0:05 1.6 action (0: 10) done
            0:05 1 other write (0: 30)
            0:05 1.7 action (0: 30) done
            0:05 1 ended: finished
            """)
    }

    /// A starter that did not fire is read at the start, and the trace says so.
    @Test func aStarterThatDidNotFireIsRead() {
        var stage = stage(
            sequence(
                1, select(2, starter(3), starter(4, "other"), starter(9, "third")), condition(5, above(4, 5)),
                delay(6, .seconds(1)), write(7, read(4))))
        stage.report(11)
        stage.report(2, from: "other")
        stage.pass(.seconds(2))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 3
            0:00 1.4 read
            0:00 1.5 condition true [4.0 = 7]
            0:00 1.6 waits until 0:01
            0:00 a: not started at 5: conditionFalse
            0:01 1.6 waited
            0:01 1 lamp write (0: 7)
            0:01 1.7 action (0: 7) done
            0:01 1 ended: finished
            """)
    }

    /// A variable has its value from its assignment on, and none before.
    @Test func aVariableKeepsItsValue() {
        var stage = stage(
            sequence(
                1, pressed(2), reader(3), assign(4, "x", .operation(.plus, [read(3), number(1)])),
                write(5, .variable("x")), write(6, .variable("y"))))
        stage.press(1)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 read
            0:00 1.4 x = 11
            0:00 1 lamp write (0: 11)
            0:00 1.5 action (0: 11) done
            0:00 1.6 action refused("the value of argument 0 is unknown")
            0:00 1 ended: finished
            """)
    }

    /// A false condition before it does not arm a suppression; an armed one ends further runs for its duration only.
    @Test func aSuppressionEndsFurtherRuns() {
        var stage = stage(sequence(1, starter(2), condition(3, above(2, 20)), suppress(4, .seconds(60)), turnOn(5)))
        stage.report(15)
        stage.report(25)
        stage.pass(.seconds(30))
        stage.report(26)
        stage.pass(.seconds(29))
        stage.report(27)
        stage.pass(.seconds(1))
        stage.report(28)
        expectTrace(
            stage.happened(),
            """
            0:00 a: not started at 3: conditionFalse
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 25]
            0:00 1.4 suppresses until 1:00
            0:00 1 lamp on
            0:00 1.5 action done
            0:00 1 ended: finished
            0:30 a: not started at 4: suppressed
            0:59 a: not started at 4: suppressed
            1:00 2 begins at 2
            1:00 2.3 condition true [2.0 = 28]
            1:00 2.4 suppresses until 2:00
            1:00 2 lamp on
            1:00 2.5 action done
            1:00 2 ended: finished
            """)
    }

    /// A suppression before the condition is armed although the condition is false.
    @Test func aSuppressionBeforeTheConditionIsArmedByIt() {
        var stage = stage(sequence(1, starter(2), suppress(4, .seconds(60)), condition(3, above(2, 20)), turnOn(5)))
        stage.report(15)
        stage.report(25)
        expectTrace(
            stage.happened(),
            """
            0:00 a: not started at 3: conditionFalse
            0:00 a: not started at 4: suppressed
            """)
    }

    /// A suppression lasts its elapsed time, whatever happens to the clock.
    @Test(arguments: [-365 * 86_400, -7_200, 7_200, 365 * 86_400]) func aSuppressionDoesNotFollowTheClock(_ step: Int) {
        var stage = stage(sequence(1, pressed(2), suppress(4, .seconds(60)), turnOn(5)))
        stage.press(1)
        stage.pass(.seconds(30))
        stage.setClock(by: .seconds(step))
        stage.press(2)
        expect(stage.sent.count, equals: 1)
        stage.pass(.seconds(30))
        stage.press(3)
        expect(stage.sent.count, equals: 2)
    }
}
