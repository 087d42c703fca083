internal import HearthBase

/// How long to wait before one tries again to connect (gRPC, "Connection Backoff Protocol").
public struct Backoff: Hashable, Sendable {
    /// The wait between the beginnings of the first attempt and the second.
    public var initial: Duration
    /// What each wait is multiplied by for the next; at least 1.
    public var multiplier: Double
    /// By what part of it a wait is made longer or shorter at random, so that the clients of a server that comes back
    /// do not come at once; 0 to 1.
    public var jitter: Double
    /// The longest wait, before jitter.
    public var maximum: Duration
    /// How long an attempt may take at least, until the server speaks HTTP/2 with us.
    public var minConnectTimeout: Duration

    /// The defaults are gRPC's: 1 s, 1.6, 0.2, 120 s, 20 s.
    public init(
        initial: Duration = .seconds(1), multiplier: Double = 1.6, jitter: Double = 0.2,
        maximum: Duration = .seconds(120), minConnectTimeout: Duration = .seconds(20)
    ) {
        self.initial = initial
        self.multiplier = multiplier
        self.jitter = jitter
        self.maximum = maximum
        self.minConnectTimeout = minConnectTimeout
    }

    /// The wait after so many failures in a row.
    /// - Parameter random: from 0 to 1.
    func delay(failures: Int, random: Double) -> Duration {
        let jitter = min(max(jitter, 0), 1)
        return ExponentialBackoff(
            initial: initial, multiplier: multiplier, maximum: maximum, spread: (1 - jitter)...(1 + jitter)
        ).delay(after: max(failures, 1) - 1, random: random)
    }
}
