internal import Synchronization

/// The deadline of the call that the current task serves, for the calls that its handler makes: none of them takes
/// longer than what is left of it. It reaches child tasks and those that the handler starts with `Task { … }`, until the
/// handler returns; what goes on after it has all the time it sets itself.
///
/// Handlers are given it from the first ``RPCClient`` of the process on: binding it costs a fifth of a microsecond, which
/// a server that calls nobody need not pay.
public enum CallDeadline {
    /// One handler's time.
    private final class Scope: Sendable {
        let deadline: ContinuousClock.Instant
        let isOver = Atomic(false)

        init(_ deadline: ContinuousClock.Instant) { self.deadline = deadline }
    }

    @TaskLocal private static var scope: Scope?

    private static let clientExists = Atomic(false)

    /// Whether anybody could ask for a deadline.
    static var isOfUse: Bool { clientExists.load(ordering: .relaxed) }

    static func clientBegins() { clientExists.store(true, ordering: .relaxed) }

    static var current: ContinuousClock.Instant? {
        guard let scope, !scope.isOver.load(ordering: .relaxed) else { return nil }
        return scope.deadline
    }

    /// What is left of the time of the call that the current task serves; nil when it serves none, or one without an
    /// end.
    public static var remaining: Duration? { current.map { $0 - .now } }

    /// Runs a handler whose call has a deadline.
    nonisolated(nonsending) static func bound<R>(
        _ deadline: ContinuousClock.Instant, _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        let scope = Scope(deadline)
        defer { scope.isOver.store(true, ordering: .relaxed) }
        return try await $scope.withValue(scope) { try await body() }
    }

    /// Runs `body` without the deadline: for a call that a handler begins and that goes on after it.
    nonisolated(nonsending) public static func ignored<R>(
        _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        try await $scope.withValue(nil) { try await body() }
    }

    /// The time for a call: its own, or what is left of the surrounding call's less a tenth, at most 10 ms, so that its
    /// end is still heard of in time.
    static func timeout(
        _ own: Duration?, before deadline: ContinuousClock.Instant, now: ContinuousClock.Instant
    ) -> Duration {
        let left = max(.zero, deadline - now)
        let bound = left - min(left / 10, .milliseconds(10))
        return own.map { min($0, bound) } ?? bound
    }
}
