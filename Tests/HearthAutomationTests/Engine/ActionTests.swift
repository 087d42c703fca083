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
