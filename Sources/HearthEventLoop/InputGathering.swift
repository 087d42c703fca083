/// Decides when a socket's input is gathered: once it comes more often than a pause, what arrives within the pause is
/// read together. A sender of many small messages then wakes the loop less often, and each wake-up costs about as much
/// as a message. Input after a longer silence is read at once, and so is what follows output, which may be its answer.
struct InputGathering {
    /// How long input is gathered.
    let pause: Duration
    private var last: ContinuousClock.Instant?
    private var isGathering = false

    init(pause: Duration) { self.pause = pause }

    /// Input was read.
    ///
    /// - Returns: whether to gather from now on, until ``ended(at:)`` or ``wrote()``.
    mutating func read(at now: ContinuousClock.Instant) -> Bool {
        guard !isGathering else { return false }
        isGathering = last.map { now - $0 <= pause } ?? false
        last = now
        return isGathering
    }

    /// The pause is over, and what was gathered is read.
    mutating func ended(at now: ContinuousClock.Instant) {
        isGathering = false
        last = now
    }

    /// Output was sent.
    ///
    /// - Returns: whether input was gathered, and is now to be read at once.
    mutating func wrote() -> Bool {
        defer { (isGathering, last) = (false, nil) }
        return isGathering
    }
}
