/// The pings of a connection in both directions. The client's are limited (``PingPolicy``). A pong to one of ours shows
/// that the client has seen what was sent before it.
struct PingExchange {
    private var policy: PingPolicy
    /// How many pings of the client, and pieces of our answers, were counted.
    private var pingsSeen = 0
    private var answersSeen = 0
    /// Our unanswered pings.
    private var outstanding = 0
    /// How many pongs to await until the client has seen the announcement of the shutdown; 0 if none was sent.
    private var pongsUntilSeen = 0

    init(_ policy: PingPolicy) { self.policy = policy }

    /// Counts the client's pings.
    ///
    /// - Parameter total: the number of its pings since the connection began.
    /// - Returns: whether one was too many.
    mutating func heard(_ total: Int, at now: @autoclosure () -> ContinuousClock.Instant) -> Bool {
        while pingsSeen < total {
            pingsSeen += 1
            if policy.pinged(at: now()) { return true }
        }
        return false
    }

    /// Counts the pieces of answers that were sent.
    ///
    /// - Parameter total: the number of pieces since the connection began.
    @inline(__always)
    mutating func answered(_ total: Int) {
        guard total != answersSeen else { return }
        policy.answered(total &- answersSeen)
        answersSeen = total
    }

    /// Notes that we ping the client.
    ///
    /// - Parameter announcing: whether the ping follows the announcement of the shutdown.
    mutating func ping(announcing: Bool = false) {
        outstanding += 1
        if announcing { pongsUntilSeen = outstanding }
    }

    /// Takes the answer to a ping of ours.
    ///
    /// - Returns: whether the client has now seen the announcement of the shutdown.
    mutating func pong() -> Bool {
        outstanding = max(0, outstanding - 1)
        guard pongsUntilSeen > 0 else { return false }
        pongsUntilSeen -= 1
        return pongsUntilSeen == 0
    }
}
