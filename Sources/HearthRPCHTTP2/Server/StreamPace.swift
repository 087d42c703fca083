/// Paces a stream's messages over HTTP/1.1: the first is sent at once, and those within the next milliseconds are sent
/// together. Browsers wake several processes for each piece received, which at thousands of messages a second costs
/// them more than the messages.
struct StreamPace {
    /// How long messages are gathered.
    static let pause = Duration.milliseconds(10)
    /// The number of bytes that ends gathering early.
    static let most = 16 << 10

    private var end: ContinuousClock.Instant?

    /// Whether the gathered bytes are to be sent now.
    func isOpen(at now: ContinuousClock.Instant, waitingBytes: Int) -> Bool {
        guard let end, now < end else { return true }
        return waitingBytes >= Self.most
    }

    /// When the gathered bytes are sent at the latest; nil if they may be sent now.
    var due: ContinuousClock.Instant? { end }

    /// Records that something was sent.
    mutating func sent(at now: ContinuousClock.Instant) { end = now + Self.pause }

    /// Records the end of the stream.
    mutating func reset() { end = nil }
}
