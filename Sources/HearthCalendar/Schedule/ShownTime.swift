/// What the clock and the calendar on the wall show, and when the sun rises and sets on that date.
public struct ShownTime: Hashable, Sendable {
    /// The local date.
    public let date: LocalDate
    /// Seconds since local midnight as the clock shows them, 0 to 86,399.
    public let second: Int64
    /// Seconds since local midnight of the minute in which the sun rises, cut off as a clock shows it; nil where the
    /// location is not known. 00:00 on days on which the sun does not set, and noon by the sun on days on which it does
    /// not rise.
    public let sunrise: Int64?
    /// The same of sunset. 23:59 on days on which the sun does not set, and noon by the sun on days on which it does not
    /// rise.
    public let sunset: Int64?
}

extension SchedulePlace {
    /// What is shown at an instant, in whole seconds since 1970.
    public func shown(at instant: Int64) -> ShownTime {
        let (date, second) = LocalDate.split(zone.local(instant))
        guard let sun else { return ShownTime(date: date, second: second, sunrise: nil, sunset: nil) }
        let noon = zone.instants(of: date.day &* 86_400 &+ 43_200).first
        let (sunrise, sunset) = sunTimes(sun.day(nearest: Double(noon)))
        return ShownTime(date: date, second: second, sunrise: sunrise, sunset: sunset)
    }

    private func sunTimes(_ day: SolarDay) -> (sunrise: Int64, sunset: Int64) {
        let (first, last): (Int64, Int64) = (0, 86_340)
        switch day {
        case .rising(let sunrise, let sunset):
            return (sunrise.map(minute) ?? first, sunset.map(minute) ?? last)
        case .alwaysUp: return (first, last)
        case .alwaysDown(let noon): return (minute(of: noon), minute(of: noon))
        }
    }

    /// The minute that the clock shows at the first whole second that is not before an instant: schedules fire then, and
    /// what compares the clock with the sun is to hold at that moment.
    private func minute(of instant: Double) -> Int64 {
        let seconds = Int64(exactly: instant.rounded(.up)) ?? 0
        let shown = LocalDate.split(zone.local(seconds)).second
        return shown - shown % 60
    }
}
