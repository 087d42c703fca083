/// A sunrise or sunset time that the clock limits to a range.
public struct LimitedSolarTime: Hashable, Sendable {
    /// The sun time to limit.
    public let time: SolarTime
    /// The earliest time of day; an earlier sun time is moved to it. nil for no limit.
    public let earliest: WallTime?
    /// The latest time of day; a later sun time is moved to it. nil for no limit.
    public let latest: WallTime?
    /// The time on days without this sunrise or sunset; nil to skip those days.
    public let otherwise: WallTime?

    /// Creates a limited sun time; nil if `earliest` is after `latest`.
    public init?(_ time: SolarTime, earliest: WallTime? = nil, latest: WallTime? = nil, otherwise: WallTime? = nil) {
        if let earliest, let latest, latest < earliest { return nil }
        self.time = time
        self.earliest = earliest
        self.latest = latest
        self.otherwise = otherwise
    }
}

extension SchedulePlace {
    /// The first instant of a limited sun time on a date for which `isDay` is true; searches fifteen months.
    func next(_ limited: LimitedSolarTime, after instant: Int64, on isDay: (LocalDate) -> Bool) -> Int64? {
        guard sun != nil else { return nil }
        let today = date(of: instant).day
        for day in today - 1...today + 460 {
            let date = LocalDate(day: day)
            guard isDay(date), let next = self.instant(of: limited, on: date), next > instant else { continue }
            return next
        }
        return nil
    }

    /// The instant on a date; nil if it does not happen then.
    private func instant(of limited: LimitedSolarTime, on date: LocalDate) -> Int64? {
        func wall(_ day: Int64, _ time: WallTime) -> Int64 { zone.instants(of: day * 86_400 + time.second).first }
        let (start, end) = (wall(date.day, .midnight), wall(date.day + 1, .midnight))
        let offset = Double(limited.time.offset)
        let event = sun?.next(limited.time.event, after: Double(start) - offset - 1, within: 2)
        let found = event.flatMap { Int64(exactly: ($0 + offset).rounded(.up)) }
        guard let found, start <= found, found < end else { return limited.otherwise.map { wall(date.day, $0) } }
        let least = limited.earliest.map { max(found, wall(date.day, $0)) } ?? found
        return limited.latest.map { min(least, wall(date.day, $0)) } ?? least
    }
}
