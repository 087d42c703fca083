/// Decides when a connection is pinged and when it ends: by silence, idleness or age.
///
/// The owner reports events and calls ``check(at:openStreams:)`` at the time that the last result named.
struct ConnectionLifetime {
    struct Limits {
        /// How long the peer may be silent before it is pinged; nil for clients that cannot be.
        var keepAliveInterval: Duration?
        /// How long the peer may take to answer the ping.
        var keepAliveTimeout: Duration
        /// How long a connection may be open without a stream.
        var idle: Duration
        /// How long a connection may be open.
        var age: Duration
        /// How long its streams may continue after that.
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
        /// The peer is lost.
        case close
    }

    private let limits: Limits
    private let end: ContinuousClock.Instant
    private var lastHeard: ContinuousClock.Instant
    private var idleSince: ContinuousClock.Instant
    private var pinged: ContinuousClock.Instant?
    private var isDraining = false

    /// The random spread of ages, so that clients that connected together do not all reconnect together.
    private static let jitter = 0.1

    /// - Parameter random: from -1 to 1; spreads this connection's age.
    init(_ limits: Limits, random: Double, at now: ContinuousClock.Instant) {
        self.limits = limits
        end = now + limits.age * (1 + Self.jitter * min(max(random, -1), 1))
        lastHeard = now
        idleSince = now
    }

    /// Bytes arrived: the peer is alive.
    @inline(__always)
    mutating func heard(at now: ContinuousClock.Instant) {
        lastHeard = now
        pinged = nil
    }

    /// The last stream has ended.
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
