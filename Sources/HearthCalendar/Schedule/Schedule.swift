/// When something happens again and again: by the clock on the wall, or by the sun.
public enum Schedule: Hashable, Sendable {
    /// At a time of day, on some days of the week.
    case clock(WallTime, on: Set<Weekday>)
    /// At sunrise or sunset, on some days of the week.
    case sun(SolarTime, on: Set<Weekday>)
    /// At the dates and times of an expression.
    case cron(CronExpression)
    /// At sunrise or sunset, on the dates of an expression. Its times are not looked at.
    case sunOnDates(SolarTime, CronExpression)
    /// Once, at a local date and time.
    case date(LocalDate, WallTime)
    /// At a local date and time, and from then on again and again.
    case interval(from: LocalDate, WallTime, every: ScheduleInterval)
    /// At sunrise or sunset within limits by the clock, on some days of the week.
    case limitedSun(LimitedSolarTime, on: Set<Weekday>)
    /// At sunrise or sunset within limits by the clock, on the dates of an expression. Its times are not looked at.
    case limitedSunOnDates(LimitedSolarTime, CronExpression)
}

/// A time of day on the wall.
public struct WallTime: Hashable, Sendable, Comparable {
    /// Seconds since midnight, 0 to 86,399.
    public let second: Int64

    /// 00:00.
    public static let midnight = WallTime(second: 0)

    private init(second: Int64) { self.second = second }

    /// Creates a time of day; nil if there is none such.
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
    /// What it is counted from.
    public let event: SolarClock.Event
    /// Seconds after the event; negative for before it. -86,400 to 86,400.
    public let offset: Int64

    /// Creates a time by the sun; nil for offsets of more than a day.
    public init?(_ event: SolarClock.Event, offset: Int64 = 0) {
        guard (-86_400...86_400).contains(offset) else { return nil }
        self.event = event
        self.offset = offset
    }
}

/// Where schedules are followed.
public struct SchedulePlace: Sendable {
    /// The clock on the wall there.
    public let zone: ZoneRules
    /// nil where the location is not known: nothing happens there by the sun.
    public let sun: SolarClock?

    /// A place with a clock, and the sun where the location is known.
    public init(zone: ZoneRules, sun: SolarClock?) {
        self.zone = zone
        self.sun = sun
    }
}

extension Schedule {
    /// The first instant after `instant` at which it happens, in whole seconds since 1970; nil if it never does, or by the
    /// sun not within fifteen months.
    ///
    /// A time of day that a clock is set forward over happens at the end of that gap, one that it shows twice at the
    /// first. Expressions with several hours follow the clock on the wall, twice where it shows an hour twice.
    public func next(after instant: Int64, at place: SchedulePlace) -> Int64? {
        guard (-Self.farthest...Self.farthest).contains(instant) else { return nil }
        switch self {
        case .clock(let time, let weekdays):
            guard !weekdays.isEmpty else { return nil }
            // A day before: what is in a gap there happens after it.
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

    /// Far from what overflows, and from what dates name.
    private static let farthest: Int64 = 1 << 40
}

extension SchedulePlace {
    func date(of instant: Int64) -> LocalDate { LocalDate.split(zone.local(instant)).date }

    /// The first instant of a time by the sun on a date that `isDay` says; within fifteen months, as a polar night and
    /// a day of the year may be waited for.
    func next(_ time: SolarTime, after instant: Int64, on isDay: (LocalDate) -> Bool) -> Int64? {
        guard let sun else { return nil }
        let offset = Double(time.offset)
        // An event is a whole second, the one that begins with it or after it.
        var after = Double(instant) - offset
        let end = after + 460 * 86_400
        while after < end, let event = sun.next(time.event, after: after, within: 460) {
            guard let next = Int64(exactly: (event + offset).rounded(.up)) else { return nil }
            if next > instant, isDay(date(of: next)) { return next }
            after = event + 1
        }
        return nil
    }

    /// The first instant of what happens once a day.
    func nextFixed(_ expression: CronExpression, after instant: Int64) -> Int64? {
        var local = zone.local(instant) + 1
        // In the hour that is shown twice the first was before.
        while let next = expression.next(from: local) {
            let first = zone.instants(of: next).first
            if first > instant { return first }
            local = next + 1
        }
        return nil
    }

    /// The first instant at which the clock shows a time that matches.
    func nextShown(_ expression: CronExpression, after instant: Int64) -> Int64? {
        var instant = instant
        while true {
            let offset = zone.secondsEastOfUTC(instant)
            guard let next = expression.next(from: instant + offset + 1) else { return nil }
            let guess = next - offset
            // Between, the clock may be set forward or back once.
            let window = min(guess, instant + 86_400)
            if zone.secondsEastOfUTC(window) == offset {
                if window == guess { return guess }
                // Nothing matches until a day before, whatever the clock does.
                instant = max(window, guess - 2 * 86_400)
                continue
            }
            let change = zone.change(between: instant, and: window, from: offset)
            // From there on the clock shows other times, and the first of them counts as well.
            let shown = change + zone.secondsEastOfUTC(change)
            if let match = expression.next(from: shown), match == shown { return change }
            instant = change
        }
    }
}
