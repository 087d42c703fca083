/// How often a client may ask for a sign of life (gRPC, "Keepalive": the server's enforcement). A peer that has
/// something to say on its streams is alive, so what is sent there clears its record.
struct PingPolicy {
    private let interval: Duration
    private let maxStrikes: Int
    private var last: ContinuousClock.Instant?
    private var strikes = 0

    /// - Parameters:
    ///   - interval: how much time has to pass between two pings.
    ///   - maxStrikes: how many may come earlier.
    init(interval: Duration, maxStrikes: Int) {
        self.interval = interval
        self.maxStrikes = maxStrikes
    }

    /// Headers or a piece of a body were sent.
    @inline(__always)
    mutating func answered() {
        guard last != nil else { return }
        last = nil
        strikes = 0
    }

    /// A ping came; the answer is whether that is one too many.
    mutating func pinged(at now: ContinuousClock.Instant) -> Bool {
        defer { last = now }
        guard let last, now < last + interval else { return false }
        strikes += 1
        return strikes > maxStrikes
    }
}
