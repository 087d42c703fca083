internal import HearthBase

/// The rate limit of a provider: slows down one that sends more than it may, and detects one that keeps sending too
/// many messages. Uses two token buckets, for messages and bytes.
struct MessageMeter: Sendable {
    enum Verdict: Hashable, Sendable {
        case pass
        /// Pause reading for this time; the message itself is taken.
        case pause(Duration)
        case flood
    }

    /// A token bucket that holds what may arrive in two seconds.
    private struct Bucket: Sendable {
        let rate: Double
        var level: Double

        init(perSecond rate: Int) {
            self.rate = Double(max(1, rate))
            level = 2 * self.rate
        }

        var isHalfFull: Bool { level > rate }

        mutating func fill(for time: Duration) { level = min(2 * rate, level + max(0, time / .seconds(1)) * rate) }
    }

    private let patience: Duration
    private var messages: Bucket
    private var bytes: Bucket
    private var last: Duration
    /// Since when the bucket of messages has been no more than half full.
    private var strainedSince: Duration?

    /// The pause when no messages are left, so that some may pass at once after it.
    private static let pause = Duration.milliseconds(50)

    init(messagesPerSecond: Int, bytesPerSecond: Int, patience: Duration, now: Duration) {
        self.patience = patience
        messages = Bucket(perSecond: messagesPerSecond)
        bytes = Bucket(perSecond: bytesPerSecond)
        last = now
    }

    /// Takes one more message of approximately `size` bytes.
    mutating func take(bytes size: Int, at now: Duration) -> Verdict {
        messages.fill(for: now - last)
        bytes.fill(for: now - last)
        last = now
        messages.level -= 1
        bytes.level -= Double(size)
        if messages.isHalfFull { strainedSince = nil } else { strainedSince = strainedSince ?? now }
        if messages.level <= 0, let strainedSince, now - strainedSince > patience { return .flood }
        // Too many bytes are no flood, as nothing arrives while the hub does not read.
        let debt = -bytes.level / bytes.rate
        let pause = max(messages.level > 0 ? .zero : Self.pause, debt > 0 ? .bounded(seconds: debt) : .zero)
        return pause > .zero ? .pause(pause) : .pass
    }
}
