/// The deadline of the call that the current task serves, for the calls that its handler makes: none of them may take
/// longer than what is left of it.
public enum CallDeadline {
    /// Set around every handler whose call has a deadline; tasks that a handler starts with `Task { … }` inherit it.
    @TaskLocal package static var current: ContinuousClock.Instant?

    /// What is left of the time of the call that the current task serves; nil when there is none, or no end to it.
    public static var remaining: Duration? { current.map { $0 - .now } }

    /// Runs `body` without the deadline: for work that a call starts and that goes on after it.
    nonisolated(nonsending) public static func ignored<R>(
        _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        try await $current.withValue(nil) { try await body() }
    }

    /// The time for a call: its own, or what is left of the surrounding call's less a tenth, at most 10 ms, so that its
    /// end is still heard of in time.
    static func bounded(_ timeout: Duration?, by deadline: ContinuousClock.Instant, now: ContinuousClock.Instant)
        -> Duration
    {
        let left = max(.zero, deadline - now)
        let bound = left - min(left / 10, .milliseconds(10))
        return timeout.map { min($0, bound) } ?? bound
    }
}
