internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// A restoration sets what a run has changed to its former values.
@Suite struct PutBackTests {
    /// Attributes that are written are written again.
    @Test func writtenAttributesAreWrittenBack() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("lamp")] = [0: .bool(true), 4: .signed(3)]
        stage.add(
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

    /// The fan of an air conditioner is off with it, and would switch it off. One that is off while the thermostat runs is
    /// a fan of its own.
    @Test(arguments: [(0, 0, true), (0, 3, false), (3, 3, true), (4, 0, true)] as [(UInt64, UInt64, Bool)])
    func aFanThatWasOffSwitchesNothingOff(mode: UInt64, modeAtTheEnd: UInt64, isPutBack: Bool) {
        var stage = Stage()
        let conditioner = TraitTarget(deviceID: "conditioner", endpoint: 1)
        let (thermostat, fan) = (TraitPath(conditioner, 0x0201), TraitPath(conditioner, 0x0202))
        stage.home.traits = [thermostat: [0x1C: .unsigned(mode)], fan: [0: .unsigned(0), 2: .unsigned(0)]]
        let speed = Action(
            TraitReference(conditioner, traitID: 0x0202), fields: [2: .constant(.unsigned(66))])
        stage.add(graph: sequence(1, pressed(2), AutomationNode(3, .action(speed)), delay(4, .seconds(60)), putBack(5)))
        stage.press(1)
        stage.home.traits = [thermostat: [0x1C: .unsigned(modeAtTheEnd)], fan: [0: .unsigned(2), 2: .unsigned(66)]]
        stage.pass(.seconds(60))
        expect(stage.sent.dropFirst().map(\.fields), equals: isPutBack ? [[2: .unsigned(0)]] : [])
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
}
