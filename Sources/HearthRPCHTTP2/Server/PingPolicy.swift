/// How often a client may ask for a sign of life (gRPC, "Keepalive": the server's enforcement). A peer that has
/// something to say on its streams is alive, so what is sent there clears its record; and a client may ping once for each
/// piece, to measure how much can be on its way.
struct PingPolicy {
    private let interval: Duration
    private let maxStrikes: Int
    private var last: ContinuousClock.Instant?
    private var strikes = 0
    /// Pieces of answers that were not followed by a ping.
    private var allowance = 0

    /// - Parameters:
    ///   - interval: how much time has to pass between two pings.
    ///   - maxStrikes: how many may come earlier.
    init(interval: Duration, maxStrikes: Int) {
        self.interval = interval
        self.maxStrikes = maxStrikes
    }

    /// So many headers or pieces of bodies were sent.
    @inline(__always)
    mutating func answered(_ pieces: Int) {
        last = nil
        strikes = 0
        allowance = min(allowance &+ pieces, Self.maxAllowance)
    }

    private static let maxAllowance = 100

    /// A ping came; the answer is whether that is one too many.
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
