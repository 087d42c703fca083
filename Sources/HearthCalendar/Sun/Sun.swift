#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The sun's position at a moment, by NOAA's formulas after Meeus, "Astronomical Algorithms".
struct Sun {
    /// Declination, in radians north of the equator.
    let declination: Double
    /// Apparent solar time minus mean solar time, in seconds.
    let equationOfTime: Double

    /// - Parameter seconds: the moment, in seconds since 1970.
    init(at seconds: Double) {
        let centuries = (seconds / 86_400 - 10_957.5) / 36_525
        func polynomial(_ a: Double, _ b: Double, _ c: Double = 0, _ d: Double = 0) -> Double {
            ((d * centuries + c) * centuries + b) * centuries + a
        }
        func angle(_ a: Double, _ b: Double, _ c: Double = 0) -> Double {
            Self.radians(polynomial(a, b, c).truncatingRemainder(dividingBy: 360))
        }
        let meanLongitude = angle(280.46646, 36_000.76983, 0.0003032)
        let anomaly = angle(357.52911, 35_999.05029, -0.0001537)
        let eccentricity = polynomial(0.016708634, -0.000042037, -0.0000001267)
        let center =
            sin(anomaly) * polynomial(1.914602, -0.004817, -0.000014)
            + sin(2 * anomaly) * polynomial(0.019993, -0.000101) + sin(3 * anomaly) * 0.000289
        let node = angle(125.04, -1_934.136)
        let longitude = meanLongitude + Self.radians(center - 0.00569 - 0.00478 * sin(node))
        let tilt = Self.radians(
            23 + 26.0 / 60 + polynomial(21.448, -46.815, -0.00059, 0.001813) / 3_600 + 0.00256 * cos(node))
        declination = asin(sin(tilt) * sin(longitude))
        let y = tan(tilt / 2) * tan(tilt / 2)
        let dial =
            y * sin(2 * meanLongitude) - 2 * eccentricity * sin(anomaly)
            + 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) - y * y * sin(4 * meanLongitude) / 2
            - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        equationOfTime = dial * 180 / .pi * 240
    }

    static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
