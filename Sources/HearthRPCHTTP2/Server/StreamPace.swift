/// When what a stream has to say over HTTP/1.1 is sent: the first message at once, and those that follow it within some
/// milliseconds together. Browsers wake several processes for each piece that comes, which at thousands of messages a second
/// costs them more than the messages.
struct StreamPace {
    /// How long messages are gathered.
    static let pause = Duration.milliseconds(10)
    /// So many bytes are not gathered any longer.
    static let most = 16 << 10

    private var end: ContinuousClock.Instant?

    /// Whether what waits is sent now.
    func isOpen(at now: ContinuousClock.Instant, waitingBytes: Int) -> Bool {
        guard let end, now < end else { return true }
        return waitingBytes >= Self.most
    }

    /// When what waits is sent if nothing comes before; nil if it may be sent now.
    var due: ContinuousClock.Instant? { end }

    /// Something was sent.
    mutating func sent(at now: ContinuousClock.Instant) { end = now + Self.pause }

    /// The stream is over.
    mutating func reset() { end = nil }
}
