internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Starters and their triggers.
@Suite struct StarterTests {
    private func stage(_ root: AutomationNode, at value: TraitValue? = .signed(10)) -> Stage {
        var stage = Stage()
        if let value { stage.home.traits[TestTrait.path("sensor")] = [0: value] }
        stage.add(graph: root)
        return stage
    }

    private func starts(_ stage: Stage) -> Int { Int(stage.machine.memory(of: "a")?.executions ?? 0) }

    /// As in Google's automations, each change that satisfies the condition fires.
    @Test func aStarterWithAConditionFiresOnEachChange() {
        var stage = stage(sequence(1, starter(2), condition(3, above(2, 20)), turnOn(4)))
        for value in [25, 26, 27] { stage.report(Int64(value)) }
        expect(starts(stage), equals: 3)
    }

    /// An edge, not a level.
    @Test func becomesFiresOnceForEachEdge() {
        var stage = stage(sequence(1, starter(2, becomes: above(2, 20)), turnOn(4)))
        for value in [25, 26, 27, 20, 21, 22] { stage.report(Int64(value)) }
        expect(starts(stage), equals: 2)
    }

    /// From null it becomes true; the first value ever is no change.
    @Test func becomesFiresAfterANullAndNotWithTheFirstValue() {
        var stage = stage(sequence(1, starter(2, becomes: above(2, 20)), turnOn(4)), at: nil)
        stage.report(25)
        expect(starts(stage), equals: 0)
        stage.report(value: .null)
        stage.report(25)
        expect(starts(stage), equals: 1)
    }

    /// A value that is true at the start does not become true.
    @Test func valueTrueAtTheStartDoesNotBecomeTrue() {
        var stage = stage(sequence(1, starter(2, becomes: above(2, 20)), turnOn(4)), at: .signed(25))
        stage.report(26)
        expect(starts(stage), equals: 0)
        stage.report(10)
        stage.report(25)
        expect(starts(stage), equals: 1)
    }

    /// `becomes` may refer to another device.
    @Test func becomesLooksAtAllThatItNames() {
        let both = all(above(2, 20), above(5, 20))
        var stage = stage(sequence(1, starter(2, becomes: both), reader(5, "other"), turnOn(4)))
        stage.report(25)
        stage.report(10, from: "other")
        expect(starts(stage), equals: 0)
        stage.report(25, from: "other")
        expect(starts(stage), equals: 1)
    }

    /// An edge that comes while the automation is switched off does not fire when it is switched on.
    @Test func edgesAreFollowedWhileSwitchedOff() {
        let root = sequence(1, starter(2, becomes: above(2, 20)), turnOn(4))
        var stage = stage(root)
        stage.add(isActive: false, graph: root)
        stage.report(25)
        stage.add(graph: root)
        stage.report(26)
        expect(starts(stage), equals: 0)
        stage.report(15)
        stage.report(26)
        expect(starts(stage), equals: 1)
    }

    /// Off, on and off within a moment are three changes.
    @Test func everyEdgeCounts() {
        var stage = stage(sequence(1, starter(2), toggle(4)))
        for value in [1, 0, 1] { stage.report(Int64(value)) }
        expect(starts(stage), equals: 3)
        expect(stage.sent.count, equals: 3)
    }

    /// A report without a change starts nothing, and one that changes several attributes is one start.
    @Test func aReportIsOneStart() {
        var stage = stage(sequence(1, starter(2), turnOn(4)))
        stage.change([.init(TestTrait.path("sensor"), [:])], by: AutomationCause(.device))
        expect(starts(stage), equals: 0)
        stage.change(
            [.init(TestTrait.path("sensor"), [0: .signed(1), 1: .signed(2)])], by: AutomationCause(.device))
        expect(starts(stage), equals: 1)
        stage.report(5, from: "other")
        expect(starts(stage), equals: 1)
    }

    /// Each event starts once, by its number; repeated ones start nothing.
    @Test func eventsStartOnceByTheirNumber() {
        var stage = stage(sequence(1, pressed(2), toggle(4)))
        stage.press(5)
        stage.press(5)
        stage.press(4)
        stage.press(6)
        expect(starts(stage), equals: 2)
    }

