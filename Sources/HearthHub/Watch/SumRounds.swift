internal import HearthBase

/// When watches that are behind get what they missed. While that is little, at once; where much changes for many, in
/// rounds, so that those who missed the same get it together, and the hub has time for other things in between.
struct SumRounds {
    /// So many bytes of sums are given a second, as they are in memory.
    private static let bytesPerSecond = 8 << 20
    /// So much may be given ahead of that.
    private static let ahead: Duration = .milliseconds(10)

    /// However much it is, nobody waits for longer.
    private static let longest: Duration = .seconds(1)

    /// When what was given so far would have been given at that rate.
    private var due: Duration = .zero
    private var waiting: [(subscription: Subscription, index: Int)] = []

    /// Whether a watch may get its sum now.
    func isDue(_ now: Duration) -> Bool { waiting.isEmpty && due - now <= Self.ahead }

    /// A watch waits for the next round.
    ///
    /// - Returns: the time until then, if it is the first.
    mutating func wait(_ subscription: Subscription, at index: Int, _ now: Duration) -> Duration? {
        waiting.append((subscription, index))
        return waiting.count == 1 ? max(.zero, due - now) : nil
    }

    /// Those whose round it is.
    mutating func take() -> [(subscription: Subscription, index: Int)] {
        defer { waiting = [] }
        return waiting
    }

    mutating func count(_ bytes: Int, _ now: Duration) {
        due = min(max(due, now) + .bounded(seconds: Double(bytes) / Double(Self.bytesPerSecond)), now + Self.longest)
    }
}
