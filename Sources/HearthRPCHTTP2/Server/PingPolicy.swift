/// Limits a client's pings (gRPC, "Keepalive": server enforcement). Answers sent on its streams reset the strikes. A
/// client may also ping once for each piece of an answer, to measure bandwidth.
struct PingPolicy {
    private let interval: Duration
    private let maxStrikes: Int
    private var last: ContinuousClock.Instant?
    private var strikes = 0
    /// Pieces of answers that no ping has followed yet.
    private var allowance = 0

    /// - Parameters:
    ///   - interval: the shortest time between two pings.
    ///   - maxStrikes: how many pings may come earlier than that.
    init(interval: Duration, maxStrikes: Int) {
        self.interval = interval
        self.maxStrikes = maxStrikes
    }

    /// Records that this number of headers or body pieces was sent.
    @inline(__always)
    mutating func answered(_ pieces: Int) {
        last = nil
        strikes = 0
        allowance = min(allowance &+ pieces, Self.maxAllowance)
    }

    private static let maxAllowance = 100

    /// Records a ping; returns whether that is one too many.
    mutating func pinged(at now: ContinuousClock.Instant) -> Bool {
        defer { last = now }
        guard let last, now < last + interval else { return false }
        if allowance > 0 {
            allowance -= 1
            return false
        }
        strikes += 1
        return strikes > maxStrikes
    }
}
