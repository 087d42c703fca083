#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import HearthEntities

/// A colour mode of a light: the channels that it uses, as bits (ESPHome, `ColorCapability`).
struct LightMode: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let onOff = LightMode(rawValue: 1)
    static let brightness = LightMode(rawValue: 2)
    static let white = LightMode(rawValue: 4)
    static let temperature = LightMode(rawValue: 8)
    static let coldWarm = LightMode(rawValue: 16)
    static let rgb = LightMode(rawValue: 32)

    static let anyTemperature: LightMode = [.temperature, .coldWarm]

    /// Whether a white channel is one of its own, and not the brightness of a colour temperature.
    var hasSeparateWhite: Bool { contains([.rgb, .white]) && isDisjoint(with: .anyTemperature) }

    /// The number of channels.
    var size: Int { rawValue.nonzeroBitCount }
}

/// The channels of a light with a mode. All are 0 to 1.
struct LightChannels: Hashable, Sendable {
    var red: Double = 0
    var green: Double = 0
    var blue: Double = 0
    var colorBrightness: Double = 0
    var white: Double = 0
    var cold: Double = 0
    var warm: Double = 0

    init() {}

    init(_ state: LightStateResponse) {
        func fraction(_ value: Float) -> Double { value.isFinite ? Double(min(max(value, 0), 1)) : 0 }
        red = fraction(state.red)
        green = fraction(state.green)
        blue = fraction(state.blue)
        colorBrightness = fraction(state.colorBrightness)
        white = fraction(state.white)
        cold = fraction(state.coldWhite)
        warm = fraction(state.warmWhite)
    }

    /// The largest channel that a mode uses, by which the brightness is multiplied; 1 if the mode has brightness alone.
    func scale(in mode: LightMode) -> Double {
        var channels: [Double] = []
        if mode.contains(.rgb) { channels.append(colorBrightness) }
        if mode.contains(.white) { channels.append(white) }
        if mode.contains(.coldWarm) { channels += [cold, warm] }
        // In modes without colours the brightness is that of the white channel.
        return mode.contains(.rgb) || mode.contains(.coldWarm) ? channels.max() ?? 1 : 1
    }

    /// Hue and saturation of the colour channels: 0 to 360, and 0 to 100.
    var hueAndSaturation: (hue: Double, saturation: Double) {
        let color = RGB(red, green, blue)
        return (color.hue, color.saturation)
    }

    /// Sets the colour channels, the largest to 1.
    mutating func setColor(hue: Double, saturation: Double) {
        let color = RGB(hue: min(max(hue, 0), 360), saturation: min(max(saturation, 0), 100))
        (red, green, blue) = (color.red, color.green, color.blue)
    }

    /// The gamma of ESPHome's lights unless their configuration has another, which the API does not say
    /// (esphome.io, Light Component, `gamma_correct`).
    private static let gamma = 2.8

    /// Sets the cold and warm channel to show a colour temperature, the larger one to 1. The firmware raises channels to
    /// the power of its gamma, so that the light, and not the channel, is proportional to the share of warm white.
    mutating func setTemperature(_ mireds: Double, in range: ClosedRange<Double>) {
        let width = range.upperBound - range.lowerBound
        let share = width > 0 ? min(max((mireds - range.lowerBound) / width, 0), 1) : 0
        let larger = max(share, 1 - share)
        cold = pow((1 - share) / larger, 1 / Self.gamma)
        warm = pow(share / larger, 1 / Self.gamma)
    }

    /// The colour temperature of cold and warm white; nil if both are dark.
    func temperature(in range: ClosedRange<Double>) -> Double? {
        let larger = max(cold, warm)
        guard larger > 0 else { return nil }
        let (coldLight, warmLight) = (pow(cold / larger, Self.gamma), pow(warm / larger, Self.gamma))
        let share = warmLight / (coldLight + warmLight)
        return range.lowerBound + share * (range.upperBound - range.lowerBound)
    }
}
