internal import Synchronization

/// Time for everything that waits or stamps: the machine's in a running hub, one moved by hand in tests.
public protocol HomeClock: Sendable {
    /// Time since some fixed moment; never jumps.
    var now: Duration { get }
    /// Time since 1970; jumps when someone sets the machine's clock.
    var sinceEpoch: Duration { get }

    /// Runs `action` once `delay` from now, unless the result is cancelled before. Not on the caller's thread.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () async -> Void) -> any ScheduledAction
}

extension HomeClock {
    /// Returns once `delay` has passed, or the task is cancelled.
    public func sleep(for delay: Duration) async {
        let (end, reached) = AsyncStream.makeStream(of: Never.self)
        let alarm = schedule(after: delay) { reached.finish() }
        for await _ in end {}
        alarm.cancel()
    }
}

/// An action that waits for its time.
public protocol ScheduledAction: Sendable {
    /// Takes the action back; without effect once it has begun.
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

/// A clock that stands still until it is told to move; what is due on the way runs in order.
public final class ManualClock: HomeClock {
    private struct Entry {
        let id: Int
        let due: Duration
        let action: @Sendable () async -> Void
    }

    private struct State {
        var now: Duration = .zero
        /// What the time since 1970 is ahead of that by.
        var epoch: Duration
        var nextID = 0
        var entries: [Entry] = []
    }

    private let state: Mutex<State>

    /// A clock that says it is `epoch` after 1970.
    public init(sinceEpoch epoch: Duration = .seconds(1_800_000_000)) {
        state = Mutex(State(epoch: epoch))
    }

    public var now: Duration { state.withLock { $0.now } }

    public var sinceEpoch: Duration { state.withLock { $0.epoch + $0.now } }

    /// Sets the time since 1970 forward or back, as somebody sets a machine's clock.
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

    /// Moves the clock forward, running what falls due at the moment when it is, each to its end.
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
