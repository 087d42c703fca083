/// The unit of a characteristic's value (HK-33). The raw value is the name in HAP.
public enum CharacteristicUnit: String, Hashable, Sendable, CaseIterable {
    /// Degrees Celsius.
    case celsius
    /// Degrees Fahrenheit.
    case fahrenheit
    /// Hundredths of the whole.
    case percentage
    /// Degrees of an arc.
    case arcDegrees = "arcdegrees"
    /// Lux.
    case lux
    /// Seconds.
    case seconds
    /// Parts per million.
    case partsPerMillion = "ppm"
    /// Micrograms per cubic meter.
    case microgramsPerCubicMeter = "micrograms/m^3"
}
