/// A recurring or single time, by the local clock or by the sun.
public enum Schedule: Hashable, Sendable {
    /// At a time of day, on some days of the week.
    case clock(WallTime, on: Set<Weekday>)
    /// At sunrise or sunset, on some days of the week.
    case sun(SolarTime, on: Set<Weekday>)
    /// At the dates and times of an expression.
    case cron(CronExpression)
    /// At sunrise or sunset, on the dates of an expression. The expression's times are ignored.
    case sunOnDates(SolarTime, CronExpression)
    /// Once, at a local date and time.
    case date(LocalDate, WallTime)
    /// At a local date and time, and after each interval from then on.
    case interval(from: LocalDate, WallTime, every: ScheduleInterval)
    /// At sunrise or sunset within limits by the clock, on some days of the week.
    case limitedSun(LimitedSolarTime, on: Set<Weekday>)
    /// At sunrise or sunset within limits by the clock, on the dates of an expression. The expression's times are
    /// ignored.
    case limitedSunOnDates(LimitedSolarTime, CronExpression)
}

/// A local time of day.
public struct WallTime: Hashable, Sendable, Comparable {
    /// Seconds since midnight, 0 to 86,399.
    public let second: Int64

    /// 00:00.
    public static let midnight = WallTime(second: 0)

    private init(second: Int64) { self.second = second }

    /// Creates a time of day; nil if a part is out of range.
    ///
    /// - Parameters:
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 59.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.second = Int64(hour * 3_600 + minute * 60 + second)
    }

    public static func < (left: WallTime, right: WallTime) -> Bool { left.second < right.second }
}

/// A sunrise or sunset, or a time before or after it.
public struct SolarTime: Hashable, Sendable {
    /// The event that the offset is relative to.
    public let event: SolarClock.Event
    /// Seconds after the event, -86,400 to 86,400; negative for before it.
    public let offset: Int64

    /// Creates a sun time; nil if the offset is more than a day.
    public init?(_ event: SolarClock.Event, offset: Int64 = 0) {
        guard (-86_400...86_400).contains(offset) else { return nil }
        self.event = event
        self.offset = offset
    }
}

/// The time zone and location of a schedule.
public struct SchedulePlace: Sendable {
    /// The time zone.
    public let zone: ZoneRules
    /// The sun at the location; nil if the location is unknown, and then no sun schedule happens.
    public let sun: SolarClock?

    /// Creates a place; without a location, `sun` is nil.
    public init(zone: ZoneRules, sun: SolarClock?) {
        self.zone = zone
        self.sun = sun
    }
}

extension Schedule {
    /// The first time after `instant`, in seconds since 1970; nil after the last one, or for sun schedules without one
    /// within fifteen months.
    ///
    /// A time of day that the clock is set forward over happens at the end of the gap; one that the clock shows twice
    /// happens the first time. Expressions with several hours follow the local clock, twice in an hour that it shows
    /// twice.
    public func next(after instant: Int64, at place: SchedulePlace) -> Int64? {
        guard (-Self.farthest...Self.farthest).contains(instant) else { return nil }
        switch self {
        case .clock(let time, let weekdays):
            guard !weekdays.isEmpty else { return nil }
            // From the day before, whose time may be moved past midnight by a gap.
            let today = LocalDate.split(place.zone.local(instant)).date
            return (today.day - 1...today.day + 8).lazy.map(LocalDate.init(day:))
                .compactMap { date in
                    let next = place.zone.instants(of: date.day * 86_400 + time.second).first
                    return next > instant && weekdays.contains(place.date(of: next).weekday) ? next : nil
                }.first
        case .sun(let time, let weekdays):
            return place.next(time, after: instant) { weekdays.contains($0.weekday) }
        case .sunOnDates(let time, let expression):
            return place.next(time, after: instant, on: expression.contains)
        case .cron(let expression):
            return expression.isFixedHour
                ? place.nextFixed(expression, after: instant) : place.nextShown(expression, after: instant)
        case .date(let date, let time):
            let once = place.zone.instants(of: date.day * 86_400 + time.second).first
            return once > instant ? once : nil
        case .interval(let date, let time, let interval):
            return place.next(interval, from: date, time, after: instant)
        case .limitedSun(let time, let weekdays):
            return place.next(time, after: instant) { weekdays.contains($0.weekday) }
        case .limitedSunOnDates(let time, let expression):
            return place.next(time, after: instant, on: expression.contains)
        }
    }

    /// The limit of instants, far below overflow and beyond the years of dates.
    private static let farthest: Int64 = 1 << 40
}

extension SchedulePlace {
    func date(of instant: Int64) -> LocalDate { LocalDate.split(zone.local(instant)).date }

    /// The first instant of a sun time on a date for which `isDay` is true. It searches fifteen months, enough for a
    /// polar night and then a given day of the year.
    func next(_ time: SolarTime, after instant: Int64, on isDay: (LocalDate) -> Bool) -> Int64? {
        guard let sun else { return nil }
        let offset = Double(time.offset)
        // An event counts at the first whole second at or after it.
        var after = Double(instant) - offset
        let end = after + 460 * 86_400
        while after < end, let event = sun.next(time.event, after: after, within: 460) {
            guard let next = Int64(exactly: (event + offset).rounded(.up)) else { return nil }
            if next > instant, isDay(date(of: next)) { return next }
            after = event + 1
        }
        return nil
    }

    /// The first instant of an expression that happens once a day.
    func nextFixed(_ expression: CronExpression, after instant: Int64) -> Int64? {
        var local = zone.local(instant) + 1
        // In an hour that is shown twice, the first occurrence may be in the past.
        while let next = expression.next(from: local) {
            let first = zone.instants(of: next).first
            if first > instant { return first }
            local = next + 1
        }
        return nil
    }

    /// The first instant at which the local clock matches the expression.
    func nextShown(_ expression: CronExpression, after instant: Int64) -> Int64? {
        var instant = instant
        while true {
            let offset = zone.secondsEastOfUTC(instant)
            guard let next = expression.next(from: instant + offset + 1) else { return nil }
            let guess = next - offset
            // Between the two, the clock may be set forward or back once.
            let window = min(guess, instant + 86_400)
            if zone.secondsEastOfUTC(window) == offset {
                if window == guess { return guess }
                // Skip to two days before the match: nothing matches earlier, even if the offset changes.
                instant = max(window, guess - 2 * 86_400)
                continue
            }
            let change = zone.change(between: instant, and: window, from: offset)
            // At the change, the clock jumps to other times; the first of them may match.
            let shown = change + zone.secondsEastOfUTC(change)
            if let match = expression.next(from: shown), match == shown { return change }
            instant = change
        }
    }
}
