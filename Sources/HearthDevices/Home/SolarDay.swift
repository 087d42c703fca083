#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Sunrise and sunset at a location on a day, accurate to a minute outside polar regions: NOAA's formula, after Meeus,
/// "Astronomical Algorithms". They are the times at which the sun's upper edge appears on a level horizon, with
/// standard refraction.
enum SolarDay: Hashable, Sendable {
    /// The times of sunrise and sunset, in seconds since 1970.
    case rising(sunrise: Double, sunset: Double)
    /// The sun doesn't set.
    case alwaysUp
    /// The sun doesn't rise. `noon` is when it is highest, in seconds since 1970.
    case alwaysDown(noon: Double)

    private static let secondsOfDay = 86_400.0
    /// The angle between the zenith and the sun's centre at sunrise and sunset, in degrees.
    private static let zenith = 90.833

    /// - Parameter day: the local date, in days since 1970-01-01.
    init(_ day: Int64, at place: GeoLocation) {
        let midnight = Double(day) * Self.secondsOfDay
        var noon = midnight + Self.secondsOfDay / 2 - place.longitude * 240
        noon -= Sun(at: noon).equationOfTime
        guard let half = Self.halfDay(Sun(at: noon), place) else {
            let isSummer = place.latitude * Sun(at: noon).declination > 0
            self = isSummer ? .alwaysUp : .alwaysDown(noon: noon)
            return
        }
        self = .rising(
            sunrise: Self.event(-1, near: noon - half, midnight, place),
            sunset: Self.event(1, near: noon + half, midnight, place))
    }

    /// The sun moves during the day, so the calculation is repeated with its position at the estimated time.
    private static func event(_ side: Double, near guess: Double, _ midnight: Double, _ place: GeoLocation) -> Double {
        let sun = Sun(at: guess)
        guard let half = halfDay(sun, place) else { return guess }
        return midnight + secondsOfDay / 2 - place.longitude * 240 - sun.equationOfTime + side * half
    }

    /// Seconds from noon to sunset; nil if the sun doesn't rise or set.
    private static func halfDay(_ sun: Sun, _ place: GeoLocation) -> Double? {
        let latitude = radians(place.latitude)
        let cosine =
            cos(radians(zenith)) / (cos(latitude) * cos(sun.declination)) - tan(latitude) * tan(sun.declination)
        guard abs(cosine) <= 1 else { return nil }
        return acos(cosine) * 180 / .pi * 240
    }

    fileprivate static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// The sun's position at a moment.
private struct Sun {
    /// Declination, in radians north of the equator.
    let declination: Double
    /// How far solar time is ahead of clock time, in seconds.
    let equationOfTime: Double

    init(at seconds: Double) {
        let centuries = (seconds / 86_400 - 10_957.5) / 36_525
        func polynomial(_ terms: Double...) -> Double { terms.reversed().reduce(0) { $0 * centuries + $1 } }
        func angle(_ terms: Double...) -> Double {
            let degrees = terms.reversed().reduce(0) { $0 * centuries + $1 }
            return SolarDay.radians(degrees.truncatingRemainder(dividingBy: 360))
        }
        let meanLongitude = angle(280.46646, 36_000.76983, 0.0003032)
        let anomaly = angle(357.52911, 35_999.05029, -0.0001537)
        let eccentricity = polynomial(0.016708634, -0.000042037, -0.0000001267)
        let center =
            sin(anomaly) * polynomial(1.914602, -0.004817, -0.000014)
            + sin(2 * anomaly) * polynomial(0.019993, -0.000101) + sin(3 * anomaly) * 0.000289
        let node = angle(125.04, -1_934.136)
        let longitude = meanLongitude + SolarDay.radians(center - 0.00569 - 0.00478 * sin(node))
        let tilt = SolarDay.radians(
            23 + 26.0 / 60 + polynomial(21.448, -46.815, -0.00059, 0.001813) / 3_600 + 0.00256 * cos(node))
        declination = asin(sin(tilt) * sin(longitude))
        let y = tan(tilt / 2) * tan(tilt / 2)
        let dial =
            y * sin(2 * meanLongitude) - 2 * eccentricity * sin(anomaly)
            + 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) - y * y * sin(4 * meanLongitude) / 2
            - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        equationOfTime = dial * 180 / .pi * 240
    }
}
