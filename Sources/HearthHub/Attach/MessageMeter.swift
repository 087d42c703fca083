/// Slows down a provider that sends more than it may, and finds out when it goes on doing so. A bucket: it holds what
/// may be sent at once, and fills as time goes by.
struct MessageMeter: Sendable {
    enum Verdict: Hashable, Sendable {
        case pass
        /// Read on after this time; the message itself is taken.
        case pause(Duration)
        case flood
    }

    private let rate: Double
    private let patience: Duration
    private var level: Double
    private var last: Duration
    /// Since when the bucket has been no more than half full.
    private var strainedSince: Duration?

    /// Bursts may be as large as what may come in two seconds.
    private var capacity: Double { 2 * rate }
    /// So much is let through in one go after a pause.
    private static let pause = Duration.milliseconds(50)

    init(perSecond rate: Int, patience: Duration, now: Duration) {
        self.rate = Double(max(1, rate))
        self.patience = patience
        level = 2 * self.rate
        last = now
    }

    /// One more message.
    mutating func take(at now: Duration) -> Verdict {
        level = min(capacity, level + max(0, (now - last) / .seconds(1)) * rate)
        last = now
        level -= 1
        if level > capacity / 2 {
            strainedSince = nil
            return .pass
        }
        let since = strainedSince ?? now
        strainedSince = since
        if level > 0 { return .pass }
        return now - since > patience ? .flood : .pause(Self.pause)
    }
}
