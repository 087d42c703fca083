/// The time from one occurrence of a schedule to the next.
public struct ScheduleInterval: Hashable, Sendable {
    /// The unit of an interval.
    public enum Unit: Hashable, Sendable, CaseIterable {
        /// 60 elapsed seconds.
        case minute
        /// 3,600 elapsed seconds. After a change of the offset, 24 of them end at another time of day.
        case hour
        /// A calendar day; the time of day stays the same.
        case day
        /// Seven calendar days.
        case week
    }

    /// The number of units, 1 to 100,000.
    public let count: Int64
    /// The unit.
    public let unit: Unit

    /// Creates an interval; nil if the count is out of range.
    public init?(_ count: Int64, _ unit: Unit) {
        guard (1...100_000).contains(count) else { return nil }
        self.count = count
        self.unit = unit
    }
}

extension SchedulePlace {
    /// The first instant after another one, of a schedule that begins at a local date and time and recurs after each
    /// interval.
    func next(
        _ interval: ScheduleInterval, from date: LocalDate, _ time: WallTime, after instant: Int64
    ) -> Int64? {
        func wall(_ day: Int64) -> Int64 { zone.instants(of: day * 86_400 + time.second).first }
        let first = wall(date.day)
        if instant < first { return first }
        switch interval.unit {
        case .minute, .hour:
            let step = interval.count * (interval.unit == .minute ? 60 : 3_600)
            return first + ((instant - first) / step + 1) * step  // in range: 60 or more
        case .day, .week:
            let step = interval.count * (interval.unit == .day ? 1 : 7)
            let passed = max(0, self.date(of: instant).day - date.day)
            // From one round before, because a gap may move its time past `instant`.
            let rounds = max(0, passed / step - 1)  // in range: 1 or more
            return (rounds...rounds + 3).lazy.map { wall(date.day + $0 * step) }.first { $0 > instant }
        }
    }
}
