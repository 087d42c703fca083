internal import HearthMetrics
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import Synchronization

/// Asks each loop of a server once a second for a sign of life, and measures how long the answer takes.
///
/// Its lock guards the questions and the measurements; nothing is called under it.
final class LoopMonitor: Sendable {
    private struct State {
        var delays = MetricHistogram(MetricHistogram.seconds)
        /// When loops were asked that have not answered, by their numbers.
        var asked: [Int: Duration] = [:]
    }

    private let clock: any HomeClock
    private let state = Mutex(State())

    init(clock: any HomeClock = SystemClock()) { self.clock = clock }

    /// How long the slowest loop has not answered; zero if all have.
    var stall: Duration {
        let now = clock.now
        return state.withLock { $0.asked.values.map { max(.zero, now - $0) }.max() ?? .zero }
    }

    /// The answers' delays since the start.
    var delays: MetricHistogram { state.withLock { $0.delays } }

    /// Asks the loops that have answered the last question.
    ///
    /// - Parameters:
    ///   - loops: the number of loops.
    ///   - ask: passes a question to a loop, which calls the closure.
    func ask(_ loops: Int, _ ask: (Int, @escaping @Sendable () -> Void) -> Void) {
        for loop in 0..<loops {
            let now = clock.now
            let isSilent = state.withLock { state in
                guard state.asked[loop] == nil else { return true }
                state.asked[loop] = now
                return false
            }
            if !isSilent { ask(loop) { [weak self] in self?.answered(loop) } }
        }
    }

    private func answered(_ loop: Int) {
        let now = clock.now
        state.withLock { state in
            guard let asked = state.asked.removeValue(forKey: loop) else { return }
            state.delays.add(now - asked)
        }
    }

    /// Asks the loops of a server until the task is cancelled.
    func run(_ server: HTTP2Server) async {
        while !Task.isCancelled {
            ask(server.loopCount) { server.ask(loop: $0, $1) }
            await clock.sleep(for: .seconds(1))
        }
    }
}
