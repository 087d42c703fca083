internal import HearthTraitDescriptors

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension Conversion {
    /// LevelControl's level from 1 to 254 and a brightness in percent. 0 % is off rather than a level. Every percentage
    /// from 1 to 100 converts back to itself.
    static let brightness = Conversion(
        toCharacteristic: { value in
            guard let level = value.integer, let percent = nearest(Double(min(max(level, 1), 254)) * 100 / 254) else {
                return nil
            }
            return .int(max(1, percent))
        },
        toTrait: { value in
            guard let percent = value.number, percent > 0, let level = nearest(min(percent, 100) * 254 / 100) else {
                return nil
            }
            return .unsigned(UInt64(clamping: max(1, level)))
        })

    /// A speaker's level from 0 to 254 and a volume in percent.
    static let volume = scaled(0...254, to: { $0 * 100 / 254 }, back: { $0 * 254 / 100 })

    /// ColorControl's CurrentHue, with 254 steps to the circle, and degrees; 360° is 0°.
    static let hue = scaled(
        0...254, asFloat: true, to: { ($0 * 360 / 254).rounded() }, back: { turned($0) * 254 / 360 })

    /// ColorControl's EnhancedCurrentHue, with 65,536 steps to the circle, and degrees.
    static let enhancedHue = Conversion(
        toCharacteristic: { value in
            value.integer.map { .float((Double(min(max($0, 0), 65_535)) * 360 / 65_536).rounded()) }
        },
        toTrait: { value in
            guard let degrees = value.number, let steps = nearest(turned(degrees) * 65_536 / 360) else { return nil }
            return .unsigned(UInt64(clamping: steps % 65_536))
        })

    /// Degrees clamped to 0 to 360, with 360 as 0.
    private static func turned(_ degrees: Double) -> Double {
        let inside = min(max(degrees, 0), 360)
        return inside == 360 ? 0 : inside
    }

    /// A saturation from 0 to 254 and percent.
    static let saturation = scaled(0...254, asFloat: true, to: { ($0 * 100 / 254).rounded() }, back: { $0 * 254 / 100 })

    /// Mireds on both sides, from 0 to 65,279 in Matter. The device's own range is in its metadata.
    static let mireds = scaled(0...65_279, to: { $0 }, back: { $0 })

    /// 0.01 °C and °C; −273.15 is the minimum.
    static let temperature = scaled(-27_315...32_767, signed: true, asFloat: true, to: { $0 / 100 }, back: { $0 * 100 })

    /// 0.01 % and percent.
    static let humidity = scaled(0...10_000, asFloat: true, to: { $0 / 100 }, back: { $0 * 100 })

    /// Whole percentages on both sides.
    static let percent = scaled(0...100, asFloat: true, to: { $0 }, back: { $0 })

    /// Matter's 10,000 · log₁₀(lux) + 1 and lux. 0 is too dark to measure, which becomes HomeKit's minimum of 0.0001.
    static let illuminance = Conversion(
        toCharacteristic: { value in
            guard let measured = value.integer else { return nil }
            return .float(measured > 0 ? min(pow(10, Double(min(measured, 65_534) - 1) / 10_000), 100_000) : 0.0001)
        },
        toTrait: { value in
            guard let lux = value.number else { return nil }
            guard lux >= 1, let measured = nearest(10_000 * log10(lux) + 1) else { return .unsigned(0) }
            return .unsigned(UInt64(clamping: min(max(measured, 1), 65_534)))
        })

    /// Half percents, 0 to 200, and percent.
    static let battery = scaled(0...200, to: { $0 / 2 }, back: { $0 * 2 })

    /// How far a covering is closed in 0.01 % and how far it is open in percent: Matter's 0 is HomeKit's 100.
    static let position = scaled(0...10_000, to: { 100 - ($0 / 100).rounded() }, back: { (100 - $0) * 100 })

    /// How far slats are tilted in 0.01 % and degrees from 0 to 90. Negative degrees lose their sign, as Matter has no
    /// direction of the tilt.
    static let tilt = scaled(0...10_000, to: { $0 * 90 / 10_000 }, back: { min($0.magnitude, 90) * 10_000 / 90 })

    /// Matter's seven air quality grades and HomeKit's six.
    static let airQuality = choices([0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5])
}
