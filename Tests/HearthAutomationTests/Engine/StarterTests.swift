internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Starters and their triggers.
@Suite struct StarterTests {
    private func stage(_ root: AutomationNode) -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(graph: root)
        return stage
    }

    private func starts(_ stage: Stage) -> Int { Int(stage.machine.memory(of: "a")?.executions ?? 0) }

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
}
