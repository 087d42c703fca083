public import Foundation
internal import HearthAccessories

/// What is known of a characteristic's values (HK-33): the device's own limits where it has some.
public final class HMCharacteristicMetadata: NSObject, Sendable {
    private let metadata: CharacteristicMetadata

    init(_ metadata: CharacteristicMetadata) { self.metadata = metadata }

    /// In a line: `HMCharacteristicMetadata(int, 0 to 100, percentage)`.
    public override var description: String {
        let range = minimumValue.flatMap { low in maximumValue.map { "\(low) to \($0)" } }
        let parts = [format, range, units].compactMap { $0 }
        return "HMCharacteristicMetadata(\(parts.joined(separator: ", ")))"
    }

    /// The format: one of the `HMCharacteristicMetadataFormat` constants.
    public var format: String? { metadata.format.rawValue }
    /// The unit: one of the `HMCharacteristicMetadataUnits` constants; nil for none.
    public var units: String? { metadata.unit?.rawValue }
    /// The smallest number; nil for what is no number (HK-34).
    public var minimumValue: NSNumber? { number(metadata.minimum) }
    /// The largest number; nil for what is no number (HK-34).
    public var maximumValue: NSNumber? { number(metadata.maximum) }
    /// The step between numbers; nil for what is no number (HK-34).
    public var stepValue: NSNumber? { number(metadata.step) }
    /// The values of an enumeration that the device has (HK-35); nil for all in range.
    public var validValues: [NSNumber]? { metadata.validValues?.map { NSNumber(value: $0) } }
    /// The longest text in characters (HK-36); nil for what is no text.
    public var maxLength: NSNumber? {
        guard metadata.format == .string else { return nil }
        return NSNumber(value: metadata.maximumLength ?? CharacteristicMetadata.defaultLength)
    }
    /// What the maker calls it.
    public var manufacturerDescription: String? { metadata.manufacturerDescription }

    private func number(_ value: Double?) -> NSNumber? {
        guard let value else { return nil }
        return metadata.format == .float ? NSNumber(value: value) : Int64(exactly: value).map { NSNumber(value: $0) }
    }
}
