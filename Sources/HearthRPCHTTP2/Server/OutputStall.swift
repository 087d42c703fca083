/// Finds a connection whose client takes nothing while much waits for it.
struct OutputStall {
    private let limit: Int
    private let timeout: Duration
    /// What the client had taken when it last took any, and when that was seen.
    private var taken: UInt64 = 0
    private var since: ContinuousClock.Instant?

    /// - Parameters:
    ///   - limit: the most bytes that may wait for longer than `timeout`.
    ///   - timeout: the time in which the client must take some.
    init(limit: Int, timeout: Duration) {
        self.limit = limit
        self.timeout = timeout
    }

    /// The client takes what is sent to it: the time begins anew.
    /// - Parameter taken: the bytes that it has taken in all.
    mutating func moved(taken: UInt64, at now: ContinuousClock.Instant) {
        self.taken = taken
        since = now
    }

    /// Whether too much has waited for too long.
    /// - Parameters:
    ///   - waiting: the bytes that wait in all of the connection's streams.
    ///   - taken: the bytes that the client has taken in all.
    mutating func isOver(waiting: Int, taken: UInt64, at now: ContinuousClock.Instant) -> Bool {
        guard let since, taken == self.taken else {
            moved(taken: taken, at: now)
            return false
        }
        return waiting > limit && now - since >= timeout
    }
}
