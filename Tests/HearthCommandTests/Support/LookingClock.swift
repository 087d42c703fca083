internal import HearthTraitCore

/// A clock that signals when a loop has reached its sleep.
struct LookingClock: HomeClock {
    let clock: ManualClock
    let looks: AsyncStream<Void>.Continuation

    init(_ clock: ManualClock, _ looks: AsyncStream<Void>.Continuation) {
        self.clock = clock
        self.looks = looks
    }

    var now: Duration { clock.now }
    var sinceEpoch: Duration { clock.sinceEpoch }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () async -> Void) -> any ScheduledAction {
        defer { looks.yield() }
        return clock.schedule(after: delay, action)
    }
}
