/// Decides when a socket's input is gathered: once it comes several times within a pause, what arrives within the pause
/// is read together. A sender of many small messages then wakes the loop less often, and each wake-up costs several
/// times what a message does. Other input is read at once, and so is what follows output, which may be its answer.
struct InputGathering {
    /// How long input is gathered.
    let pause: Duration
    /// The reads within a pause that begin gathering. It continues while a pause brings that many times the bytes of one
    /// read.
    private static let many = 4
    /// When input was last read at once, at most ``many`` times.
    private var reads: [ContinuousClock.Instant] = []
    /// The bytes of the last such read.
    private var usual = 0
    private var isGathering = false
    /// When the last pause ended; nil once something was read since.
    private var end: ContinuousClock.Instant?

    init(pause: Duration) { self.pause = pause }

    /// Input was read.
    ///
    /// - Parameter bytes: how many bytes.
    /// - Returns: whether to gather from now on, until ``ended(at:)`` or ``wrote()``.
    mutating func read(_ bytes: Int, at now: ContinuousClock.Instant) -> Bool {
        // More has arrived than is left for the end of the pause.
        guard !isGathering else { return false }
        if let end, now - end <= pause, bytes >= Self.many * usual {
            isGathering = true
        } else {
            if reads.count == Self.many { reads.removeFirst() }
            reads.append(now)
            usual = bytes
            isGathering = reads.count == Self.many && now - reads[0] <= pause
        }
        end = nil
        return isGathering
    }

    /// The pause is over, and what was gathered is read.
    mutating func ended(at now: ContinuousClock.Instant) {
        (isGathering, end, reads) = (false, now, [])
    }

    /// Output was sent.
    ///
    /// - Returns: whether input was gathered, and is now to be read at once.
    mutating func wrote() -> Bool {
        defer { (isGathering, end, reads) = (false, nil, []) }
        return isGathering
    }
}
