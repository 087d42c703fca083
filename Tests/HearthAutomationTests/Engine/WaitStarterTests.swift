internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Waits that end when a starter fires.
@Suite struct WaitStarterTests {
    private static let press = Starter(TestTrait.reference("end"), eventID: TestTrait.press)
    private static let sunset = Starter(
        timeTrait, eventID: 0, parameters: [0: .structure([0: .unsigned(12), 1: .unsigned(30)])])

    private func stage(_ starters: Starter..., timeout: Duration = .seconds(86_400)) -> Stage {
        var stage = Stage()
        let wait = AutomationNode(4, .wait(Wait(nil, starters: starters, timeout: timeout, result: "v")))
        stage.add(
            graph: sequence(
                1, pressed(2), reader(9, "end"), wait, choose(5, (.variable("v"), turnOn(6)), otherwise: turnOff(7))))
        return stage
    }

    /// An event ends it; a repeated one does not.
    @Test func anEventEndsIt() {
        var stage = stage(Self.press)
        stage.press(5)
        stage.press(5, "end")
        expect(stage.sent.isEmpty)
        stage.press(6, "end")
        expect(stage.sent.map(\.nodeID), equals: [6])
    }

    /// Without an event it times out.
    @Test func theTimeIsOver() {
        var stage = stage(Self.press, timeout: .seconds(60))
        stage.press(1)
        stage.pass(.seconds(60))
        expect(stage.sent.map(\.nodeID), equals: [7])
    }

    /// A change of a device ends it if its cause is one of the requested ones.
    @Test func aChangeEndsIt() {
        var stage = stage(Starter(TestTrait.reference("end"), causes: [.client]))
        stage.press(1)
        stage.report(1, from: "end")
        expect(stage.sent.isEmpty)
        stage.report(2, from: "end", by: .client)
        expect(stage.sent.map(\.nodeID), equals: [6])
    }

    /// A condition that was true when the wait began does not become true.
    @Test func conditionTrueAtTheWaitDoesNotBecomeTrue() {
        var stage = stage(Starter(TestTrait.reference("end"), becomes: above(9, 20)))
        stage.report(25, from: "end")
        stage.press(1)
        stage.report(26, from: "end")
        expect(stage.sent.isEmpty)
        stage.report(10, from: "end")
        stage.report(26, from: "end")
        expect(stage.sent.map(\.nodeID), equals: [6])
    }

    /// A time of day ends it, at that very time.
    @Test func aTimeOfDayEndsIt() {
        var stage = stage(Self.sunset)
        stage.press(1)
        stage.pass(.seconds(1_799))
        expect(stage.sent.isEmpty)
        expect(stage.machine.waits.count, isBelow: 10)
        stage.pass(.seconds(1))
        expect(stage.sent.map(\.nodeID), equals: [6])
    }

    /// After a change of the zone, the time in the new zone counts.
    @Test func aTimeOfDayFollowsTheZone() {
        var stage = stage(Self.sunset)
        stage.press(1)
        // It is 12:20 there.
        stage.home.place = SchedulePlaces.east(minutes: 20)
        stage.tell(stage.machine.moved(home: stage.home, at: stage.moment))
        stage.pass(.seconds(601))
        expect(stage.sent.map(\.nodeID), equals: [6])
    }

    // MARK: Over a crash

    private func kept(_ starter: Starter) -> Kept {
        let wait = AutomationNode(4, .wait(Wait(nil, starters: [starter], timeout: .seconds(86_400))))
        let graph = AutomationGraph(root: sequence(1, pressed(2), reader(9, "end"), wait, turnOn(6)))
        return Kept(automations: [Automation(id: "a", name: "a", graph: graph)])
    }

    /// An event, a change against the stored value, and a time end it after a crash as well.
    @Test func waitSurvivesACrash() {
        var event = kept(Self.press)
        event.stage.press(1)
        event.kill(for: .seconds(100))
        event.stage.press(2, "end")
        expect(event.stage.sent.map(\.nodeID), equals: [6])

        var change = kept(Starter(TestTrait.reference("end"), becomes: above(9, 20)))
        change.stage.report(10, from: "end")
        change.stage.press(1)
        change.settling = .seconds(10)
        change.kill(for: .seconds(100))
        change.stage.report(25, from: "end")
        change.stage.pass(.seconds(11))
        expect(change.stage.sent.map(\.nodeID), equals: [6])

        var time = kept(Self.sunset)
        time.stage.press(1)
        time.kill(for: .seconds(1_000))
        time.stage.pass(.seconds(799))
        expect(time.stage.sent.isEmpty)
        time.stage.pass(.seconds(1))
        expect(time.stage.sent.map(\.nodeID), equals: [6])

        // So does a time that came during the outage.
        var late = kept(Self.sunset)
        late.stage.press(1)
        late.kill(for: .seconds(10_000))
        expect(late.stage.sent.map(\.nodeID), equals: [6])
    }
}
