internal import Synchronization

/// A clock for timers and timestamps: the machine's in a running hub, a manual one in tests.
public protocol HomeClock: Sendable {
    /// Time since a fixed moment; never jumps.
    var now: Duration { get }
    /// Time since 1970; jumps when the machine's clock is set.
    var sinceEpoch: Duration { get }

    /// Runs `action` after `delay`, unless the result is cancelled before. Not on the caller's thread.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () async -> Void) -> any ScheduledAction
}

extension HomeClock {
    /// Returns after `delay`, or when the task is cancelled.
    public func sleep(for delay: Duration) async {
        let (end, reached) = AsyncStream.makeStream(of: Never.self)
        let alarm = schedule(after: delay) { reached.finish() }
        for await _ in end {}
        alarm.cancel()
    }
}

/// A scheduled action.
public protocol ScheduledAction: Sendable {
    /// Cancels the action; without effect once it has begun.
    func cancel()
}

/// The machine's clock.
public struct SystemClock: HomeClock {
    private static let start = ContinuousClock.now

    /// The machine's clock.
    public init() {}

    public var now: Duration { ContinuousClock.now - Self.start }

    public var sinceEpoch: Duration { wallClockSinceEpoch() }

    public func schedule(
        after delay: Duration, _ action: @escaping @Sendable () async -> Void
    ) -> any ScheduledAction {
        SleepingTask(
            task: Task {
                guard (try? await Task.sleep(for: delay)) != nil, !Task.isCancelled else { return }
                await action()
            })
    }

    private struct SleepingTask: ScheduledAction {
        let task: Task<Void, Never>
        func cancel() { task.cancel() }
    }
}

/// A clock that only moves when told to, and runs the actions that fall due in order.
public final class ManualClock: HomeClock {
    private struct Entry {
        let id: Int
        let due: Duration
        let action: @Sendable () async -> Void
    }

    private struct State {
        var now: Duration = .zero
        /// The difference between the time since 1970 and `now`.
        var epoch: Duration
        var nextID = 0
        var entries: [Entry] = []
    }

    private let state: Mutex<State>

    /// Creates a clock at `epoch` since 1970.
    public init(sinceEpoch epoch: Duration = .seconds(1_800_000_000)) {
        state = Mutex(State(epoch: epoch))
    }

    public var now: Duration { state.withLock { $0.now } }

    public var sinceEpoch: Duration { state.withLock { $0.epoch + $0.now } }

    /// Changes the time since 1970, as if a person set the machine's clock.
    public func step(by step: Duration) { state.withLock { $0.epoch += step } }

    public func schedule(
        after delay: Duration, _ action: @escaping @Sendable () async -> Void
    ) -> any ScheduledAction {
        let id = state.withLock { state in
            state.nextID += 1
            state.entries.append(Entry(id: state.nextID, due: state.now + max(delay, .zero), action: action))
            return state.nextID
        }
        return ManualAction(clock: self, id: id)
    }

    /// Moves the clock forward, and runs each due action to its end at its due time.
    public func advance(by step: Duration) async {
        let end = now + step
        while let entry = takeNext(until: end) {
            await entry.action()
        }
        state.withLock { $0.now = max($0.now, end) }
    }

    private func takeNext(until end: Duration) -> Entry? {
        state.withLock { state in
            let next = state.entries.enumerated().min {
                ($0.element.due, $0.element.id) < ($1.element.due, $1.element.id)
            }
            guard let next, next.element.due <= end else { return nil }
            state.entries.remove(at: next.offset)
            state.now = max(state.now, next.element.due)
            return next.element
        }
    }

    private func remove(_ id: Int) {
        state.withLock { $0.entries.removeAll { $0.id == id } }
    }

    private struct ManualAction: ScheduledAction {
        let clock: ManualClock
        let id: Int
        func cancel() { clock.remove(id) }
    }
}
