internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// A restoration sets what a run has changed to its former values.
@Suite struct PutBackTests {
    private func stage(_ action: AutomationNode = turnOn(3), lamp: TraitValue = .bool(false)) -> Stage {
        var stage = Stage()
        stage.home.traits[TestTrait.path("lamp")] = [0: lamp]
        stage.add(graph: sequence(1, pressed(2), action, delay(4, .seconds(60)), putBack(5)))
        return stage
    }

    private static let run1 = AutomationCause(.automation, name: "a", run: RunOrigin(runID: 1, chain: ["a"]))

    /// A lamp that was off is switched off again.
    @Test func aLampGoesBackToWhatItWas() {
        var stage = stage()
        stage.press(1)
        stage.report(value: .bool(true), from: "lamp", by: Self.run1)
        stage.pass(.seconds(60))
        expectTrace(
            stage.happened(),
            """
            0:00 1 begins at 2
            0:00 1 lamp on
            0:00 1.3 action done
            0:00 1.4 waits until 1:00
            1:00 1.4 waited
            1:00 1.5 puts back 1, keeps 0
            1:00 1 lamp off
            1:00 1.5 lamp off done
            1:00 1 ended: finished
            """)
        expect(stage.machine.originals.isEmpty)
    }

    /// One that was on before stays on, with nothing sent.
    @Test func unchangedValueIsNotRestored() {
        var stage = stage(lamp: .bool(true))
        stage.press(1)
        stage.pass(.seconds(60))
        expect(stage.sent.count, equals: 1)
        expect(stage.happened().contains("1.5 puts back 0, keeps 0"))
    }

    /// A value that another cause has changed meanwhile stays, also when it equals the one that the run set.
    @Test func changeOfAnotherCauseStays() {
        var stage = stage()
        stage.press(1)
        stage.report(value: .bool(true), from: "lamp", by: Self.run1)
        stage.report(value: .bool(false), from: "lamp", by: AutomationCause(.client, name: "Ann"))
        stage.report(value: .bool(true), from: "lamp", by: AutomationCause(.client, name: "Ann"))
        stage.pass(.seconds(60))
        expect(stage.sent.count, equals: 1)
        expect(stage.happened().contains("1.5 puts back 0, keeps 1"))
    }

    /// A report of the requested value without a cause is no other cause.
    @Test func aReportOfWhatWasAskedIsNoOtherCause() {
        var stage = stage()
        stage.press(1)
        stage.report(value: .bool(true), from: "lamp")
        stage.pass(.seconds(60))
        expect(stage.sent.map(\.commandID), equals: [TestTrait.on, TestTrait.off])
    }

    /// Attributes that are written are written again.
    @Test func writtenAttributesAreWrittenBack() {
        var stage = stage(write(3, number(7)), lamp: .signed(3))
        stage.home.traits[TestTrait.path("lamp")] = [0: .bool(true), 4: .signed(3)]
        stage.add(
            revision: 2,
            graph: sequence(
                1, pressed(2), AutomationNode(3, .action(Action(TestTrait.reference("lamp"), fields: [4: number(7)]))),
                delay(4, .seconds(60)), putBack(5)))
        stage.press(1)
        stage.home.traits[TestTrait.path("lamp")] = [0: .bool(true), 4: .signed(7)]
        stage.pass(.seconds(60))
        expect(stage.sent.map(\.commandID), equals: [nil, nil])
        expect(stage.sent.last?.fields, equals: [4: .signed(3)])
    }

    /// The level of a lamp is restored before its power; values on the way to the requested one are no other cause.
    @Test func aLevelGoesBackBeforeThePower() {
        var stage = Stage()
        let lamp = TraitTarget(deviceID: "lamp", endpoint: 1)
        let level = TraitPath(lamp, 8)
        stage.home.traits = [TestTrait.path("lamp"): [0: .bool(false)], level: [0: .unsigned(10)]]
        let move = Action(
            TraitReference(lamp, traitID: 8), commandID: 4, fields: [0: .constant(.unsigned(200)), 1: .constant(.null)])
        stage.add(graph: sequence(1, pressed(2), AutomationNode(3, .action(move)), delay(4, .seconds(60)), putBack(5)))
        stage.press(1)
        for value in [50, 120, 200] as [UInt64] {
            stage.home.traits[level] = [0: .unsigned(value)]
            stage.change([.init(level, [0: .unsigned(value)])], by: AutomationCause(.device))
        }
        stage.report(value: .bool(true), from: "lamp")
        stage.pass(.seconds(60))
        expect(stage.sent.dropFirst().map(\.path.traitID), equals: [8, 6])
        expect(stage.sent.dropFirst().first?.fields[0], equals: .unsigned(10))
        expect(stage.sent.last?.commandID, equals: TestTrait.off)
    }

