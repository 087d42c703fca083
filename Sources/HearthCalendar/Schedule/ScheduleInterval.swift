/// How long after each time of a schedule the next one comes.
public struct ScheduleInterval: Hashable, Sendable {
    /// What is counted.
    public enum Unit: Hashable, Sendable, CaseIterable {
        /// 60 seconds that pass.
        case minute
        /// 3,600 seconds that pass: where a clock is set, it shows another time after 24 of them.
        case hour
        /// Days of the calendar: the time of day stays the same.
        case day
        /// Seven days of the calendar.
        case week
    }

    /// How many of them, 1 to 100,000.
    public let count: Int64
    /// What is counted.
    public let unit: Unit

    /// Creates an interval; nil for a count that is out of range.
    public init?(_ count: Int64, _ unit: Unit) {
        guard (1...100_000).contains(count) else { return nil }
        self.count = count
        self.unit = unit
    }
}

extension SchedulePlace {
    /// The first instant after another one of what begins at a local date and time and comes again after each interval.
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
            // One before, as a time that a clock is set forward over comes after it.
            let rounds = max(0, passed / step - 1)  // in range: 1 or more
            return (rounds...rounds + 3).lazy.map { wall(date.day + $0 * step) }.first { $0 > instant }
        }
    }
}
