/// Detects a connection whose client takes nothing while many bytes are queued for it.
struct OutputStall {
    private let limit: Int
    private let timeout: Duration
    /// The bytes that the client had taken when progress was last seen, and when that was.
    private var taken: UInt64 = 0
    private var since: ContinuousClock.Instant?

    /// - Parameters:
    ///   - limit: the most bytes that may be queued for longer than `timeout`.
    ///   - timeout: the time within which the client must take some.
    init(limit: Int, timeout: Duration) {
        self.limit = limit
        self.timeout = timeout
    }

    /// Records progress; the timeout restarts.
    /// - Parameter taken: the bytes that the client has taken in all.
    mutating func moved(taken: UInt64, at now: ContinuousClock.Instant) {
        self.taken = taken
        since = now
    }

    /// Whether too many bytes are queued without progress for too long.
    /// - Parameters:
    ///   - waiting: the bytes queued in all streams of the connection.
    ///   - taken: the bytes that the client has taken in all.
    mutating func isOver(waiting: Int, taken: UInt64, at now: ContinuousClock.Instant) -> Bool {
        guard let since, taken == self.taken else {
            moved(taken: taken, at: now)
            return false
        }
        return waiting > limit && now - since >= timeout
    }
}
