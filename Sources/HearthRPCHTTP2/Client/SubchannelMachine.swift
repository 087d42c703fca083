internal import HearthRPC

/// When a subchannel connects, and its connectivity state. Pure: time and randomness are handed in.
struct SubchannelMachine {
    enum Action: Equatable {
        /// Begin an attempt, which may take so long.
        case connect(timeout: Duration)
        /// Call ``SubchannelMachine/waited(isWanted:now:random:)`` then.
        case wait(Duration)
    }

    private enum Phase: Equatable { case idle, connecting, ready, waiting, failed }

    private(set) var state = ConnectionState.idle
    private var phase = Phase.idle
    private let backoff: Backoff
    private var failures = 0
    /// The wait that the attempt under way is followed by if it fails, from when it began.
    private var delay = Duration.zero
    private var began = ContinuousClock.Instant.now

    init(_ backoff: Backoff) { self.backoff = backoff }

    /// Why no call can be made before the back-off is over; nil when an attempt may be made or is.
    var refusal: String? {
        guard phase == .waiting, case .unavailable(let reason) = state else { return nil }
        return reason
    }

    /// Somebody has a use for a connection.
    mutating func wanted(now: ContinuousClock.Instant, random: Double) -> Action? {
        guard phase == .idle || phase == .failed else { return nil }
        phase = .connecting
        state = .connecting
        began = now
        delay = backoff.delay(failures: failures + 1, random: random)
        return .connect(timeout: max(delay, backoff.minConnectTimeout))
    }

    /// The server speaks HTTP/2 with us.
    mutating func connected() {
        guard phase == .connecting else { return }
        phase = .ready
        state = .ready
    }

    /// The attempt came to nothing.
    mutating func failed(_ reason: String, now: ContinuousClock.Instant) -> Action? {
        guard phase == .connecting else { return nil }
        failures = min(failures + 1, 1000)
        phase = .waiting
        state = .unavailable(reason: reason)
        return .wait(max(.zero, delay - (now - began)))
    }

    /// The back-off is over.
    /// - Parameter isWanted: somebody waits for the connection; else the next call makes an attempt.
    mutating func waited(isWanted: Bool, now: ContinuousClock.Instant, random: Double) -> Action? {
        guard phase == .waiting else { return nil }
        phase = .failed
        return isWanted ? wanted(now: now, random: random) : nil
    }

    /// A connection that worked takes no more calls. One that a server ends as soon as it is made, without a call, is a
    /// failure like others, or it would be made again and again.
    mutating func lost(_ reason: String, wasUsed: Bool, now: ContinuousClock.Instant) -> Action? {
        guard phase == .ready else { return nil }
        if !wasUsed, now - began < delay {
            phase = .connecting
            return failed(reason, now: now)
        }
        failures = 0
        phase = .idle
        state = .idle
        return nil
    }
}
