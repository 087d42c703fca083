/// Keeps a connection alive by pings, and notices a dead one (section 3.1.2.10). Pure: the caller passes the time.
struct KeepAlive {
    enum Step: Equatable {
        case ping
        /// The broker did not answer the last ping.
        case lost
    }

    /// The silence before a ping. It is three quarters of the keep-alive time, since the broker must have the ping
    /// before its end.
    private let silence: Duration
    private let timeout: Duration
    private var lastSent: ContinuousClock.Instant
    private(set) var lastReceived: ContinuousClock.Instant
    private var pinged: ContinuousClock.Instant?
    /// Whether the client does not read at the moment, so that no answer can be expected.
    private var isPaused = false

    /// - Parameter seconds: the keep-alive time. 0, for none, counts as a minute: a dead connection is to be noticed.
    init(seconds: UInt16, timeout: Duration, now: ContinuousClock.Instant) {
        silence = .milliseconds(Int(seconds == 0 ? 60 : seconds) * 750)
        self.timeout = timeout
        lastSent = now
        lastReceived = now
    }

    mutating func sent(now: ContinuousClock.Instant) { lastSent = now }

    /// Any bytes show that the broker is alive.
    mutating func received(now: ContinuousClock.Instant) {
        lastReceived = now
        pinged = nil
    }

    mutating func pause() { isPaused = true }

    mutating func resume(now: ContinuousClock.Instant) {
        isPaused = false
        lastReceived = now
        if pinged != nil { pinged = now }
    }

    /// Both directions count: what is sent keeps the broker content, what arrives shows that it is there.
    var deadline: ContinuousClock.Instant {
        if let pinged, !isPaused { return min(pinged + timeout, lastSent + silence) }
        return (isPaused ? lastSent : min(lastSent, lastReceived)) + silence
    }

    mutating func timePassed(now: ContinuousClock.Instant) -> Step? {
        guard now >= deadline else { return nil }
        if let pinged, !isPaused, now >= pinged + timeout { return .lost }
        if pinged == nil { pinged = now }
        lastSent = now
        return .ping
    }
}
