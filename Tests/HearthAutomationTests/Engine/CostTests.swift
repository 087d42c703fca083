internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Frequent operations cost the same however many automations and runs there are.
@Suite(.serialized) struct CostTests {
    /// The owner's automations may use all runs.
    private func machine() -> AutomationMachine {
        var limits = AutomationMachine.Limits()
        limits.owner = "owner"
        return AutomationMachine(structureID: "home", limits: limits)
    }

    private func home(automations: Int) -> (machine: AutomationMachine, home: TestHome) {
        var machine = machine()
        var home = TestHome()
        for number in 0..<automations {
            let device = "device \(number)"
            home.traits[TestTrait.path(device)] = [0: .signed(0)]
            let graph = AutomationGraph(
                root: sequence(
                    1, select(2, starter(3, device), daily(4, 13)), delay(5, .seconds(600)), toggle(6, device)))
            let automation = Automation(
                id: "automation \(number)", name: "", graph: graph, mode: .parallel, maxRuns: 100,
                savedBy: "owner")
            _ = machine.edited(automation, isValid: true, home: home, at: moment)
        }
        if let rows = machine.takeUnsaved() { _ = machine.saved(rows.mark) }
        return (machine, home)
    }

    private let moment = AutomationMoment(now: .zero, sinceEpoch: .seconds(1_795_608_000))

    private func change(_ device: String, _ sequence: UInt64) -> HomeChange {
        HomeChange(
            epoch: 1, sequence: sequence, cause: AutomationCause(.client),
            attributes: [.init(TestTrait.path(device), [0: .signed(1)])])
    }

    /// The shortest of several rounds, per call.
    private func least(_ count: Int, _ body: () -> Void) -> Duration {
        let clock = ContinuousClock()
        let rounds = (0..<7).map { _ in
            clock.measure { for _ in 0..<count { body() } }
        }
        return (rounds.min() ?? .zero) / count
    }

    /// A change without listeners takes about a microsecond in a release build, with one automation or a thousand.
    @Test func idleChangesCostTheSame() {
        let costs = [1, 1_000].map { count in
            var (machine, home) = home(automations: count)
            let change = change("nobody", 1)
            return least(1_000) { _ = machine.changed(change, home: home, at: moment) }
        }
        print("a change without listeners: \(costs[0]) with 1 automation, \(costs[1]) with 1,000")
        expect(costs[1], isBelow: max(costs[0], .nanoseconds(100)) * 10)
    }

    /// A machine with this many waiting runs.
    private func waiting(_ runs: Int) -> (machine: AutomationMachine, home: TestHome) {
        var (machine, home) = home(automations: 100)
        for number in 0..<runs {
            _ = machine.changed(change("device \(number % 100)", UInt64(number)), home: home, at: moment)
        }
        if let rows = machine.takeUnsaved() { _ = machine.saved(rows.mark) }
        return (machine, home)
    }

    /// A start and its commit beside many waiting runs.
    @Test func startsCostTheSameBesideWaitingRuns() {
        let costs = [100, 9_900].map { count in
            var (machine, home) = waiting(count)
            expect(machine.livingRuns, equals: count)
            var sequence: UInt64 = 100_000
            return least(50) {
                sequence += 1
                _ = machine.changed(change("device 7", sequence), home: home, at: moment)
                guard let rows = machine.takeUnsaved() else { return }
                _ = machine.saved(rows.mark)
                _ = machine.stop("automation 7", by: "", home: home, at: moment)
                guard let rows = machine.takeUnsaved() else { return }
                _ = machine.saved(rows.mark)
            }
        }
        print("a start, a stop and their commits: \(costs[0]) beside 100 runs, \(costs[1]) beside 9,900")
        expect(costs[1], isBelow: costs[0] * 10)
    }

    /// 10,000 waiting runs are restored in less than a second, also in a debug build.
    @Test func manyRunsAreRestoredFast() {
        let (machine, home) = waiting(10_000)
        let runs = machine.runs.values.filter { $0.end == nil }
        expect(runs.count, equals: 10_000)
        let automations = machine.entries.values.map { ($0.automation, true, $0.memory) }
        var next = self.machine()
        let cost = ContinuousClock().measure {
            _ = next.restored(
                automations: automations, runs: runs, graphs: [], nextRunID: 20_000, home: home, at: moment)
        }
        print("10,000 runs restored in \(cost)")
        expect(next.livingRuns, equals: 10_000)
        expect(next.nextWake(at: moment), equals: .seconds(60))
        expect(cost, isBelow: .seconds(20))
    }

    /// Holds that begin and break all the time leave no entries, though each would be due in a month.
    @Test func brokenHoldsLeaveNothing() {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(0)]
        stage.add(
            graph: sequence(1, starter(2, becomes: above(2, 20)), condition(3, above(2, 20), for: .seconds(2_600_000))))
        for _ in 0..<1_000 {
            stage.report(25, by: .client)
            stage.report(15, by: .client)
        }
        expect(stage.machine.waits.count, isAtMost: 64)
        expect(stage.machine.waits.watched.isEmpty)
        expect(stage.machine.runs.count, isAtMost: 6)
    }

    /// Edits that compute times again leave no entries either.
    @Test func editsLeaveNothing() {
        var stage = Stage()
        for revision in 1...1_000 { stage.add(revision: UInt64(revision), graph: sequence(1, daily(2, 13), turnOn(3))) }
        expect(stage.machine.instants.count, isAtMost: 64)
    }
}
