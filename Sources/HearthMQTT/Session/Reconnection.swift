internal import HearthBase

/// Decides how long to wait before the next connection.
struct Reconnection {
    /// How a connection ended, or why there was none.
    enum End: Equatable {
        /// There was none.
        case failed
        /// It had lasted for this time.
        case lost(after: Duration)
        /// The broker refuses until a person changes something: more tries would only be a storm.
        case needsPerson
        /// Another client connected with the same id.
        case takenOver
    }

    struct Decision: Equatable {
        var delay: Duration
        /// Whether the client id is used by another client that reconnects too.
        var isContested = false
    }

    static let longest: Duration = .seconds(60)
    /// A connection that ends before counts as a failure: some brokers accept and drop at once.
    static let stable: Duration = .seconds(10)
    /// Two clients of one id would end each other's connections without end.
    private static let mostTakeovers = 3

    private let backoff = ExponentialBackoff(initial: .seconds(1), maximum: longest, spread: 0.5...1)
    private var failures = 0
    private var takeovers: [ContinuousClock.Instant] = []

    /// - Parameter random: from 0 to 1.
    mutating func decide(after end: End, now: ContinuousClock.Instant, random: Double) -> Decision {
        switch end {
        case .needsPerson: return Decision(delay: Self.longest)
        case .lost(let time) where time >= Self.stable: failures = 0
        case .takenOver:
            takeovers.removeAll { now - $0 > .seconds(60) }
            takeovers.append(now)
            if takeovers.count >= Self.mostTakeovers {
                takeovers = []
                return Decision(delay: Self.longest, isContested: true)
            }
        case .failed, .lost: break
        }
        defer { failures = min(failures + 1, 1_000) }
        return Decision(delay: backoff.delay(after: failures, random: random))
    }
}
