/// The format and limits of a characteristic's values. All but the format are optional.
public struct CharacteristicMetadata: Hashable, Sendable {
    /// The format.
    public var format: CharacteristicFormat
    /// The unit; nil for none.
    public var unit: CharacteristicUnit?
    /// The minimum of a number, inclusive.
    public var minimum: Double?
    /// The maximum of a number, inclusive.
    public var maximum: Double?
    /// The step of numbers, above 0. Integers count from the minimum (or 0), floats from 0: 20.5 °C stays 20.5 °C on a
    /// device whose minimum is 4.44.
    public var step: Double?
    /// The values of an enumeration that this device supports; nil for all in range.
    public var validValues: [UInt64]?
    /// The maximum length of a string in Unicode scalars; nil for ``defaultLength``.
    public var maximumLength: Int?
    /// The minimum length of a string in Unicode scalars. HAP has no such limit, but makers' traits may.
    public var minimumLength: Int?
    /// The manufacturer's description.
    public var manufacturerDescription: String?

    /// HAP's maximum length of strings without a limit of their own.
    public static let defaultLength = 64
    /// HAP's upper bound of ``maximumLength``.
    public static let greatestLength = 256

    /// Creates metadata; a step of 0 or less is ignored.
    public init(
        _ format: CharacteristicFormat, unit: CharacteristicUnit? = nil, minimum: Double? = nil,
        maximum: Double? = nil, step: Double? = nil, validValues: [UInt64]? = nil, maximumLength: Int? = nil,
        minimumLength: Int? = nil, manufacturerDescription: String? = nil
    ) {
        self.format = format
        self.unit = unit
        self.minimum = minimum
        self.maximum = maximum
        self.step = step.flatMap { $0 > 0 ? $0 : nil }
        self.validValues = validValues
        self.maximumLength = maximumLength
        self.minimumLength = minimumLength
        self.manufacturerDescription = manufacturerDescription
    }

    /// The range of numbers, within the limits of the format; nil for other formats and for empty ranges.
    var range: ClosedRange<Double>? {
        let whole = format.integers.map { Double($0.lowerBound)...Double($0.upperBound) }
        guard whole != nil || format == .float else { return nil }
        let bounds = whole ?? -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        let first = minimum ?? bounds.lowerBound, last = maximum ?? bounds.upperBound
        let low = max(whole == nil ? first : first.rounded(.up), bounds.lowerBound)
        let high = min(whole == nil ? last : last.rounded(.down), bounds.upperBound)
        return low <= high ? low...high : nil
    }
}
