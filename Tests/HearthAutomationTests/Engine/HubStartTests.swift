internal import HearthCalendar
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Behaviour at a start of the hub.
@Suite struct HubStartTests {
    /// Runs of a backup have ended, and clocks count from now.
    @Test func restoredBackupResumesNoRuns() {
        let graph = AutomationGraph(
            root: sequence(1, select(7, daily(2, 12, 30), pressed(3)), delay(4, .seconds(60)), toggle(5)))
        let automation = Automation(id: "a", name: "a", graph: graph, mode: .parallel)
        var kept = Kept(automations: [automation])
        kept.stage.press(1)
        var next = Stage()
        // It is 12:35; without the restore the time of day would be caught up.
        next.epoch = kept.stage.epoch + .seconds(2_100)
        let actions = next.machine.restored(
            automations: [(automation, true, kept.stage.rows.memories["a"] ?? .init())],
            runs: Array(kept.stage.rows.runs.values), graphs: [], nextRunID: 5, isFromBackup: true, home: next.home,
            at: next.moment)
        next.tell(actions)
        next.pass(.seconds(300))
        expect(next.machine.livingRuns, equals: 0)
        expect(next.sent.isEmpty)
        expect(next.machine.run(1)?.end?.reason, equals: .restored)
        next.press(2)
        next.pass(.seconds(60))
        expect(next.sent.count, equals: 1)
    }

    /// Intervals are caught up like times of day, and continue.
    @Test func intervalIsCaughtUp() {
        let every = Starter(
            timeTrait, eventID: 3,
            parameters: [
                0: .signed(2026), 1: .unsigned(11), 2: .unsigned(25),
                3: .structure([0: .unsigned(12), 1: .unsigned(10)]),
                4: .unsigned(30), 5: .unsigned(1),
            ])
        let graph = AutomationGraph(root: sequence(1, AutomationNode(2, .starter(every)), turnOn(3)))
        var kept = Kept(automations: [Automation(id: "a", name: "a", graph: graph)])
        kept.stage.pass(.seconds(599))
        expect(kept.stage.sent.isEmpty)
        kept.stage.pass(.seconds(1))
        expect(kept.stage.sent.count, equals: 1)
        kept.kill(for: .seconds(1_900))
        expect(kept.stage.sent.count, equals: 1)
        kept.stage.pass(.seconds(1_700))
        expect(kept.stage.sent.count, equals: 2)
    }

    /// How long a device was unreachable.
    @Test func outagesAreMeasured() {
        var outages = Outages()
        expectNil(outages.note(["a": true], at: .seconds(5)))
        expectNil(outages.note(["a": false], at: .seconds(10)))
        expectNil(outages.note(["a": false], at: .seconds(20)))
        expect(outages.note(["a": true, "b": true], at: .seconds(70)), equals: .seconds(60))
        expectNil(outages.note(["a": true], at: .seconds(80)))
        outages.begin(for: ["a", "b"], since: .seconds(100))
        expectNil(outages.note(["a": false, "b": false], at: .seconds(400)))
        expect(outages.note(["a": true], at: .seconds(500)), equals: .seconds(400))
        outages.forget("b")
        expectNil(outages.note(["b": true], at: .seconds(600)))
        // The clock was set back.
        expectNil(outages.note(["a": false], at: .seconds(600)))
        expect(outages.note(["a": true], at: .seconds(500)), equals: .zero)
    }

    /// The memory of opposite writes is limited.
    @Test func conflictMemoryIsBounded() {
        var stage = Stage()
        var nodes = [starter(2)]
        for device in 0..<600 {
            nodes += [turnOn(UInt32(10 + device), "lamp\(device)"), delay(UInt32(1_000 + device), .seconds(1))]
        }
        stage.add(graph: AutomationNode(1, .sequential(nodes)))
        stage.report(1)
        stage.pass(.seconds(700))
        expect(stage.sent.count, equals: 600)
        expect(stage.machine.recent.count, isAtMost: 257)
    }

    /// Runs started by spoken words, and their children, unlock nothing.
    @Test func wordsOpenNothing() {
        var stage = Stage()
        let voice = TraitReference(TraitTarget(deviceID: "home", endpoint: 0), traitID: Starter.voiceTraitID)
        let words = AutomationNode(2, .starter(Starter(voice, eventID: 0)))
        for (id, root) in [
            ("scene", sequence(1, manual(2), turnOn(3))),
            ("a", sequence(1, select(9, words, pressed(8)), turnOn(3), execution(4, of: "scene"))),
        ] {
            let automation = Automation(
                id: id, name: id, graph: AutomationGraph(root: root), allowsSensitiveActions: true, savedBy: "owner")
            stage.tell(stage.machine.edited(automation, isValid: true, home: stage.home, at: stage.moment))
        }
        stage.change([], [.init(voice.path, eventID: 0, number: 1, fields: [:])], by: AutomationCause(.client))
        expect(stage.sent.map(\.allowsSensitiveActions), equals: [false, false])
        stage.press(2)
        expect(stage.sent.map(\.allowsSensitiveActions), equals: [false, false, true, true])
    }
}
