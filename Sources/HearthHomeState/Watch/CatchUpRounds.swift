internal import HearthBase

/// Schedules the catch-up reports of lagging watches: at once while they are small, else in rounds. In a round, watches
/// that missed the same share a report, and the hub has time for other work in between.
struct CatchUpRounds {
    /// The bytes of catch-up reports made per second, by their size in memory.
    private static let bytesPerSecond = 8 << 20
    /// How far reports may run ahead of that rate.
    private static let ahead: Duration = .milliseconds(10)

    /// The longest wait of a watch, however large the reports are.
    private static let longest: Duration = .seconds(1)

    /// When the reports so far would be done at that rate.
    private var due: Duration = .zero
    private var waiting: [(subscription: Subscription, index: Int)] = []

    /// Whether a watch may get its catch-up report now.
    func isDue(_ now: Duration) -> Bool { waiting.isEmpty && due - now <= Self.ahead }

    /// Adds a watch to the next round.
    ///
    /// - Returns: the time until the round, if the watch is the first in it.
    mutating func wait(_ subscription: Subscription, at index: Int, _ now: Duration) -> Duration? {
        waiting.append((subscription, index))
        return waiting.count == 1 ? max(.zero, due - now) : nil
    }

    /// Takes the watches of the round.
    mutating func take() -> [(subscription: Subscription, index: Int)] {
        defer { waiting = [] }
        return waiting
    }

    mutating func count(_ bytes: Int, _ now: Duration) {
        due = min(max(due, now) + .bounded(seconds: Double(bytes) / Double(Self.bytesPerSecond)), now + Self.longest)
    }
}
