internal import HearthTraitModel
internal import Testing

@testable internal import HearthAutomation

/// AU-76: holds over times in which nobody sees the device. AU-41: what has held already.
@Suite struct UnseenTests {
    private func goOffline(_ stage: inout Stage, _ isOffline: Bool) {
        stage.home.offline = isOffline ? ["sensor"] : []
        stage.tell(
            stage.machine.changed(
                HomeChange(
                    epoch: 1, sequence: 1_000, cause: AutomationCause(.hub), connectivity: ["sensor"]),
                home: stage.home, at: stage.moment))
    }

    /// AU-76: the span stands in the trace, and the hold goes on.
    @Test func theUnobservedSpanIsInTheTrace() {
        var stage = Stage()
        stage.add(graph: sequence(1, starter(2), condition(3, above(2, 20), for: .seconds(60)), turnOn(4)))
        stage.report(25)
        stage.pass(.seconds(10))
        goOffline(&stage, true)
        stage.pass(.seconds(20))
        goOffline(&stage, false)
        stage.pass(.seconds(30))
        #expect(stage.sent.count == 1)
        #expect(stage.happened().contains("0:30 1.3 not seen for 0:20"))
    }

    /// AU-76: a strict hold begins anew.
    @Test func aStrictHoldBeginsAnew() {
        var stage = Stage()
        stage.add(graph: sequence(1, starter(2), strictCondition(3, above(2, 20), for: .seconds(60)), turnOn(4)))
        stage.report(25)
        stage.pass(.seconds(10))
        goOffline(&stage, true)
        stage.pass(.seconds(80))
        #expect(stage.sent.isEmpty)
        goOffline(&stage, false)
        stage.pass(.seconds(59))
        #expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        #expect(stage.sent.count == 1)
    }

    /// AU-76: also over a kill, with the time that the hub was away.
    @Test(arguments: [true, false]) func aKillIsUnobserved(_ isStrict: Bool) {
        let hold =
            isStrict
            ? strictCondition(3, above(2, 20), for: .seconds(60)) : condition(3, above(2, 20), for: .seconds(60))
        let graph = AutomationGraph(root: sequence(1, starter(2), hold, turnOn(4)))
        var kept = Kept(automations: [Automation(id: "a", name: "a", graph: graph)])
        kept.stage.report(25)
        kept.kill(for: .seconds(30))
        #expect(kept.stage.happened().contains("1.3 not seen for 0:30"))
        kept.stage.pass(.seconds(30))
        #expect(kept.stage.sent.count == (isStrict ? 0 : 1))
        kept.stage.pass(.seconds(30))
        #expect(kept.stage.sent.count == 1)
    }

    // MARK: Looking back

    private static let hasBeenWarm = sequence(
        1, pressed(2), reader(5), condition(3, held(above(5, 20), for: 60)), turnOn(4))

    /// AU-41: true when it has been true for so long without a break.
    @Test func whatHasHeldIsTrue() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(graph: Self.hasBeenWarm)
        stage.press(1)
        stage.report(25)
        stage.pass(.seconds(59))
        stage.press(2)
        #expect(stage.sent.isEmpty)
        // It stays true, with another value.
        stage.report(26)
        stage.pass(.seconds(1))
        stage.press(3)
        #expect(stage.sent.count == 1)
        stage.report(10)
        stage.report(25)
        stage.press(4)
        #expect(stage.sent.count == 1)
    }

    /// AU-41: nothing is known of the time before the automation was saved.
    @Test func nothingIsKnownOfBefore() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(25)]
        stage.add(graph: Self.hasBeenWarm)
        stage.press(1)
        #expect(stage.sent.isEmpty)
        stage.pass(.seconds(60))
        stage.press(2)
        #expect(stage.sent.count == 1)
    }

    /// AU-41, AU-60: a wait ends at the very time at which it has held.
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
        #expect(stage.sent.isEmpty)
        stage.pass(.seconds(1))
        #expect(stage.sent.count == 1)
    }

    /// AU-41, AU-96: setting the clock makes nothing hold longer.
    @Test func theClockThatIsSetDoesNotCount() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(10)]
        stage.add(graph: Self.hasBeenWarm)
        stage.report(25)
        stage.setClock(by: .seconds(3_600))
        stage.press(1)
        #expect(stage.sent.isEmpty)
        stage.pass(.seconds(60))
        stage.press(2)
        #expect(stage.sent.count == 1)
    }

    /// AU-41, AU-77: since when it holds is stored.
    @Test func itCountsOnAfterAKill() {
        var kept = Kept(
            automations: [Automation(id: "a", name: "a", graph: AutomationGraph(root: Self.hasBeenWarm))])
        kept.stage.report(25)
        kept.kill(for: .seconds(40))
        kept.stage.pass(.seconds(20))
        kept.stage.press(1)
        #expect(kept.stage.sent.count == 1)
    }
}
