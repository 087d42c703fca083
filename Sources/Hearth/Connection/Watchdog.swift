internal import HearthTraitCore
internal import Synchronization

/// Ends a watch if the hub has been silent for too long.
final class Watchdog: Sendable {
    private struct State {
        var limit: Duration?
        var lastSign: Duration
        var alarm: (any ScheduledAction)?
        var hasBarked = false
        var isStopped = false
    }

    private let clock: any HomeClock
    private let bark: @Sendable () -> Void
    private let state: Mutex<State>

    /// Calls `bark` once when nothing has been received for the time set by ``watch(limit:)``.
    init(clock: any HomeClock, bark: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.bark = bark
        state = Mutex(State(lastSign: clock.now))
    }

    var hasBarked: Bool { state.withLock { $0.hasBarked } }

    /// Notes that a message was received.
    func sign() {
        state.withLock { $0.lastSign = clock.now }
    }

    /// Sets the limit of silence.
    func watch(limit: Duration) {
        state.withLock { $0.limit = limit }
        sleep(for: limit)
    }

    func stop() {
        let alarm = state.withLock { state in
            state.isStopped = true
            return state.alarm.take()
        }
        alarm?.cancel()
    }

    private func sleep(for time: Duration) {
        let alarm = clock.schedule(after: time) { [weak self] in self?.look() }
        let old = state.withLock { state in
            guard !state.isStopped else { return alarm as (any ScheduledAction)? }
            let old = state.alarm
            state.alarm = alarm
            return old
        }
        old?.cancel()
    }

    private func look() {
        let rest: Duration? = state.withLock { state in
            guard !state.isStopped, !state.hasBarked, let limit = state.limit else { return nil }
            let rest = state.lastSign + limit - clock.now
            state.hasBarked = rest <= .zero
            return rest
        }
        guard let rest else { return }
        if rest <= .zero { bark() } else { sleep(for: rest) }
    }
}
