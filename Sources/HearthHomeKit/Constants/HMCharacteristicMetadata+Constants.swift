// HomeKit's names of the formats, units and properties of characteristics.

internal import HearthHomeKitMapping

/// The format `bool`.
public let HMCharacteristicMetadataFormatBool = "bool"
/// The format `int`.
public let HMCharacteristicMetadataFormatInt = "int"
/// The format `float`.
public let HMCharacteristicMetadataFormatFloat = "float"
/// The format `string`.
public let HMCharacteristicMetadataFormatString = "string"
/// The format `array`.
public let HMCharacteristicMetadataFormatArray = "array"
/// The format `dictionary`.
public let HMCharacteristicMetadataFormatDictionary = "dictionary"
/// The format `uint8`.
public let HMCharacteristicMetadataFormatUInt8 = "uint8"
/// The format `uint16`.
public let HMCharacteristicMetadataFormatUInt16 = "uint16"
/// The format `uint32`.
public let HMCharacteristicMetadataFormatUInt32 = "uint32"
/// The format `uint64`.
public let HMCharacteristicMetadataFormatUInt64 = "uint64"
/// The format `data`.
public let HMCharacteristicMetadataFormatData = "data"
/// The format `tlv8`.
public let HMCharacteristicMetadataFormatTLV8 = "tlv8"
/// The unit `celsius`.
public let HMCharacteristicMetadataUnitsCelsius = "celsius"
/// The unit `fahrenheit`.
public let HMCharacteristicMetadataUnitsFahrenheit = "fahrenheit"
/// The unit `percentage`.
public let HMCharacteristicMetadataUnitsPercentage = "percentage"
/// The unit `arcdegrees`.
public let HMCharacteristicMetadataUnitsArcDegree = "arcdegrees"
/// The unit `seconds`.
public let HMCharacteristicMetadataUnitsSeconds = "seconds"
/// The unit `lux`.
public let HMCharacteristicMetadataUnitsLux = "lux"
/// The unit `ppm`.
public let HMCharacteristicMetadataUnitsPartsPerMillion = "ppm"
/// The unit `micrograms/m^3`.
public let HMCharacteristicMetadataUnitsMicrogramsPerCubicMeter = "micrograms/m^3"
/// The characteristic can be read.
public let HMCharacteristicPropertyReadable = "HMCharacteristicPropertyReadable"
/// The characteristic can be written.
public let HMCharacteristicPropertyWritable = "HMCharacteristicPropertyWritable"
/// The characteristic supports notifications of its changes.
public let HMCharacteristicPropertySupportsEventNotification = "HMCharacteristicPropertySupportsEventNotification"
/// The characteristic is not shown to people.
public let HMCharacteristicPropertyHidden = "HMCharacteristicPropertyHidden"
/// Writes need authorization data.
public let HMCharacteristicPropertyRequiresAuthorizationData = "HMCharacteristicPropertyRequiresAuthorizationData"
/// Writes return a response.
public let HMCharacteristicPropertySupportsWriteResponse = "HMCharacteristicPropertySupportsWriteResponse"
/// Writes have to be timed: sent within a time limit after their preparation.
public let HMCharacteristicPropertyRequiresTimedWrite = "HMCharacteristicPropertyRequiresTimedWrite"

extension HMCharacteristic {
    /// HomeKit's names of permissions.
    static func properties(of permissions: CharacteristicPermissions) -> [String] {
        let names: [(CharacteristicPermissions, String)] = [
            (.read, HMCharacteristicPropertyReadable),
            (.write, HMCharacteristicPropertyWritable),
            (.events, HMCharacteristicPropertySupportsEventNotification),
            (.hidden, HMCharacteristicPropertyHidden),
            (.additionalAuthorization, HMCharacteristicPropertyRequiresAuthorizationData),
            (.writeResponse, HMCharacteristicPropertySupportsWriteResponse),
            (.timedWrite, HMCharacteristicPropertyRequiresTimedWrite),
        ]
        return names.filter { permissions.contains($0.0) }.map(\.1)
    }
}
