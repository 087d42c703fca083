/// A time by the sun that is neither too early nor too late by the clock.
public struct LimitedSolarTime: Hashable, Sendable {
    /// The time of the sun that is limited.
    public let time: SolarTime
    /// When the sun is earlier, it is at this time; nil for no such limit.
    public let earliest: WallTime?
    /// When the sun is later, it is at this time; nil for no such limit.
    public let latest: WallTime?
    /// When it is on days on which the sun does not rise, or set; nil for not at all.
    public let otherwise: WallTime?

    /// Creates a time by the sun; nil where the earliest time is after the latest.
    public init?(_ time: SolarTime, earliest: WallTime? = nil, latest: WallTime? = nil, otherwise: WallTime? = nil) {
        if let earliest, let latest, latest < earliest { return nil }
        self.time = time
        self.earliest = earliest
        self.latest = latest
        self.otherwise = otherwise
    }
}

extension SchedulePlace {
    /// The first instant of a limited time by the sun on a date that `isDay` says; within fifteen months.
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

    /// When it is on a date; nil for not at all.
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
