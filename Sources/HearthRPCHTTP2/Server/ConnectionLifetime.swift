/// When a connection is asked whether it is alive, and when it ends: by silence, idleness or age.
///
/// Whoever holds it tells what happens, and asks ``check(at:openStreams:)`` at the time that the last answer named.
struct ConnectionLifetime {
    struct Limits {
        /// After so much silence the peer is asked for a sign of life,
        /// nil for clients that can't be asked.
        var keepAliveInterval: Duration?
        /// which has to come within so much time.
        var keepAliveTimeout: Duration
        /// How long a connection may be open without a stream.
        var idle: Duration
        /// How long it may be open at all.
        var age: Duration
        /// How long its streams may go on after that.
        var grace: Duration
    }

    enum Action: Hashable {
        /// Nothing to do before then.
        case wait(until: ContinuousClock.Instant)
        /// Send a ping, and check again.
        case ping
        /// Ask the peer to open no more streams, and check again.
        case drain
        /// End the streams that are left.
        case endCalls
        /// The peer is gone.
        case close
    }

    private let limits: Limits
    private let end: ContinuousClock.Instant
    private var lastHeard: ContinuousClock.Instant
    private var idleSince: ContinuousClock.Instant
    private var pinged: ContinuousClock.Instant?
    private var isDraining = false

    /// How much the ages of connections that began together differ, so that their clients do not all come back at once.
    private static let jitter = 0.1

    /// - Parameter random: from -1 to 1, what makes this connection's age differ from others'.
    init(_ limits: Limits, random: Double, at now: ContinuousClock.Instant) {
        self.limits = limits
        end = now + limits.age * (1 + Self.jitter * min(max(random, -1), 1))
        lastHeard = now
        idleSince = now
    }

    /// Bytes came: the peer lives.
    @inline(__always)
    mutating func heard(at now: ContinuousClock.Instant) {
        lastHeard = now
        pinged = nil
    }

    /// The last stream is over.
    mutating func isIdle(at now: ContinuousClock.Instant) { idleSince = now }

    mutating func check(at now: ContinuousClock.Instant, openStreams: Int) -> Action {
        if let pinged, now >= pinged + limits.keepAliveTimeout { return .close }
        if isDraining {
            guard now >= end + limits.grace else { return next(openStreams: openStreams, at: now) }
            return .endCalls
        }
        if now >= end || openStreams == 0 && now >= idleSince + limits.idle {
            isDraining = true
            return .drain
        }
        return next(openStreams: openStreams, at: now)
    }

    private mutating func next(openStreams: Int, at now: ContinuousClock.Instant) -> Action {
        var ping = end + limits.grace
        if let pinged {
            ping = pinged + limits.keepAliveTimeout
        } else if let interval = limits.keepAliveInterval {
            ping = lastHeard + interval
            if now >= ping {
                pinged = now
                return .ping
            }
        }
        if isDraining { return .wait(until: min(ping, end + limits.grace)) }
        let idle = openStreams == 0 ? idleSince + limits.idle : now + limits.idle
        return .wait(until: min(ping, end, idle))
    }
}
