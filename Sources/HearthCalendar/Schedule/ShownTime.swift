/// What the clock and the calendar on the wall show, and when the sun rises and sets on that date.
public struct ShownTime: Hashable, Sendable {
    /// The local date.
    public let date: LocalDate
    /// Seconds since local midnight as the clock shows them, 0 to 86,399.
    public let second: Int64
    /// Seconds since local midnight of the minute in which the sun rises on the date, cut off as a clock shows it; nil
    /// where the location is not known. The nearer one where it rises twice, just after midnight and just before the next.
    /// 00:00 on dates on which it is up and does not rise, and noon by the sun on those on which it stays down.
    public let sunrise: Int64?
    /// The same of sunset. 23:59 on dates on which the sun is up and does not set, and noon by the sun on those on which
    /// it stays down.
    public let sunset: Int64?
}

extension SchedulePlace {
    /// What is shown at an instant, in whole seconds since 1970.
    public func shown(at instant: Int64) -> ShownTime {
        let (date, second) = LocalDate.split(zone.local(instant))
        guard let sun else { return ShownTime(date: date, second: second, sunrise: nil, sunset: nil) }
        let noon = Double(zone.instants(of: date.day &* 86_400 &+ 43_200).first)
        let day = sun.day(nearest: noon)
        if case .alwaysDown(let highest) = day {
            let shown = minute(of: Self.wholeSecond(highest))
            return ShownTime(date: date, second: second, sunrise: shown, sunset: shown)
        }
        var days = [day]
        // Near midnight it may be an event of the day before or after it that is on this date.
        if !isWithin(date, day.sunrise) || !isWithin(date, day.sunset) {
            days += [sun.day(nearest: noon - 86_400), sun.day(nearest: noon + 86_400)]
        }
        return ShownTime(
            date: date, second: second,
            sunrise: minute(ofThat: days.compactMap(\.sunrise), on: date, nearest: instant) ?? 0,
            sunset: minute(ofThat: days.compactMap(\.sunset), on: date, nearest: instant) ?? 86_340)
    }

    /// Whether an instant is on a date and hours from its ends: from one day to the next the sun's times move by less.
    private func isWithin(_ date: LocalDate, _ instant: Double?) -> Bool {
        guard let instant else { return false }
        let (shown, second) = LocalDate.split(zone.local(Self.wholeSecond(instant)))
        return shown == date && (3 * 3_600..<21 * 3_600).contains(second)
    }

    private func minute(ofThat instants: [Double], on date: LocalDate, nearest instant: Int64) -> Int64? {
        instants.map(Self.wholeSecond).filter { self.date(of: $0) == date }
            .min { ($0 &- instant).magnitude < ($1 &- instant).magnitude }.map(minute(of:))
    }

    /// The minute that the clock shows at an instant.
    private func minute(of instant: Int64) -> Int64 {
        let shown = LocalDate.split(zone.local(instant)).second
        return shown - shown % 60
    }

    /// The first whole second that is not before an instant: schedules fire then, and what compares the clock with the sun
    /// is to hold at that moment.
    private static func wholeSecond(_ instant: Double) -> Int64 { Int64(exactly: instant.rounded(.up)) ?? 0 }
}

extension SolarDay {
    fileprivate var sunrise: Double? { if case .rising(let sunrise, _) = self { sunrise } else { nil } }
    fileprivate var sunset: Double? { if case .rising(_, let sunset) = self { sunset } else { nil } }
}
