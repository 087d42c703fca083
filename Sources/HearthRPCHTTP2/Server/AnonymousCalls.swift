/// The calls of unauthenticated callers on one connection: limits how many run at once, and their rate.
struct AnonymousCalls {
    enum Verdict: Equatable {
        case begins
        /// Too many are running.
        case tooMany
        /// The rate exceeds its limit.
        case tooOften
    }

    private let limits: HTTP2Server.AnonymousLimits
    private var open = 0
    /// Handlers that still run after their calls ended.
    private var over = 0
    /// When all calls so far would have come at the permitted rate.
    private var due: ContinuousClock.Instant?

    init(_ limits: HTTP2Server.AnonymousLimits) { self.limits = limits }

    mutating func begin(at now: ContinuousClock.Instant) -> Verdict {
        guard open < limits.maxCalls, open + over < 2 * limits.maxCalls else { return .tooMany }
        let interval = Duration.seconds(1) / max(1, limits.callsPerSecond)
        let next = max(due ?? now, now) + interval
        // Allows a burst of two seconds' worth.
        guard next - now <= .seconds(2) else { return .tooOften }
        due = next
        open += 1
        return .begins
    }

    mutating func ended(isHandlerRunning: Bool) {
        open -= 1
        if isHandlerRunning { over += 1 }
    }

    /// The handler of an ended call has returned.
    mutating func handlerIsDone() { over -= 1 }
}
