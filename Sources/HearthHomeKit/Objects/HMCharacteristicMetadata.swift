public import Foundation
internal import HearthHomeKitMapping

/// The format and limits of a characteristic's values: the device's own limits where it reports them.
public final class HMCharacteristicMetadata: NSObject, Sendable {
    private let metadata: CharacteristicMetadata

    init(_ metadata: CharacteristicMetadata) { self.metadata = metadata }

    /// A one-line description, such as `HMCharacteristicMetadata(int, 0 to 100, percentage)`.
    public override var description: String {
        let range = minimumValue.flatMap { low in maximumValue.map { "\(low) to \($0)" } }
        let parts = [format, range, units].compactMap { $0 }
        return "HMCharacteristicMetadata(\(parts.joined(separator: ", ")))"
    }

    /// The format: one of the `HMCharacteristicMetadataFormat` constants.
    public var format: String? { metadata.format.rawValue }
    /// The unit: one of the `HMCharacteristicMetadataUnits` constants; nil for none.
    public var units: String? { metadata.unit?.rawValue }
    /// The smallest number; nil for a characteristic that is not a number.
    public var minimumValue: NSNumber? { number(metadata.minimum) }
    /// The largest number; nil for a characteristic that is not a number.
    public var maximumValue: NSNumber? { number(metadata.maximum) }
    /// The step between numbers; nil for a characteristic that is not a number.
    public var stepValue: NSNumber? { number(metadata.step) }
    /// The values of an enumeration that the device supports; nil for all values in range.
    public var validValues: [NSNumber]? { metadata.validValues?.map { NSNumber(value: $0) } }
    /// The maximum length of a string in Unicode scalars, 64 by default; nil for other formats.
    public var maxLength: NSNumber? {
        guard metadata.format == .string else { return nil }
        return NSNumber(value: metadata.maximumLength ?? CharacteristicMetadata.defaultLength)
    }
    /// The manufacturer's description.
    public var manufacturerDescription: String? { metadata.manufacturerDescription }

    private func number(_ value: Double?) -> NSNumber? {
        guard let value else { return nil }
        return metadata.format == .float ? NSNumber(value: value) : Int64(exactly: value).map { NSNumber(value: $0) }
    }
}
