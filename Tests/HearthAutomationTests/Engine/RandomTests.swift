internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Whatever a graph contains, nothing traps, everything ends in time, nothing leaks, and two machines with the same
/// input stay equal.
@Suite struct RandomTests {
    @Test func randomLivesBreakNothing() {
        let seed = testSeed()
        var sends = 0
        for round in 0..<UInt64(FaultRounds.count(2_000)) {
            var one = RandomLife(seed: seed &+ round)
            let words = Comment("HEARTH_SEED=\(seed &+ round)")
            for _ in 0..<120 where one.wrong.isEmpty { one.step() }
            one.end()
            expect(one.wrong, equals: [], words)
            guard one.wrong.isEmpty else { return }
            sends += one.sends
            guard round % 10 == 0 else { continue }
            var other = RandomLife(seed: seed &+ round)
            for _ in 0..<120 { other.step() }
            other.end()
            expect(one.log, equals: other.log, words)
        }
        // Otherwise the test would have tried nothing.
        expect(sends, isAbove: 2 * FaultRounds.count(2_000), "HEARTH_SEED=\(seed)")
    }

    /// Deeper than any graph that a check accepts.
    @Test func deepTreesBreakNothing() {
        var expression = above(2, 1)
        for _ in 0..<1_500 { expression = .operation(.not, [expression]) }
        var node = turnOn(3)
        for id in 0..<200 { node = AutomationNode(UInt32(1_000 + id), .sequential([node])) }
        var stage = Stage()
        stage.add(graph: sequence(1, starter(2), choose(5, (expression, turnOff(6)), otherwise: node)))
        stage.report(5)
        expect(stage.sent.map(\.nodeID), equals: [3])
    }

    /// Durations whose sum overflows.
    @Test(arguments: [
        Duration.seconds(Int64.max), .seconds(Int64.max) + .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1),
        .zero,
    ])
    func anyDurationCanBeWaitedFor(_ duration: Duration) {
        var stage = Stage()
        stage.home.traits[TestTrait.path("sensor")] = [0: .signed(5)]
        stage.outcomes["lamp"] = .refused("")
        stage.add(
            mode: .parallel, catchUp: duration,
            graph: sequence(
                1, select(20, pressed(2), daily(21, 13)),
                parallel(
                    3, delay(4, duration), condition(5, always, for: duration), wait(6, for: never, duration),
                    suppress(7, duration), turnOn(8, onFailure: .retry(times: .max, after: duration)))))
        stage.press(1)
        stage.press(2)
        stage.pass(.seconds(100))
        stage.setClock(by: .seconds(100_000))
        stage.pass(.seconds(1))
        stage.stop()
        expect(stage.machine.livingRuns, equals: 0)
    }
}
