/// A rate limit: a burst, and a number per minute in the long run.
public struct RateLimit: Hashable, Sendable {
    /// The most events at once.
    public var burst: Int
    /// How many of those are returned per minute.
    public var perMinute: Int

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - burst: the most events at once.
    ///   - perMinute: how many events per minute are allowed in the long run.
    public init(burst: Int, perMinute: Int) {
        self.burst = burst
        self.perMinute = perMinute
    }
}

/// The state of a ``RateLimit``. It is refilled only when it is used up, so that the clock is rarely read: after a
/// quiet time a peer may reach twice the burst.
struct RateBudget {
    private let limit: RateLimit
    private var left: Int
    /// The time of the last refill.
    private var since: ContinuousClock.Instant?

    init(_ limit: RateLimit) {
        self.limit = limit
        left = max(0, limit.burst)
    }

    /// Takes a number of events; false when too few are left.
    mutating func take(_ count: Int = 1, at now: () -> ContinuousClock.Instant) -> Bool {
        if since == nil { since = now() }
        if left < count { refill(now()) }
        guard left >= count else { return false }
        left -= count
        return true
    }

    mutating func give(_ count: Int) { left = min(limit.burst, left + count) }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        guard let since, since < now else { return }
        let milliseconds = min(since.duration(to: now) / .milliseconds(1), 86_400_000)
        let gain = Int(milliseconds * Double(max(0, limit.perMinute)) / 60_000)
        // Otherwise many short intervals would never add up.
        guard gain > 0 else { return }
        self.since = now
        give(gain)
    }
}
