/// The time by which old data is removed. It follows the machine's clock; one that jumps ahead by more than a day is
/// followed only after it has kept that time for a day. So a clock that is wrong for a while removes nothing.
struct RetentionTime: Sendable {
    private static let trust = Duration.seconds(86_400)

    /// How far it is ahead of the monotonic clock.
    private var lead: Duration
    /// The lead of a machine's clock that is not followed yet, and since when it has been so.
    private var candidate: (lead: Duration, since: Duration)?

    /// - Parameter newest: the time of the newest stored value; nil without values.
    init(newest: Duration? = nil, now: Duration, sinceEpoch: Duration) {
        lead = min(newest ?? sinceEpoch, sinceEpoch) - now
    }

    /// Time since 1970. Call it whenever something may be removed.
    mutating func read(now: Duration, sinceEpoch: Duration) -> Duration {
        let wanted = sinceEpoch - now
        if wanted <= lead + Self.trust {
            (lead, candidate) = (wanted, nil)
        } else if let known = candidate, known.lead - Self.trust <= wanted, wanted <= known.lead + Self.trust {
            if now - known.since >= Self.trust { (lead, candidate) = (wanted, nil) }
        } else {
            candidate = (wanted, now)
        }
        return lead + now
    }
}
