#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Sunrises and sunsets at a location, in seconds since 1970.
///
/// The sun is up while its upper edge is above a level horizon with standard refraction, that is while its centre is
/// higher than -0.833°. Accurate to a minute up to a latitude of 72° with standard refraction (NOAA's formulas).
public struct SolarClock: Hashable, Sendable {
    /// An event of the sun.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The sun's upper edge rises above the horizon.
        case sunrise
        /// The sun's upper edge sinks below the horizon.
        case sunset
    }

    /// The altitude of the sun's centre at sunrise and sunset, in degrees.
    public static let horizon = -0.833

    private static let secondsOfDay = 86_400.0

    private let place: GeoLocation

    /// Creates the clock of a location.
    public init(at place: GeoLocation) { self.place = place }

    /// The altitude of the sun's centre at an instant, in degrees: -90 to 90, without refraction.
    public func altitude(at instant: Double) -> Double {
        let sun = Sun(at: instant)
        let degrees = (instant + sun.equationOfTime) / 240 + place.longitude - 180
        let hourAngle = Sun.radians(degrees.truncatingRemainder(dividingBy: 360))
        let latitude = Sun.radians(place.latitude)
        let sine =
            sin(latitude) * sin(sun.declination) + cos(latitude) * cos(sun.declination) * cos(hourAngle)
        return asin(min(1, max(-1, sine))) * 180 / .pi
    }

    /// Whether the sun is up at an instant.
    public func isUp(at instant: Double) -> Bool { altitude(at: instant) > Self.horizon }

    /// The first sunrise or sunset after an instant, at most `days` days later, or nil.
    ///
    /// In a polar day or night there may be none for half a year.
    public func next(_ event: Event, after instant: Double, within days: Int = 400) -> Double? {
        guard abs(instant) < Self.farthest else { return nil }  // in range: a fraction
        let end = instant + Double(min(1_000, max(0, days))) * Self.secondsOfDay
        // Near the poles, the sun's highest point may be six hours from noon.
        var day = solarDay(nearest: instant) - 2
        var low = lowest(before: day)
        while low <= end {
            let (high, nextLow) = (highest(of: day), lowest(before: day + 1))
            let crossing = event == .sunrise ? crossing(from: low, to: high) : crossing(from: high, to: nextLow)
            if let crossing, crossing > instant { return crossing <= end ? crossing : nil }
            (day, low) = (day + 1, nextLow)
        }
        return nil
    }

    /// The day around the sun's highest position nearest to an instant, such as a local noon.
    public func day(nearest instant: Double) -> SolarDay {
        let day = solarDay(nearest: min(Self.farthest, max(-Self.farthest, instant)))
        let (noon, high) = (transit(of: day), highest(of: day))
        guard isUp(at: high) else { return .alwaysDown(noon: noon) }
        let sunrise = crossing(from: lowest(before: day), to: high)
        let sunset = crossing(from: high, to: lowest(before: day + 1))
        if sunrise == nil, sunset == nil { return .alwaysUp(noon: noon) }
        return .rising(sunrise: sunrise, sunset: sunset)
    }

    /// About 30,000 years; the formulas are meaningless beyond.
    private static let farthest = 1e12

    // Solar days are numbered, and all events are computed from the number, so an event is the same instant in every
    // query.

    private func solarDay(nearest instant: Double) -> Double {
        ((instant + place.longitude * 240 - Self.secondsOfDay / 2) / Self.secondsOfDay).rounded()
    }

    /// The solar noon of a day; half days give solar midnights.
    private func transit(of day: Double) -> Double {
        let mean = (day + 0.5) * Self.secondsOfDay - place.longitude * 240
        return mean - Sun(at: mean - Sun(at: mean).equationOfTime).equationOfTime
    }

    private func highest(of day: Double) -> Double { extremum(near: transit(of: day), highest: true) }

    private func lowest(before day: Double) -> Double { extremum(near: transit(of: day - 0.5), highest: false) }

    /// The instant of the sun's highest or lowest position within six hours of a transit. Near the poles it is hours
    /// away from the transit, because the declination changes the altitude as much as the sun's daily motion does.
    private func extremum(near transit: Double, highest: Bool) -> Double {
        let ratio = 0.618_033_988_749_895
        var (low, high) = (transit - Self.secondsOfDay / 4, transit + Self.secondsOfDay / 4)
        func height(_ instant: Double) -> Double { highest ? altitude(at: instant) : -altitude(at: instant) }
        var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
        var (leftHeight, rightHeight) = (height(left), height(right))
        // Accurate to a minute, in which the altitude changes by less than a thousandth of a degree.
        while high - low > 60 {
            if leftHeight > rightHeight {
                (high, right, rightHeight) = (right, left, leftHeight)
                left = high - ratio * (high - low)
                leftHeight = height(left)
            } else {
                (low, left, leftHeight) = (left, right, rightHeight)
                right = low + ratio * (high - low)
                rightHeight = height(right)
            }
        }
        return (low + high) / 2
    }

    /// When the sun crosses the horizon between two instants, to a hundredth of a second; nil if it does not.
    private func crossing(from start: Double, to end: Double) -> Double? {
        let wasUp = isUp(at: start)
        guard wasUp != isUp(at: end) else { return nil }
        var (low, high) = (start, end)
        while high - low > 0.01 {
            let middle = (low + high) / 2
            if isUp(at: middle) == wasUp { low = middle } else { high = middle }
        }
        return high
    }
}
