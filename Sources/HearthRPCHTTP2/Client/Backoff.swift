internal import HearthBase

/// The waits between attempts to connect (gRPC, "Connection Backoff Protocol").
public struct Backoff: Hashable, Sendable {
    /// The time between the starts of the first and the second attempt.
    public var initial: Duration
    /// The factor from one wait to the next; at least 1.
    public var multiplier: Double
    /// The random part of each wait, 0 to 1: it spreads the clients of a server that comes back.
    public var jitter: Double
    /// The longest wait, before jitter.
    public var maximum: Duration
    /// The least time that an attempt gets until HTTP/2 is established.
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

    /// The wait after this number of failures in a row.
    /// - Parameter random: from 0 to 1.
    func delay(failures: Int, random: Double) -> Duration {
        let jitter = min(max(jitter, 0), 1)
        return ExponentialBackoff(
            initial: initial, multiplier: multiplier, maximum: maximum, spread: (1 - jitter)...(1 + jitter)
        ).delay(after: max(failures, 1) - 1, random: random)
    }
}
