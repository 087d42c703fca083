@testable internal import HearthServer
internal import Expectations
internal import HearthMetrics
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// The signs of life of loops.
@Suite(.timeLimit(.minutes(5))) struct LoopMonitorTests {
    @Test func aLoopThatDoesNotAnswerStalls() async {
        let clock = ManualClock()
        let monitor = LoopMonitor(clock: clock)
        let answers = Mutex<[@Sendable () -> Void]>([])
        var asked: [Int] = []
        func ask() {
            monitor.ask(2) { loop, answer in
                asked.append(loop)
                // The first loop answers at once, the second one only later.
                if loop == 0 { answer() } else { answers.withLock { $0.append(answer) } }
            }
        }
        ask()
        await clock.advance(by: .seconds(3))
        ask()
        expect((asked, monitor.stall), are: ([0, 1, 0], .seconds(3)))
        for answer in answers.withLock(\.self) { answer() }
        expect((monitor.stall, monitor.delays.count, monitor.delays.sum), are: (.zero, 3, 3))
    }
}
