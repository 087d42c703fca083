/// Limits the lines of each kind and level, so that one that repeats fills neither the disk nor the journal's own rate, and
/// takes no room from more important ones.
struct LogRate: Sendable {
    /// Lines of a kind and level at once.
    static let burst = 50
    /// The time until one more is allowed.
    static let pause = Duration.seconds(3)

    private struct Key: Hashable {
        let kind: LogEntry.Kind
        let level: LogLevel
    }

    private struct Share {
        var left = LogRate.burst
        /// When `left` was last right.
        var since: Duration
        var dropped = 0
    }

    private var shares: [Key: Share] = [:]

    /// Whether a line may be written, and how many of its kind and level were dropped since the last one that was.
    ///
    /// - Parameter now: by a clock that does not jump.
    mutating func take(
        _ kind: LogEntry.Kind, _ level: LogLevel, at now: Duration
    ) -> (isAllowed: Bool, dropped: Int) {
        let key = Key(kind: kind, level: level)
        var share = shares[key] ?? Share(since: now)
        let earned = max(0, (now - share.since) / Self.pause)
        if share.left < Self.burst, earned >= 1 {
            let whole = Int(min(earned, Double(Self.burst)))
            share.left = min(Self.burst, share.left + whole)
            share.since = share.left == Self.burst ? now : share.since + Self.pause * whole
        } else if share.left == Self.burst {
            share.since = now
        }
        defer { shares[key] = share }
        guard share.left > 0 else {
            share.dropped += 1
            return (false, 0)
        }
        share.left -= 1
        defer { share.dropped = 0 }
        return (true, share.dropped)
    }
}
