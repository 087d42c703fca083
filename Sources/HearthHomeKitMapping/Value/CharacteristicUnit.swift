/// The unit of a characteristic's value. The raw value is the name in HAP.
public enum CharacteristicUnit: String, Hashable, Sendable, CaseIterable {
    /// Degrees Celsius.
    case celsius
    /// Degrees Fahrenheit.
    case fahrenheit
    /// Percent.
    case percentage
    /// Degrees of an angle.
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
