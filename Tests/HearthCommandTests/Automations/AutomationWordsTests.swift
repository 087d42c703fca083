@testable internal import Hearth
@testable internal import HearthClientCommands
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// The reasons why an automation did not run, with names.
struct AutomationWordsTests {
    private let words = AutomationWords(AutomatedHouse.graph(AutomatedHouse.program), AutomatedHouse.listing)

    private func reason(
        _ reason: Hearth_V1_AutomationEnd.Reason, _ leaves: [Hearth_V1_AutomationLeaf] = []
    ) -> String {
        words.reason(
            AutomationRun.End(.init(reason: reason, after: .init(seconds: 90))),
            leaves.map { AutomationRun.UsedValue($0) })
    }

    @Test func aConditionThatDidNotHoldSaysWhatWasTheCase() {
        expect(reason(.conditionFalse, [AutomatedHouse.leaf(1)]), equals: "Front Door was locked")
        let variable = Hearth_V1_AutomationLeaf(
            expression: .init(kind: .variable("seen")), result: .init(value: .init(value: .boolean(false))))
        expect(
            reason(.conditionFalse, [AutomatedHouse.leaf(2), variable]),
            equals: "Front Door was unlocked and $seen was false")
        expect(reason(.conditionFalse), equals: "a condition did not hold")
        let unknown = Hearth_V1_AutomationLeaf(
            expression: AutomatedHouse.lockState, result: .init(unknown: .missing))
        expect(reason(.conditionUnknown, [unknown]), equals: "Front Door's lock state was not known")
    }

    @Test func otherReasonsAreSaidFirst() {
        expect(
            reason(.notHeld, [AutomatedHouse.leaf(1)]),
            equals: "a condition held for 1 min 30 s only (Front Door was locked)")
        expect(reason(.alreadyRunning), equals: "it was running")
    }

    @Test func stoppedRunNamesTheCallerOrAutomation() {
        let words = AutomationWords(nil, AutomatedHouse.listing, automations: [AutomatedHouse.automation])
        let callers = ["a1", "a2", "Ada", ""]
        expect(
            callers.map { words.reason(AutomationRun.End(.init(reason: .stopped, caller: $0))) },
            equals: ["Evening stopped it", "a2 stopped it", "Ada stopped it", "somebody stopped it"])
    }

    @Test func actionOnAGroupNamesTheDevice() throws {
        func result(_ what: Hearth_V1_AutomationStep.OneOf_What) -> AutomationRun.Step {
            AutomationRun.Step(Hearth_V1_AutomationStep(nodeID: 6, what: what))
        }
        let target = Hearth_V1_Target(deviceID: "lamp", endpoint: 1)
        let action = result(.action(.init(outcome: .init(kind: .done), target: target, traitID: 6, commandID: 1)))
        expect(words.result(action), equals: "Hall Lamp: done")
        let path = TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 6)
        expect(
            action.result,
            equals: .action(.init(outcome: .done, trait: path, commandNumber: 1, took: .zero)))
        let conflict = result(
            .conflict(.init(automationID: "a2", runID: 7, target: target, traitID: 6, attributeID: 0)))
        expect(
            conflict.result,
            equals: .conflict(.init(automationID: "a2", runID: 7, trait: path, attributeNumber: 0)))
    }

    /// A start by `heldFor` is not called a time of day, though its occasion is a time as well.
    @Test func starterOfARunIsNamed() {
        func words(_ becomes: Hearth_V1_AutomationExpression?) -> AutomationWords {
            let starter = Hearth_V1_AutomationStarter(trait: AutomatedHouse.lock, becomes: becomes)
            let program = Hearth_V1_AutomationProgram(graph: .init(id: 2, kind: .starter(starter)))
            return AutomationWords(AutomatedHouse.graph(program), AutomatedHouse.listing)
        }
        let start = AutomationRun.Trigger(
            Hearth_V1_AutomationStart(nodeID: 2, cause: .hub, occasion: .instant(AutomatedHouse.time(0))))
        let seconds = Hearth_V1_AutomationExpression(kind: .constant(.init(value: .unsigned(90))))
        let held = Hearth_V1_AutomationExpression(
            kind: .operation(.init(operator: .heldFor, operands: [AutomatedHouse.lockState, seconds])))
        expect(words(held).cause(start), equals: "something that has held for 1 min 30 s")
        expect(words(nil).cause(start), equals: "the clock")
    }
}
