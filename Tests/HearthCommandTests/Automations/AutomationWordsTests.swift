@testable internal import HearthCommand
internal import HearthWire
internal import Testing

/// AU-89: why an automation did not run, in words that name things.
struct AutomationWordsTests {
    private let words = AutomationWords(AutomatedHouse.program, AutomatedHouse.house)

    private func reason(
        _ reason: Hearth_V1_AutomationEnd.Reason, _ leaves: [Hearth_V1_AutomationLeaf] = []
    ) -> String {
        words.reason(.init(reason: reason, after: .init(seconds: 90)), leaves)
    }

    @Test func aConditionThatDidNotHoldSaysWhatWasTheCase() {
        #expect(reason(.conditionFalse, [AutomatedHouse.leaf(1)]) == "Front Door was locked")
        let variable = Hearth_V1_AutomationLeaf(
            expression: .init(kind: .variable("seen")), result: .init(value: .init(value: .boolean(false))))
        #expect(
            reason(.conditionFalse, [AutomatedHouse.leaf(2), variable]) == "Front Door was unlocked and $seen was false"
        )
        #expect(reason(.conditionFalse) == "a condition did not hold")
        let unknown = Hearth_V1_AutomationLeaf(
            expression: AutomatedHouse.lockState, result: .init(unknown: .missing))
        #expect(reason(.conditionUnknown, [unknown]) == "Front Door's lock state was not known")
    }

    @Test func otherReasonsAreSaidFirst() {
        #expect(
            reason(.notHeld, [AutomatedHouse.leaf(1)]) == "a condition held for 1 min 30 s only (Front Door was locked)"
        )
        #expect(reason(.alreadyRunning) == "it was running")
    }
}