    /// Two events in one report are two.
    @Test func eachEventOfAReportStarts() {
        var stage = Stage()
        stage.add(mode: .parallel, graph: sequence(1, pressed(2), toggle(4)))
        let path = TestTrait.path("button")
        stage.change(
            [],
            [
                .init(path, eventID: TestTrait.press, number: 1, fields: [:]),
                .init(path, eventID: TestTrait.press + 1, number: 2, fields: [:]),
                .init(path, eventID: TestTrait.press, number: 3, fields: [:]),
            ], by: AutomationCause(.device))
        expect(starts(stage), equals: 2)
        expect(stage.machine.runs(of: "a").map(\.start.occasion), equals: [.event(number: 1), .event(number: 3)])
    }

    @Test func anEventHasWhatIsAskedOfIt() {
        var stage = stage(sequence(1, pressed(2, parameters: [0: .string("A-1"), 1: .unsigned(3)]), toggle(4)))
        stage.press(1, fields: [0: .string("A-1"), 1: .unsigned(3)])
        expect(starts(stage), equals: 1)
        // A maker's code in another case is another code.
        stage.press(2, fields: [0: .string("a1"), 1: .unsigned(3)])
        stage.press(3, fields: [0: .string("A-1"), 1: .unsigned(4)])
        stage.press(4, fields: [0: .string("A-1")])
        expect(starts(stage), equals: 1)
    }

    /// The whole phrase matches, without case, spaces and punctuation.
    @Test func wordsMatchWithoutCaseSpacesAndPunctuation() {
        let voice = TraitReference(TraitTarget(deviceID: "home", endpoint: 0), traitID: Starter.voiceTraitID)
        let words = AutomationNode(2, .starter(Starter(voice, eventID: 0, parameters: [0: .string("Good night!")])))
        var stage = stage(sequence(1, words, toggle(4)))
        func say(_ text: String, _ number: UInt64) {
            stage.change(
                [], [.init(voice.path, eventID: 0, number: number, fields: [0: .string(text)])],
                by: AutomationCause(.client))
        }
        say("good  NIGHT", 1)
        expect(starts(stage), equals: 1)
        say("good nights", 2)
        expect(starts(stage), equals: 1)
    }

    /// A starter can ask for its cause; an edge with another cause is consumed.
    @Test func aStarterCanAskForItsCause() {
        var stage = stage(sequence(1, starter(2, becomes: above(2, 20), by: [.client]), turnOn(4)))
        stage.report(25, by: .device)
        stage.report(26, by: .client)
        expect(starts(stage), equals: 0)
        stage.report(10, by: .client)
        stage.report(25, by: .client)
        expect(starts(stage), equals: 1)
    }

    /// A change found after a long outage starts nothing.
    @Test func changeFoundTooLateStartsNothing() {
        var stage = stage(sequence(1, starter(2, becomes: above(2, 20)), turnOn(4)))
        for (value, outage) in [(25, 10_800), (10, 60), (25, 900)] {
            stage.home.traits[TestTrait.path("sensor")] = [0: .signed(Int64(value))]
            let change = HomeChange(
                epoch: 1, sequence: UInt64(value), cause: AutomationCause(.device),
                attributes: [.init(TestTrait.path("sensor"), [0: .signed(Int64(value))])],
                foundAfter: .seconds(outage))
            stage.tell(stage.machine.changed(change, home: stage.home, at: stage.moment))
        }
        expectTrace(
            stage.happened(),
            """
            0:00 a: not started at 2: late by 3:00:00
            0:00 1 begins at 2
            0:00 1 lamp on
            0:00 1.4 action done
            0:00 1 ended: finished
            """)
    }

    /// An inactive automation has no starts and no traces of refused ones.
    @Test func inactiveAutomationStartsNothing() {
        var stage = Stage()
        stage.add(isActive: false, graph: sequence(1, select(5, starter(2), manual(6)), condition(3, never), turnOn(4)))
        stage.report(25)
        expect(stage.machine.memory(of: "a")?.nonStarts.isEmpty, equals: true)
        stage.execute()
        expect(stage.machine.memory(of: "a")?.nonStarts.isEmpty, equals: false)
    }

    /// An invalid automation starts nothing until it is judged again.
    @Test func invalidAutomationStartsNothing() {
        var stage = stage(sequence(1, starter(2), turnOn(4)))
        stage.tell(stage.machine.judged("a", isValid: false))
        stage.report(1)
        expect(starts(stage), equals: 0)
        let run = stage.execute()
        expectNil(run)
        stage.tell(stage.machine.judged("a", isValid: true))
        stage.report(2)
        expect(starts(stage), equals: 1)
    }
}