    /// Changes of a child are restored as well, after the child has ended.
    @Test func changesOfAChildAreRestored() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("lamp")] = [0: .bool(false)]
        stage.add("scene", graph: sequence(1, manual(2), turnOn(3)))
        stage.add(graph: sequence(1, pressed(2), execution(3, of: "scene"), delay(4, .seconds(60)), putBack(5)))
        stage.press(1)
        let child = AutomationCause(.automation, run: RunOrigin(runID: 2, chain: ["a", "scene"]))
        stage.report(value: .bool(true), from: "lamp", by: child)
        stage.pass(.seconds(60))
        expect(stage.sent.map(\.runID), equals: [2, 1])
        expect(stage.sent.last?.commandID, equals: TestTrait.off)
    }

    /// Without a restoration nothing is kept, and a run that ends keeps nothing.
    @Test func nothingIsKeptInVain() {
        var plain = Stage()
        plain.home.traits[TestTrait.path("lamp")] = [0: .bool(false)]
        plain.add(graph: sequence(1, pressed(2), turnOn(3), delay(4, .seconds(60))))
        plain.press(1)
        expect(plain.machine.originals.isEmpty)
        var stopped = stage()
        stopped.press(1)
        expect(!stopped.machine.originals.isEmpty)
        stopped.stop()
        expect(stopped.machine.originals.isEmpty)
        expect(stopped.sent.count, equals: 1)
    }

    /// The kept values are limited in bytes.
    @Test func keptValuesAreLimited() {
        var limits = AutomationMachine.Limits()
        limits.originalBytes = 1_000
        var stage = Stage(limits: limits)
        var nodes = [pressed(2)]
        for device in 0..<50 {
            stage.home.traits[TestTrait.path("lamp\(device)")] = [0: .bool(false)]
            nodes.append(turnOn(UInt32(10 + device), "lamp\(device)"))
        }
        stage.add(graph: AutomationNode(1, .sequential(nodes + [delay(90, .seconds(60)), putBack(91)])))
        stage.press(1)
        let kept = stage.machine.run(1)?.originals.count ?? 0
        expect(kept, isAbove: 1)
        expect(kept, isBelow: 10)
        for device in 0..<50 { stage.home.traits[TestTrait.path("lamp\(device)")] = [0: .bool(true)] }
        stage.pass(.seconds(60))
        expect(stage.sent.count, equals: 50 + kept)
    }

    /// The former value is stored before anything is sent, and is restored after a crash.
    @Test func theOldValueIsStoredBeforeAnythingIsSent() {
        let automation = Automation(
            id: "a", name: "a",
            graph: AutomationGraph(root: sequence(1, pressed(2), turnOn(3), delay(4, .seconds(60)), putBack(5))))
        var kept = Kept(automations: [automation])
        kept.stage.home.traits[TestTrait.path("lamp")] = [0: .bool(false)]
        kept.stage.savesByHand = true
        kept.stage.press(1)
        expect(kept.stage.sent.isEmpty)
        kept.stage.save()
        expect(kept.stage.sent.count, equals: 1)
        kept.stage.save()
        kept.home[TestTrait.path("lamp")] = [0: .bool(true)]
        kept.stage.savesByHand = false
        kept.kill(for: .seconds(70))
        expect(kept.stage.sent.map(\.commandID), equals: [TestTrait.off])
        expect(kept.stage.machine.originals.isEmpty)
    }

    /// A restoration in flight at a crash is sent again.
    @Test func restorationContinuesAfterACrash() {
        let automation = Automation(
            id: "a", name: "a",
            graph: AutomationGraph(root: sequence(1, pressed(2), turnOn(3), delay(4, .seconds(60)), putBack(5))))
        var kept = Kept(automations: [automation])
        kept.stage.home.traits[TestTrait.path("lamp")] = [0: .bool(false)]
        kept.stage.press(1)
        kept.stage.home.traits[TestTrait.path("lamp")] = [0: .bool(true)]
        kept.stage.silent = ["lamp"]
        kept.stage.pass(.seconds(60))
        kept.kill()
        expect(kept.stage.sent.map(\.commandID), equals: [TestTrait.off])
        kept.stage.answer()
        expect(kept.stage.machine.livingRuns, equals: 0)
    }
}
