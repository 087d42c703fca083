/// What is known of a characteristic's values (HK-33). Everything but the format may be missing.
public struct CharacteristicMetadata: Hashable, Sendable {
    /// The format.
    public var format: CharacteristicFormat
    /// The unit; nil for none.
    public var unit: CharacteristicUnit?
    /// The smallest number, inclusive (HK-34).
    public var minimum: Double?
    /// The largest number, inclusive (HK-34).
    public var maximum: Double?
    /// Integers are the minimum, or 0 without one, plus a multiple of it, and fractions a multiple of it (HK-34): 20.5 °C
    /// is 20.5 °C also on a device that begins at 4.44. Always above 0.
    public var step: Double?
    /// The values of an enumeration that this device has (HK-35); nil for all in range.
    public var validValues: [UInt64]?
    /// The longest text in characters of Unicode (HK-36); 64 where it is nil.
    public var maximumLength: Int?
    /// The shortest text in characters of Unicode; HAP has no such limit, makers' traits may.
    public var minimumLength: Int?
    /// What the maker calls it.
    public var manufacturerDescription: String?

    /// HAP's limit for texts without one of their own (HK-36).
    public static let defaultLength = 64
    /// No text may be longer, whatever its own limit (HK-36).
    public static let greatestLength = 256

    /// Creates metadata; a step of 0 or less is left out.
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

    /// The limits of the numbers, those of the format included; nil for what is no number.
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
