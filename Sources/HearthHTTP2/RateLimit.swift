/// How often something may happen: so often at once, and so often a minute over time.
public struct RateLimit: Hashable, Sendable {
    /// How often it may happen at once.
    public var burst: Int
    /// How many of those come back in a minute.
    public var perMinute: Int

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - burst: the most events at once.
    ///   - perMinute: how many events per minute are allowed in the long run.
    public init(burst: Int, perMinute: Int) {
        self.burst = burst
        self.perMinute = perMinute
    }
}

/// What is left of a ``RateLimit``. What comes back is added when nothing is left, so that the clock is seldom read: after
/// a quiet time a peer may do it up to twice as often as the burst says.
struct RateBudget {
    private let limit: RateLimit
    private var left: Int
    /// Up to when what comes back was added.
    private var since: ContinuousClock.Instant?

    init(_ limit: RateLimit) {
        self.limit = limit
        left = max(0, limit.burst)
    }

    /// Takes some; false when there is not enough.
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
        // Else many short looks would never add up.
        guard gain > 0 else { return }
        self.since = now
        give(gain)
    }
}
