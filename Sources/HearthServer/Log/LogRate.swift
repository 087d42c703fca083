/// Limits the lines of each kind, so that one that repeats fills neither the disk nor the journal's own rate.
struct LogRate: Sendable {
    /// Lines of a kind at once.
    static let burst = 50
    /// The time until one more is allowed.
    static let pause = Duration.seconds(3)

    private struct Share {
        var left = LogRate.burst
        /// When `left` was last right.
        var since: Duration
        var dropped = 0
    }

    private var shares: [LogEntry.Kind: Share] = [:]

    /// Whether a line may be written, and how many of its kind were dropped since the last one that was.
    ///
    /// - Parameter now: by a clock that does not jump.
    mutating func take(_ kind: LogEntry.Kind, at now: Duration) -> (isAllowed: Bool, dropped: Int) {
        var share = shares[kind] ?? Share(since: now)
        let earned = max(0, (now - share.since) / Self.pause)
        if share.left < Self.burst, earned >= 1 {
            let whole = Int(min(earned, Double(Self.burst)))
            share.left = min(Self.burst, share.left + whole)
            share.since = share.left == Self.burst ? now : share.since + Self.pause * whole
        } else if share.left == Self.burst {
            share.since = now
        }
        defer { shares[kind] = share }
        guard share.left > 0 else {
            share.dropped += 1
            return (false, 0)
        }
        share.left -= 1
        defer { share.dropped = 0 }
        return (true, share.dropped)
    }
}
