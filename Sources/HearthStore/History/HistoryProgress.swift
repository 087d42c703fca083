/// When the samples of a store are packed: once an hour, and when many wait. It is determined again after a start.
package struct HistoryProgress: Sendable {
    /// Samples before this hour are packed, except those added later because a clock was set back.
    private var packed: Int64?
    /// The number of waiting samples.
    private var waiting = 0
    /// With more of them, those of the current hour are packed as well.
    private var mostWaiting = mostNew

    /// With more waiting samples than this, those of the current hour are packed as well.
    package static let mostNew = 50_000

    /// The state after a start.
    package init() {}

    /// Which samples must be packed.
    package struct Due: Hashable, Sendable {
        /// The hour that is not over, in milliseconds since 1970. All samples before it are packed.
        package let open: Int64
        /// Whether samples of the open hour are packed as well.
        package let isForced: Bool
    }

    /// Counts samples that were added.
    ///
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: what must be packed now; nil if nothing must.
    package mutating func add(_ count: Int, at now: Int64) -> Due? {
        waiting += count
        let due = Due(open: now.floored(to: HistoryTier.hour), isForced: waiting > mostWaiting)
        return packed != due.open || due.isForced ? due : nil
    }

    /// Notes that samples were packed.
    ///
    /// - Parameter rest: the number of samples that still wait.
    package mutating func pack(_ due: Due, rest: Int) {
        (packed, waiting, mostWaiting) = (due.open, rest, rest + Self.mostNew)
    }
}
