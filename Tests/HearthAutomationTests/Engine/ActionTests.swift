internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The commands and writes that are sent, and the effects of their outcomes.
@Suite struct ActionTests {
    private func stage(_ nodes: AutomationNode...) -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(graph: AutomationNode(1, .sequential([pressed(2)] + nodes)))
        return stage
    }

    /// By default a failure is recorded and the run continues.
    @Test func aFailedActionIsNoted() {
        var stage = stage(turnOn(3), turnOff(4, "other"))
        stage.outcomes["lamp"] = .unreachable("no power")
        stage.press(1)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1 lamp on
            0:00 1.3 action unreachable("no power")
            0:00 1 other off
            0:00 1.4 action done
            0:00 1 ended: finished
            """)
    }

    /// With `stop` the run ends.
    @Test func aFailedActionCanEndTheRun() {
        var stage = stage(turnOn(3, onFailure: .stop), turnOff(4, "other"))
        stage.outcomes["lamp"] = .refused("busy")
        stage.press(1)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1 lamp on
            0:00 1.3 action refused("busy")
            0:00 1 ended at 3: actionFailed
            """)
    }

    /// With `retry` it is sent again, and then the run continues.
    @Test func aFailedActionCanBeTriedAgain() {
        var stage = stage(turnOn(3, onFailure: .retry(times: 2, after: .seconds(5))), turnOff(4, "other"))
        stage.outcomes["lamp"] = .unreachable("no power")
        stage.press(1)
        stage.pass(.seconds(20))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1 lamp on
            0:00 1.3 action unreachable("no power")
            0:05 1 lamp on
            0:05 1.3 action unreachable("no power")
            0:10 1 lamp on
            0:10 1.3 action unreachable("no power")
            0:10 1 other off
            0:10 1.4 action done
            0:10 1 ended: finished
            """)
    }

    /// An unknown outcome is retried only for idempotent commands.
    @Test func unknownOutcomeIsNotRetried() {
        var stage = stage(toggle(3, onFailure: .retry(times: 2, after: .seconds(5))), turnOff(4, "other"))
        stage.outcomes["lamp"] = .unknown
        stage.press(1)
        stage.pass(.seconds(20))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1 lamp toggle
            0:00 1.3 action unknown
            0:00 1 other off
            0:00 1.4 action done
            0:00 1 ended: finished
            """)
    }

    /// Retries have a minimum pause whatever the graph says; an unknown argument is not retried.
    @Test func triesHaveAPauseBetweenThem() {
        let argument = AutomationExpression.operation(.dividedBy, [number(1), number(0)])
        let unknown = Action(
            TestTrait.reference("lamp"), fields: [0: argument], onFailure: .retry(times: .max, after: .zero))
        var stage = stage(AutomationNode(3, .action(unknown)), turnOn(4, onFailure: .retry(times: .max, after: .zero)))
        stage.outcomes["lamp"] = .unreachable("no power")
        stage.press(1)
        stage.pass(.seconds(10))
        expect(stage.sent.count, equals: 11)
    }

    /// Idempotent actions are sent at once, others only after they are stored.
    @Test func onceActionsWaitForTheStore() {
        var stage = stage(turnOn(3), toggle(4))
        stage.savesByHand = true
        stage.press(1)
        expect(stage.sent.map(\.commandID), equals: [TestTrait.on])
        stage.save()
        expect(stage.sent.map(\.commandID), equals: [TestTrait.on, TestTrait.toggle])
    }

    /// Neither a snapshot taken before the action existed nor a failed commit releases it.
    @Test func onceActionsWaitForTheirOwnTransaction() throws {
        var stage = stage(turnOn(3), toggle(4))
        stage.savesByHand = true
        stage.silent = ["lamp"]
        stage.press(1)
        let earlyRows = stage.machine.takeUnsaved()
        let early = try require(earlyRows)
        stage.answer()
        stage.tell(stage.machine.saved(early.mark))
        expect(stage.sent.map(\.commandID), equals: [TestTrait.on])
        let lateRows = stage.machine.takeUnsaved()
        let late = try require(lateRows)
        stage.tell(stage.machine.notSaved(late))
        expect(stage.sent.map(\.commandID), equals: [TestTrait.on])
        let againRows = stage.machine.takeUnsaved()
        let again = try require(againRows)
        expect(again.runs, equals: late.runs)
        expect(again.mark, isAbove: late.mark)
        stage.tell(stage.machine.saved(again.mark))
        expect(stage.sent.map(\.commandID), equals: [TestTrait.on, TestTrait.toggle])
    }

    /// A later transaction does not release an action that an earlier one failed to store.
    @Test func onceActionsDoNotGoWithALaterTransaction() throws {
        var stage = stage(toggle(4))
        stage.savesByHand = true
        stage.press(1)
        let firstRows = stage.machine.takeUnsaved()
        let first = try require(firstRows)
        stage.tell(stage.machine.judged("a", isValid: false))
        stage.press(2)
        stage.add("b", graph: sequence(1, daily(2, 13), turnOn(3)))
        let secondRows = stage.machine.takeUnsaved()
        let second = try require(secondRows)
        stage.tell(stage.machine.notSaved(first))
        stage.tell(stage.machine.saved(second.mark))
        expect(stage.sent.isEmpty)
        stage.save()
        expect(stage.sent.map(\.commandID), equals: [TestTrait.toggle])
    }

    /// A run that ends before its action is stored does not send it.
    @Test func runEndedBeforeItsCommitSendsNothing() {
        var stage = stage(toggle(4))
        stage.savesByHand = true
        stage.press(1)
        stage.stop()
        stage.save()
        expect(stage.sent.isEmpty)
        expect(stage.machine.gated.isEmpty)
    }

    /// Actions on one device keep the order of the graph, also when one of them waits for the store; those on other
    /// devices run in parallel.
    @Test func oneDeviceGetsItsActionsInOrder() {
        var stage = stage(parallel(3, toggle(4), turnOn(5), turnOn(6, "other")))
        stage.savesByHand = true
        stage.press(1)
        expect(stage.sent.map(\.nodeID), equals: [6])
        stage.save()
        expect(stage.sent.map(\.nodeID), equals: [6, 4, 5])
    }

    /// Arguments are evaluated at the node; an unknown one is refused, and nothing is sent.
    @Test func argumentsAreWorkedOutAtTheNode() {
        var stage = stage(
            reader(3), write(4, .operation(.times, [read(3), number(2)])),
            write(5, .operation(.dividedBy, [read(3), number(0)])), write(6, .constant(.null)))
        stage.press(1)
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1.3 read
            0:00 1 lamp write (0: 20)
            0:00 1.4 action (0: 20) done
            0:00 1.5 action refused("the value of argument 0 is unknown")
            0:00 1 lamp write (0: null)
            0:00 1.6 action (0: null) done
            0:00 1 ended: finished
            """)
    }

    /// A number is sent in the type of its field.
    @Test func numbersAreSentAsTheirFieldsHoldThem() {
        var stage = stage(
            reader(3), write(4, .operation(.plus, [read(3), number(1)]), to: "typed"),
            write(5, .operation(.minus, [read(3), number(11)]), to: "typed"))
        stage.press(1)
        expect(stage.sent.map { $0.fields[0] }, equals: [.unsigned(11), .signed(-1)])
    }

    /// An answer to another request changes nothing.
    @Test func strangeAnswersAreLeftAlone() throws {
        var stage = stage(turnOn(3), turnOff(4))
        stage.silent = ["lamp"]
        stage.press(1)
        let request = try require(stage.open.first)
        for (run, node, attempt) in [(9, 3, 1), (1, 4, 1), (1, 3, 2), (1, 77, 1)] as [(UInt64, UInt32, UInt32)] {
            stage.tell(
                stage.machine.answered(
                    runID: run, nodeID: node, attempt: attempt, .done, home: stage.home, at: stage.moment))
        }
        expect(stage.sent.count, equals: 1)
        stage.answer(request, .done)
        stage.answer(request, .done)
        expect(stage.sent.map(\.nodeID), equals: [3, 4])
    }
}
