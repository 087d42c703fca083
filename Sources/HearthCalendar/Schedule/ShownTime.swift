/// The local date and time at an instant, and the sunrise and sunset on that date.
public struct ShownTime: Hashable, Sendable {
    /// The local date.
    public let date: LocalDate
    /// Seconds since local midnight as the clock shows, 0 to 86,399.
    public let second: Int64
    /// Sunrise on the date, in seconds since local midnight, rounded down to the minute; nil if the location is
    /// unknown. If the sun rises twice on the date, the nearer sunrise. 00:00 if the sun is up without rising, and
    /// solar noon if it stays down.
    public let sunrise: Int64?
    /// Sunset, in the same form. 23:59 if the sun is up without setting, and solar noon if it stays down.
    public let sunset: Int64?
}

extension SchedulePlace {
    /// The local time, sunrise and sunset at an instant in seconds since 1970.
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
        // Near midnight, an event of the solar day before or after may be on this date.
        if !isWithin(date, day.sunrise) || !isWithin(date, day.sunset) {
            days += [sun.day(nearest: noon - 86_400), sun.day(nearest: noon + 86_400)]
        }
        return ShownTime(
            date: date, second: second,
            sunrise: minute(ofThat: days.compactMap(\.sunrise), on: date, nearest: instant) ?? 0,
            sunset: minute(ofThat: days.compactMap(\.sunset), on: date, nearest: instant) ?? 86_340)
    }

    /// Whether an instant is on a date and at least three hours from its ends; the sun's times move by less from day to
    /// day.
    private func isWithin(_ date: LocalDate, _ instant: Double?) -> Bool {
        guard let instant else { return false }
        let (shown, second) = LocalDate.split(zone.local(Self.wholeSecond(instant)))
        return shown == date && (3 * 3_600..<21 * 3_600).contains(second)
    }

    private func minute(ofThat instants: [Double], on date: LocalDate, nearest instant: Int64) -> Int64? {
        instants.map(Self.wholeSecond).filter { self.date(of: $0) == date }
            .min { ($0 &- instant).magnitude < ($1 &- instant).magnitude }.map(minute(of:))
    }

    /// The minute that the local clock shows at an instant, in seconds since midnight.
    private func minute(of instant: Int64) -> Int64 {
        let shown = LocalDate.split(zone.local(instant)).second
        return shown - shown % 60
    }

    /// The first whole second at or after an instant. Schedules fire at that second, so comparisons of the clock with
    /// the sun must be true then.
    private static func wholeSecond(_ instant: Double) -> Int64 { Int64(exactly: instant.rounded(.up)) ?? 0 }
}

extension SolarDay {
    fileprivate var sunrise: Double? { if case .rising(let sunrise, _) = self { sunrise } else { nil } }
    fileprivate var sunset: Double? { if case .rising(_, let sunset) = self { sunset } else { nil } }
}
