/// How a client finds out that a silent server is gone (gRPC, "Keepalive"; gRFC A8).
public struct Keepalive: Hashable, Sendable {
    /// How long a connection is silent before the server is asked for a sign of life; at least 1 s, nil for never.
    ///
    /// A server may end connections whose clients ask often: Hearth's allows a ping every 10 s, gRPC's own ones every
    /// 5 minutes unless they are told otherwise. After such an end the interval is doubled.
    public var interval: Duration?
    /// How long the server may take to answer; then the connection is given up.
    public var timeout: Duration
    /// Whether to ask also while no call is open.
    public var withoutCalls: Bool

    /// By default a server is known to be gone after 40 s at most, as long as calls are open.
    public init(
        interval: Duration? = .seconds(30), timeout: Duration = .seconds(10), withoutCalls: Bool = false
    ) {
        self.interval = interval
        self.timeout = timeout
        self.withoutCalls = withoutCalls
    }

    /// What a server that has had too many pings is asked with from now on.
    var doubled: Keepalive {
        Keepalive(interval: interval.map { min($0 * 2, .seconds(7200)) }, timeout: timeout, withoutCalls: withoutCalls)
    }
}

/// One connection's keepalive. Pure: time is handed in. There is one timer, which runs while there is something to
/// watch.
struct KeepaliveMachine {
    enum Action: Equatable {
        case wait(Duration)
        /// Send a ping, and wait.
        case ping(wait: Duration)
        /// The server is gone.
        case giveUp
    }

    private let interval: Duration
    private let settings: Keepalive
    private var lastRead: ContinuousClock.Instant
    private var pinged: ContinuousClock.Instant?
    private var isWaiting = false

    /// Nil where nothing is to be asked.
    init?(_ settings: Keepalive, now: ContinuousClock.Instant) {
        guard let interval = settings.interval else { return nil }
        self.interval = max(interval, .seconds(1))
        self.settings = settings
        lastRead = now
    }

    /// Bytes came: whatever they are, the server is there.
    mutating func received(now: ContinuousClock.Instant) {
        lastRead = now
        pinged = nil
    }

    /// A call begins, or the connection does. What was not read while nothing was asked does not count.
    mutating func begin(hasCalls: Bool, now: ContinuousClock.Instant) -> Action? {
        guard !isWaiting, hasCalls || settings.withoutCalls else { return nil }
        isWaiting = true
        lastRead = now
        return .wait(interval)
    }

    /// The timer's time has come; nil when nothing is to be watched.
    mutating func timerFired(hasCalls: Bool, now: ContinuousClock.Instant) -> Action? {
        if let pinged {
            let left = settings.timeout - (now - pinged)
            return left > .zero ? .wait(left) : .giveUp
        }
        guard hasCalls || settings.withoutCalls else {
            isWaiting = false
            return nil
        }
        let left = interval - (now - lastRead)
        if left > .zero { return .wait(left) }
        pinged = now
        return .ping(wait: settings.timeout)
    }
}
