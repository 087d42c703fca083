internal import HearthRPC

/// Decides when a subchannel connects, and its connectivity state. Pure: the caller passes time and randomness.
struct SubchannelMachine {
    enum Action: Equatable {
        /// Begin an attempt with this timeout.
        case connect(timeout: Duration)
        /// Call ``SubchannelMachine/waited(isWanted:now:random:)`` after this time.
        case wait(Duration)
    }

    private enum Phase: Equatable { case idle, connecting, ready, waiting, failed }

    private(set) var state = ConnectionState.idle
    private var phase = Phase.idle
    private let backoff: Backoff
    private var failures = 0
    /// The back-off if the current attempt fails, counted from its start.
    private var delay = Duration.zero
    private var began = ContinuousClock.Instant.now

    init(_ backoff: Backoff) { self.backoff = backoff }

    /// Why no call can be made before the back-off is over; nil when an attempt is possible or in progress.
    var refusal: String? {
        guard phase == .waiting, case .unavailable(let reason) = state else { return nil }
        return reason
    }

    /// A call, or `connect()`, needs a connection.
    mutating func wanted(now: ContinuousClock.Instant, random: Double) -> Action? {
        guard phase == .idle || phase == .failed else { return nil }
        phase = .connecting
        state = .connecting
        began = now
        delay = backoff.delay(failures: failures + 1, random: random)
        return .connect(timeout: max(delay, backoff.minConnectTimeout))
    }

    /// HTTP/2 is established.
    mutating func connected() {
        guard phase == .connecting else { return }
        phase = .ready
        state = .ready
    }

    /// The attempt failed.
    mutating func failed(_ reason: String, now: ContinuousClock.Instant) -> Action? {
        guard phase == .connecting else { return nil }
        failures = min(failures + 1, 1000)
        phase = .waiting
        state = .unavailable(reason: reason)
        return .wait(max(.zero, delay - (now - began)))
    }

    /// The back-off is over.
    /// - Parameter isWanted: whether to try again now; otherwise the next call does.
    mutating func waited(isWanted: Bool, now: ContinuousClock.Instant, random: Double) -> Action? {
        guard phase == .waiting else { return nil }
        phase = .failed
        return isWanted ? wanted(now: now, random: random) : nil
    }

    /// An established connection accepts no more calls. One that ends at once without a call counts as a failure, so
    /// that the back-off applies.
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
