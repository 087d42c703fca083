internal import HearthTraitCore
internal import Synchronization

/// The clock of one run of the hub. Timers run in tasks of their own, as with the machine's clock.
final class SimulatedClock: HomeClock {
    private struct Entry {
        let id: Int
        let due: Duration
        let action: @Sendable () async -> Void
    }

    private struct State {
        var now: Duration = .zero
        var epoch: Duration
        var nextID = 0
        var entries: [Entry] = []
        var isStopped = false
    }

    private let state: Mutex<State>

    init(sinceEpoch epoch: Duration) { state = Mutex(State(epoch: epoch)) }

    var now: Duration { state.withLock { $0.now } }
    var sinceEpoch: Duration { state.withLock { $0.epoch + $0.now } }

    func schedule(
        after delay: Duration, _ action: @escaping @Sendable () async -> Void
    ) -> any ScheduledAction {
        let id = state.withLock { state in
            state.nextID += 1
            if !state.isStopped {
                state.entries.append(Entry(id: state.nextID, due: state.now + max(delay, .zero), action: action))
            }
            return state.nextID
        }
        return Action(clock: self, id: id)
    }

    /// The moment of the next timer.
    var nextDue: Duration? { state.withLock { $0.entries.map(\.due).min() } }

    /// Moves the clock to a moment, and starts the timers due by then.
    func advance(to end: Duration) {
        while let action = takeNext(until: end) { Task { await action() } }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Sets the time since 1970 forward or back.
    func step(by step: Duration) { state.withLock { $0.epoch += step } }

    /// Ends all timers, since the run was killed.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.entries = []
        }
    }

    private func takeNext(until end: Duration) -> (@Sendable () async -> Void)? {
        state.withLock { state in
            let next = state.entries.enumerated().min {
                ($0.element.due, $0.element.id) < ($1.element.due, $1.element.id)
            }
            guard let next, next.element.due <= end else { return nil }
            state.now = max(state.now, next.element.due)
            return state.entries.remove(at: next.offset).action
        }
    }

    private func remove(_ id: Int) {
        state.withLock { $0.entries.removeAll { $0.id == id } }
    }

    private struct Action: ScheduledAction {
        let clock: SimulatedClock
        let id: Int
        func cancel() { clock.remove(id) }
    }
}
