internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Holds while the device is unreachable, and `heldFor`.
@Suite struct UnseenTests {
    private func goOffline(_ stage: inout Stage, _ isOffline: Bool) {
        stage.home.offline = isOffline ? ["sensor"] : []
        stage.tell(
            stage.machine.changed(
                HomeChange(
                    epoch: 1, sequence: 1_000, cause: AutomationCause(.hub), connectivity: ["sensor"]),
                home: stage.home, at: stage.moment))
    }

    /// The unobserved span is in the trace, and the hold continues.
    @Test func theUnobservedSpanIsInTheTrace() {
        var stage = Stage()
        stage.add(graph: sequence(1, starter(2), condition(3, above(2, 20), for: .seconds(60)), turnOn(4)))
        stage.report(25)
        stage.pass(.seconds(10))
        goOffline(&stage, true)
        stage.pass(.seconds(20))
        goOffline(&stage, false)
        stage.pass(.seconds(30))
        expect(stage.sent.count, equals: 1)
        expect(stage.happened().contains("0:30 1.3 not seen for 0:20"))
    }

    /// A strict hold starts over.
    @Test func strictHoldStartsOver() {
        var stage = Stage()
        stage.add(graph: sequence(1, starter(2), strictCondition(3, above(2, 20), for: .seconds(60)), turnOn(4)))
        stage.report(25)
        stage.pass(.seconds(10))
        goOffline(&stage, true)
        stage.pass(.seconds(80))
        expect(stage.sent.isEmpty)
        goOffline(&stage, false)
        stage.pass(.seconds(59))
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        expect(stage.sent.count, equals: 1)
    }

    /// Also over a crash, with the hub's outage.
    @Test(arguments: [true, false]) func crashIsAnUnobservedSpan(_ isStrict: Bool) {
        let hold =
            isStrict
            ? strictCondition(3, above(2, 20), for: .seconds(60)) : condition(3, above(2, 20), for: .seconds(60))
        let graph = AutomationGraph(root: sequence(1, starter(2), hold, turnOn(4)))
        var kept = Kept(automations: [Automation(id: "a", name: "a", graph: graph)])
        kept.stage.report(25)
        kept.kill(for: .seconds(30))
        expect(kept.stage.happened().contains("1.3 not seen for 0:30"))
        kept.stage.pass(.seconds(30))
        expect(kept.stage.sent.count, equals: (isStrict ? 0 : 1))
        kept.stage.pass(.seconds(30))
        expect(kept.stage.sent.count, equals: 1)
    }

    // MARK: Looking back

    private static let hasBeenWarm = sequence(
        1, pressed(2), reader(5), condition(3, held(above(5, 20), for: 60)), turnOn(4))

    /// True once it has been true for that long without a break.
    @Test func heldForIsTrueAfterItsDuration() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(graph: Self.hasBeenWarm)
        stage.press(1)
        stage.report(25)
        stage.pass(.seconds(59))
        stage.press(2)
        expect(stage.sent.isEmpty)
        // It stays true, with another value.
        stage.report(26)
        stage.pass(.seconds(1))
        stage.press(3)
        expect(stage.sent.count, equals: 1)
        stage.report(10)
        stage.report(25)
        stage.press(4)
        expect(stage.sent.count, equals: 1)
    }

    /// `heldFor` counts at most from the moment of saving.
    @Test func nothingIsKnownOfBefore() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(25)]
        stage.add(graph: Self.hasBeenWarm)
        stage.press(1)
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(60))
        stage.press(2)
        expect(stage.sent.count, equals: 1)
    }

    /// A wait ends exactly when the condition has held.
    @Test func aWaitEndsWhenItHasHeld() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(
            graph: sequence(
                1, pressed(2), reader(5), wait(3, for: held(above(5, 20), for: 75), .seconds(600)), turnOn(4)))
        stage.press(1)
        stage.pass(.seconds(10))
        stage.report(25)
        stage.pass(.seconds(74))
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        expect(stage.sent.count, equals: 1)
    }

    /// Setting the clock does not lengthen the time that something has held.
    @Test func theClockThatIsSetDoesNotCount() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(graph: Self.hasBeenWarm)
        stage.report(25)
        stage.setClock(by: .seconds(3_600))
        stage.press(1)
        expect(stage.sent.isEmpty)
        stage.pass(.seconds(60))
        stage.press(2)
        expect(stage.sent.count, equals: 1)
    }

    /// The time since which it holds is stored.
    @Test func heldForCountsOnAfterACrash() {
        var kept = Kept(
            automations: [Automation(id: "a", name: "a", graph: AutomationGraph(root: Self.hasBeenWarm))])
        kept.stage.report(25)
        kept.kill(for: .seconds(40))
        kept.stage.pass(.seconds(20))
        kept.stage.press(1)
        expect(kept.stage.sent.count, equals: 1)
    }
}
