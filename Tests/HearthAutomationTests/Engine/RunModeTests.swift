internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The effect of a second start in each mode, while the first run is at an action, a delay, a hold or in a parallel
/// flow. The button is pressed at 0:00 and at 0:04.
@Suite struct RunModeTests {
    /// A stage with an automation that runs a node of ten seconds and then switches the lamp off.
    private func twoStarts(_ mode: RunMode, _ middle: AutomationNode) -> String {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(25)]
        stage.silent = ["door"]
        stage.add(mode: mode, graph: sequence(1, pressed(2), middle, turnOff(9)))
        stage.press(1)
        stage.pass(.seconds(4))
        stage.press(2)
        stage.pass(.seconds(6))
        stage.answer()
        stage.pass(.seconds(2))
        stage.answer()
        stage.pass(.seconds(20))
        return stage.happened()
    }

    private var action: AutomationNode { toggle(3, "door") }
    private var hold: AutomationNode { condition(3, above(4, 20), for: .seconds(10)) }
    private var branches: AutomationNode { parallel(3, delay(5, .seconds(10)), turnOn(6)) }

    // MARK: Single

    @Test func singleDropsAStartDuringAnAction() {
        expectTrace(
            twoStarts(.single, action),
            """
            0:00 1 begins at 2
            0:00 1 door toggle
            0:04 a: not started at 2: alreadyRunning
            0:10 1.3 action done in 0:10
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            """)
    }

    @Test func singleDropsAStartDuringADelay() {
        expectTrace(
            twoStarts(.single, delay(3, .seconds(10))),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:04 a: not started at 2: alreadyRunning
            0:10 1.3 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            """)
    }

    @Test func singleDropsAStartDuringAHold() {
        expectTrace(
            twoStarts(.single, sequence(8, reader(4), hold)),
            """
            0:00 1 begins at 2
            0:00 1.4 read
            0:00 1.3 condition true [4.0 = 25]
            0:00 1.3 waits until 0:10
            0:04 a: not started at 2: alreadyRunning
            0:10 1.3 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            """)
    }

    @Test func singleDropsAStartInAParallelFlow() {
        expectTrace(
            twoStarts(.single, branches),
            """
            0:00 1 begins at 2
            0:00 1.5 waits until 0:10
            0:00 1 lamp on
            0:00 1.6 action done
            0:04 a: not started at 2: alreadyRunning
            0:10 1.5 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            """)
    }

    // MARK: Restart

    @Test func restartEndsARunDuringAnAction() {
        expectTrace(
            twoStarts(.restart, action),
            """
            0:00 1 begins at 2
            0:00 1 door toggle
            0:04 1 ended: restarted
            0:04 2 begins at 2
            0:04 2 door toggle
            0:12 2.3 action done in 0:08
            0:12 2 lamp off
            0:12 2.9 action done
            0:12 2 ended: finished
            """)
    }

    @Test func restartEndsARunDuringADelay() {
        expectTrace(
            twoStarts(.restart, delay(3, .seconds(10))),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:04 1 ended: restarted
            0:04 2 begins at 2
            0:04 2.3 waits until 0:14
            0:14 2.3 waited
            0:14 2 lamp off
            0:14 2.9 action done
            0:14 2 ended: finished
            """)
    }

    @Test func restartEndsARunDuringAHold() {
        expectTrace(
            twoStarts(.restart, sequence(8, reader(4), hold)),
            """
            0:00 1 begins at 2
            0:00 1.4 read
            0:00 1.3 condition true [4.0 = 25]
            0:00 1.3 waits until 0:10
            0:04 1 ended: restarted
            0:04 2 begins at 2
            0:04 2.4 read
            0:04 2.3 condition true [4.0 = 25]
            0:04 2.3 waits until 0:14
            0:14 2.3 waited
            0:14 2 lamp off
            0:14 2.9 action done
            0:14 2 ended: finished
            """)
    }

    @Test func restartEndsARunInAParallelFlow() {
        expectTrace(
            twoStarts(.restart, branches),
            """
            0:00 1 begins at 2
            0:00 1.5 waits until 0:10
            0:00 1 lamp on
            0:00 1.6 action done
            0:04 1 ended: restarted
            0:04 2 begins at 2
            0:04 2.5 waits until 0:14
            0:04 2 lamp on
            0:04 2.6 action done
            0:14 2.5 waited
            0:14 2 lamp off
            0:14 2.9 action done
            0:14 2 ended: finished
            """)
    }

    // MARK: Queued

    @Test func queuedBeginsAfterAnAction() {
        expectTrace(
            twoStarts(.queued, action),
            """
            0:00 1 begins at 2
            0:00 1 door toggle
            0:04 2 begins at 2
            0:10 1.3 action done in 0:10
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:10 2 door toggle
            0:12 2.3 action done in 0:02
            0:12 2 lamp off
            0:12 2.9 action done
            0:12 2 ended: finished
            """)
    }

    @Test func queuedBeginsAfterADelay() {
        expectTrace(
            twoStarts(.queued, delay(3, .seconds(10))),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:04 2 begins at 2
            0:10 1.3 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:10 2.3 waits until 0:20
            0:20 2.3 waited
            0:20 2 lamp off
            0:20 2.9 action done
            0:20 2 ended: finished
            """)
    }

    @Test func queuedBeginsAfterAHold() {
        expectTrace(
            twoStarts(.queued, sequence(8, reader(4), hold)),
            """
            0:00 1 begins at 2
            0:00 1.4 read
            0:00 1.3 condition true [4.0 = 25]
            0:00 1.3 waits until 0:10
            0:04 2 begins at 2
            0:04 2.4 read
            0:10 1.3 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:10 2.3 condition true [4.0 = 25]
            0:10 2.3 waits until 0:20
            0:20 2.3 waited
            0:20 2 lamp off
            0:20 2.9 action done
            0:20 2 ended: finished
            """)
    }

    @Test func queuedBeginsAfterAParallelFlow() {
        expectTrace(
            twoStarts(.queued, branches),
            """
            0:00 1 begins at 2
            0:00 1.5 waits until 0:10
            0:00 1 lamp on
            0:00 1.6 action done
            0:04 2 begins at 2
            0:10 1.5 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:10 2.5 waits until 0:20
            0:10 2 lamp on
            0:10 2.6 action done
            0:20 2.5 waited
            0:20 2 lamp off
            0:20 2.9 action done
            0:20 2 ended: finished
            """)
    }

    // MARK: Parallel

    @Test func parallelRunsBesideAnAction() {
        expectTrace(
            twoStarts(.parallel, action),
            """
            0:00 1 begins at 2
            0:00 1 door toggle
            0:04 2 begins at 2
            0:04 2 door toggle
            0:10 1.3 action done in 0:10
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:12 2.3 action done in 0:08
            0:12 2 lamp off
            0:12 2.9 action done
            0:12 2 ended: finished
            """)
    }

    @Test func parallelRunsBesideADelay() {
        expectTrace(
            twoStarts(.parallel, delay(3, .seconds(10))),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:04 2 begins at 2
            0:04 2.3 waits until 0:14
            0:10 1.3 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:14 2.3 waited
            0:14 2 lamp off
            0:14 2.9 action done
            0:14 2 ended: finished
            """)
    }

    @Test func parallelRunsBesideAHold() {
        expectTrace(
            twoStarts(.parallel, sequence(8, reader(4), hold)),
            """
            0:00 1 begins at 2
            0:00 1.4 read
            0:00 1.3 condition true [4.0 = 25]
            0:00 1.3 waits until 0:10
            0:04 2 begins at 2
            0:04 2.4 read
            0:04 2.3 condition true [4.0 = 25]
            0:04 2.3 waits until 0:14
            0:10 1.3 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:14 2.3 waited
            0:14 2 lamp off
            0:14 2.9 action done
            0:14 2 ended: finished
            """)
    }

    @Test func parallelRunsBesideAParallelFlow() {
        expectTrace(
            twoStarts(.parallel, branches),
            """
            0:00 1 begins at 2
            0:00 1.5 waits until 0:10
            0:00 1 lamp on
            0:00 1.6 action done
            0:04 2 begins at 2
            0:04 2.5 waits until 0:14
            0:04 2 lamp on
            0:04 2.6 action done
            0:10 1.5 waited
            0:10 1 lamp off
            0:10 1.9 action done
            0:10 1 ended: finished
            0:14 2.5 waited
            0:14 2 lamp off
            0:14 2.9 action done
            0:14 2 ended: finished
            """)
    }

    // MARK: Limits

    /// Queued runs count as well, and those beyond the limit are dropped with a trace.
    @Test func moreThanMaxRunsAreDropped() {
        var stage = Stage()
        stage.add(mode: .queued, maxRuns: 2, graph: sequence(1, pressed(2), delay(3, .seconds(10))))
        for number in 1...3 { stage.press(UInt64(number)) }
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 waits until 0:10
            0:00 2 begins at 2
            0:00 a: not started at 2: tooManyRuns
            """)
        stage.pass(.seconds(25))
        expectTrace(
            stage.happened(),
            """
            0:10 1.3 waited
            0:10 1 ended: finished
            0:10 2.3 waits until 0:20
            0:20 2.3 waited
            0:20 2 ended: finished
            """)
    }

    /// Conditions are evaluated at the start, and a start that they refuse leaves the running one alone.
    @Test func restartJudgesConditionsFirst() {
        var stage = Stage()
        stage.add(mode: .restart, graph: sequence(1, starter(2), condition(3, above(2, 20)), delay(4, .seconds(10))))
        stage.report(25)
        stage.pass(.seconds(1))
        stage.report(15)
        stage.pass(.seconds(20))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 condition true [2.0 = 25]
            0:00 1.4 waits until 0:10
            0:01 a: not started at 3: conditionFalse
            0:10 1.4 waited
            0:10 1 ended: finished
            """)
    }

    /// Queued runs begin in the order of their starts, with the values read at each of them.
    @Test func queuedRunsKeepTheValuesOfTheirStarts() {
        var stage = Stage()
        stage.add(
            mode: .queued,
            graph: sequence(1, starter(2), condition(3, above(2, 20)), delay(4, .seconds(10)), write(5, read(2))))
        for value in [21, 5, 22, 23] { stage.report(Int64(value)) }
        stage.pass(.seconds(40))
        expect(stage.sent.map { $0.fields[0] }, equals: [.signed(21), .signed(22), .signed(23)])
    }
}
