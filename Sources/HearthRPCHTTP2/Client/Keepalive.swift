/// How a client detects a lost server (gRPC, "Keepalive"; gRFC A8).
public struct Keepalive: Hashable, Sendable {
    /// How long a connection is silent before the client sends a ping; at least 1 s, nil for never.
    ///
    /// A server may end connections whose clients ping often: Hearth allows a ping every 10 s, gRPC's own servers one
    /// every 5 minutes by default. After such an end the interval is doubled.
    public var interval: Duration?
    /// How long the server may take to answer before the connection is closed.
    public var timeout: Duration
    /// Whether to ping also while no call is open.
    public var withoutCalls: Bool

    /// By default a lost server is detected within 40 s while calls are open.
    public init(
        interval: Duration? = .seconds(30), timeout: Duration = .seconds(10), withoutCalls: Bool = false
    ) {
        self.interval = interval
        self.timeout = timeout
        self.withoutCalls = withoutCalls
    }

    /// The settings after a server complained of too many pings.
    var doubled: Keepalive {
        Keepalive(interval: interval.map { min($0 * 2, .seconds(7200)) }, timeout: timeout, withoutCalls: withoutCalls)
    }
}

/// One connection's keepalive. Pure: the caller passes the time. Its one timer runs while calls are open, or always
/// with `withoutCalls`.
struct KeepaliveMachine {
    enum Action: Equatable {
        case wait(Duration)
        /// Send a ping, and wait.
        case ping(wait: Duration)
        /// The server is lost.
        case giveUp
    }

    private let interval: Duration
    private let settings: Keepalive
    private var lastRead: ContinuousClock.Instant
    private var pinged: ContinuousClock.Instant?
    private var isWaiting = false

    /// nil if the settings ask for no pings.
    init?(_ settings: Keepalive, now: ContinuousClock.Instant) {
        guard let interval = settings.interval else { return nil }
        self.interval = max(interval, .seconds(1))
        self.settings = settings
        lastRead = now
    }

    /// Notes that bytes of any kind arrived: the server is alive.
    mutating func received(now: ContinuousClock.Instant) {
        lastRead = now
        pinged = nil
    }

    /// A call or the connection begins. Silence before that does not count.
    mutating func begin(hasCalls: Bool, now: ContinuousClock.Instant) -> Action? {
        guard !isWaiting, hasCalls || settings.withoutCalls else { return nil }
        isWaiting = true
        lastRead = now
        return .wait(interval)
    }

    /// The timer fired; nil when it need not run again.
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
