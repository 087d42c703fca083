/// The calls of one connection whose callers have not said who they are: how many run, and how often they come.
struct AnonymousCalls {
    enum Verdict: Equatable {
        case begins
        /// As many run as may.
        case tooMany
        /// They come faster than they may.
        case tooOften
    }

    private let limits: HTTP2Server.AnonymousLimits
    private var open = 0
    /// Handlers that still run for calls that are over.
    private var over = 0
    /// When all that came would have come at the rate that is allowed.
    private var due: ContinuousClock.Instant?

    init(_ limits: HTTP2Server.AnonymousLimits) { self.limits = limits }

    mutating func begin(at now: ContinuousClock.Instant) -> Verdict {
        guard open < limits.maxCalls, open + over < 2 * limits.maxCalls else { return .tooMany }
        let interval = Duration.seconds(1) / max(1, limits.callsPerSecond)
        let next = max(due ?? now, now) + interval
        // Two seconds' worth may come at once.
        guard next - now <= .seconds(2) else { return .tooOften }
        due = next
        open += 1
        return .begins
    }

    mutating func ended(isHandlerRunning: Bool) {
        open -= 1
        if isHandlerRunning { over += 1 }
    }

    /// The handler of a call that had ended is done.
    mutating func handlerIsDone() { over -= 1 }
}
