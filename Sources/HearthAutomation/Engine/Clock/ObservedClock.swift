internal import HearthCalendar

/// The wall clock as the machine has seen it. It may be set at any time, and clock starters must neither fire twice for
/// one time nor lose one by that.
struct ObservedClock: Sendable {
    /// A span that the clock was set forward over, in seconds since 1970: after `from`, up to and including `through`.
    struct Gap: Hashable {
        let from: Int64
        let through: Int64
    }

    /// The smallest jump; less is a clock that is being slewed to the right time.
    private static let leastJump: Duration = .seconds(2)
    /// The most gaps to remember; the oldest are dropped.
    private static let mostGaps = 8

    /// The last seen difference of `sinceEpoch` and ``AutomationMoment/now``; it changes when the clock is set.
    private var offset: Duration?
    /// Oldest first.
    private var gaps: [Gap] = []

    /// Takes the present moment.
    ///
    /// - Returns: how far the clock was set since the last call, negative if back; nil if it was not.
    mutating func jump(at moment: AutomationMoment) -> Duration? {
        let offset = moment.sinceEpoch - moment.now
        defer { self.offset = offset }
        guard let before = self.offset else { return nil }
        let jump = offset - before
        return max(jump, .zero - jump) > Self.leastJump ? jump : nil
    }

    mutating func add(_ gap: Gap) {
        gaps.append(gap)
        if gaps.count > Self.mostGaps { gaps.removeFirst() }
    }

    /// The next time of a schedule that has not fired: after the last that has, or inside a gap.
    func next(_ schedule: Schedule, after second: Int64, last: Int64?, at place: SchedulePlace) -> Int64? {
        var from = second
        // Each iteration passes a gap.
        for _ in 0...gaps.count {
            guard let next = schedule.next(after: from, at: place) else { return nil }
            guard let last, next <= last else { return next }
            if gaps.contains(where: { $0.from < next && next <= $0.through }) { return next }
            from = gaps.first { $0.from >= next }.map { min($0.from, last) } ?? last
        }
        return schedule.next(after: last ?? from, at: place)
    }
}

/// A wait for a clock that shows less than it has shown before.
package struct ClockWait: Hashable, Sendable {
    /// The highest time since 1970 that the clock has shown.
    package let latest: Duration
    /// How much longer the wait lasts at most; nil if it lasts until the clock shows ``latest`` again.
    package let goesOn: Duration?
}
