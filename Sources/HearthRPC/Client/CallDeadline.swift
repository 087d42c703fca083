internal import Synchronization

/// The deadline of the call that the current task serves. Calls that its handler makes get no more than the time left.
/// It reaches child tasks and tasks started with `Task { … }`, until the handler returns; calls made after that are not
/// bound by it.
///
/// Handlers get it only once the process has created an ``RPCClient``: binding it costs 0.2 µs, which a server that
/// makes no calls need not pay.
public enum CallDeadline {
    /// The deadline of one handler.
    private final class Scope: Sendable {
        let deadline: ContinuousClock.Instant
        let isOver = Atomic(false)

        init(_ deadline: ContinuousClock.Instant) { self.deadline = deadline }
    }

    @TaskLocal private static var scope: Scope?

    private static let clientExists = Atomic(false)

    /// Whether any client exists that could ask for a deadline.
    static var isOfUse: Bool { clientExists.load(ordering: .relaxed) }

    static func clientBegins() { clientExists.store(true, ordering: .relaxed) }

    static var current: ContinuousClock.Instant? {
        guard let scope, !scope.isOver.load(ordering: .relaxed) else { return nil }
        return scope.deadline
    }

    /// The time left for the call that the current task serves; nil when it serves no call, or one without a deadline.
    public static var remaining: Duration? { current.map { $0 - .now } }

    /// Runs a handler whose call has a deadline.
    nonisolated(nonsending) static func bound<R>(
        _ deadline: ContinuousClock.Instant, _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        let scope = Scope(deadline)
        defer { scope.isOver.store(true, ordering: .relaxed) }
        return try await $scope.withValue(scope) { try await body() }
    }

    /// Runs `body` without the deadline, for a call that outlives the handler that begins it.
    nonisolated(nonsending) public static func ignored<R>(
        _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        try await $scope.withValue(nil) { try await body() }
    }

    /// The timeout for a call: its own, or the surrounding call's time left if that is shorter, less a tenth (at most
    /// 10 ms) so that the handler can still react to a timeout.
    static func timeout(
        _ own: Duration?, before deadline: ContinuousClock.Instant, now: ContinuousClock.Instant
    ) -> Duration {
        let left = max(.zero, deadline - now)
        let bound = left - min(left / 10, .milliseconds(10))
        return own.map { min($0, bound) } ?? bound
    }
}
