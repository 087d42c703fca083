import Foundation
import HearthHomeKit

/// Characteristics as a line of text.
enum Described {
    static func value(_ characteristic: HMCharacteristic) -> String {
        guard let value = characteristic.value else { return "-" }
        if characteristic.metadata?.format == HMCharacteristicMetadataFormatBool, let value = value as? Bool {
            return "\(value)"
        }
        if let data = value as? Data { return "\(data.count) bytes" }
        return "\(value)\(unit(characteristic))"
    }

    private static func unit(_ characteristic: HMCharacteristic) -> String {
        switch characteristic.metadata?.units {
        case HMCharacteristicMetadataUnitsPercentage: " %"
        case HMCharacteristicMetadataUnitsCelsius: " °C"
        case HMCharacteristicMetadataUnitsArcDegree: "°"
        case HMCharacteristicMetadataUnitsLux: " lx"
        case HMCharacteristicMetadataUnitsSeconds: " s"
        default: ""
        }
    }

    /// The operations on a characteristic, and its limits.
    static func limits(_ characteristic: HMCharacteristic) -> String {
        let names = [
            (HMCharacteristicPropertyReadable, "read"), (HMCharacteristicPropertyWritable, "write"),
            (HMCharacteristicPropertySupportsEventNotification, "follow"),
        ]
        var parts = [names.filter { characteristic.properties.contains($0.0) }.map(\.1).joined(separator: " ")]
        if let metadata = characteristic.metadata {
            parts.append(metadata.format ?? "")
            if let first = metadata.minimumValue, let last = metadata.maximumValue {
                parts.append("\(first) to \(last)" + (metadata.stepValue.map { " by \($0)" } ?? ""))
            }
            if let values = metadata.validValues { parts.append("of \(values.map { "\($0)" }.joined(separator: " "))") }
        }
        return parts.joined(separator: ", ")
    }
}
