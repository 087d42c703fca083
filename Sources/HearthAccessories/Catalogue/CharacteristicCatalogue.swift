/// The characteristics of HAP's services in alphabetical order, as defined in HAP-NodeJS.
///
/// The limits are defaults; a device's own limits take precedence.
public enum CharacteristicCatalogue {
    /// All characteristics.
    public static let all: [CharacteristicDefinition] = fromAccessoryFlags + fromLeakDetected

    private static let fromAccessoryFlags: [CharacteristicDefinition] = [
        CharacteristicDefinition(
            .accessoryFlags, "AccessoryFlags", homeKit: "AccessoryFlags", .uint32, .readEvents,
            values: [1: "requiresAdditionalSetupBitMask"]),
        CharacteristicDefinition(
            .active, "Active", homeKit: "Active", .uint8, .readWriteEvents, range: 0...1, step: 1,
            values: [0: "inactive", 1: "active"]),
        CharacteristicDefinition(
            .activeIdentifier, "ActiveIdentifier", homeKit: "ActiveIdentifier", .uint32, .readWriteEvents),
        CharacteristicDefinition(
            .administratorOnlyAccess, "AdministratorOnlyAccess", homeKit: "AdminOnlyAccess", .bool, .readWriteEvents),
        CharacteristicDefinition(
            .airQuality, "AirQuality", homeKit: "AirQuality", .uint8, .readEvents, range: 0...5, step: 1,
            values: [0: "unknown", 1: "excellent", 2: "good", 3: "fair", 4: "inferior", 5: "poor"]),
        CharacteristicDefinition(
            .appMatchingIdentifier, "AppMatchingIdentifier", homeKit: "AppMatchingIdentifier", .tlv8, .read),
        CharacteristicDefinition(.audioFeedback, "AudioFeedback", homeKit: "AudioFeedback", .bool, .readWriteEvents),
        CharacteristicDefinition(
            .batteryLevel, "BatteryLevel", homeKit: "BatteryLevel", .uint8, .readEvents, unit: .percentage,
            range: 0...100, step: 1),
        CharacteristicDefinition(
            .brightness, "Brightness", homeKit: "Brightness", .int, .readWriteEvents, unit: .percentage, range: 0...100,
            step: 1),
        CharacteristicDefinition(
            .carbonDioxideDetected, "CarbonDioxideDetected", homeKit: "CarbonDioxideDetected", .uint8, .readEvents,
            range: 0...1, step: 1,
            values: [0: "co2LevelsNormal", 1: "co2LevelsAbnormal"]),
        CharacteristicDefinition(
            .carbonDioxideLevel, "CarbonDioxideLevel", homeKit: "CarbonDioxideLevel", .float, .readEvents,
            range: 0...100000, step: 1),
        CharacteristicDefinition(
            .carbonDioxidePeakLevel, "CarbonDioxidePeakLevel", homeKit: "CarbonDioxidePeakLevel", .float, .readEvents,
            range: 0...100000, step: 1),
        CharacteristicDefinition(
            .carbonMonoxideDetected, "CarbonMonoxideDetected", homeKit: "CarbonMonoxideDetected", .uint8, .readEvents,
            range: 0...1, step: 1,
            values: [0: "coLevelsNormal", 1: "coLevelsAbnormal"]),
        CharacteristicDefinition(
            .carbonMonoxideLevel, "CarbonMonoxideLevel", homeKit: "CarbonMonoxideLevel", .float, .readEvents,
            range: 0...100, step: 1),
        CharacteristicDefinition(
            .carbonMonoxidePeakLevel, "CarbonMonoxidePeakLevel", homeKit: "CarbonMonoxidePeakLevel", .float,
            .readEvents, range: 0...100, step: 1),
        CharacteristicDefinition(
            .characteristicValueActiveTransitionCount, "CharacteristicValueActiveTransitionCount",
            homeKit: "CharacteristicValueActiveTransitionCount", .uint8, .readEvents),
        CharacteristicDefinition(
            .characteristicValueTransitionControl, "CharacteristicValueTransitionControl",
            homeKit: "CharacteristicValueTransitionControl", .tlv8, [.read, .write, .writeResponse]),
        CharacteristicDefinition(
            .chargingState, "ChargingState", homeKit: "ChargingState", .uint8, .readEvents, range: 0...2, step: 1,
            values: [0: "notCharging", 1: "charging", 2: "notChargeable"]),
        CharacteristicDefinition(
            .closedCaptions, "ClosedCaptions", homeKit: "ClosedCaptions", .uint8, .readWriteEvents, range: 0...1,
            step: 1,
            values: [0: "disabled", 1: "enabled"]),
        CharacteristicDefinition(
            .colorTemperature, "ColorTemperature", homeKit: "ColorTemperature", .int, .readWriteEvents,
            range: 140...500, step: 1),
        CharacteristicDefinition(
            .configuredName, "ConfiguredName", homeKit: "ConfiguredName", .string, .readWriteEvents),
        CharacteristicDefinition(
            .contactSensorState, "ContactSensorState", homeKit: "ContactState", .uint8, .readEvents, range: 0...1,
            step: 1,
            values: [0: "contactDetected", 1: "contactNotDetected"]),
        CharacteristicDefinition(
            .coolingThresholdTemperature, "CoolingThresholdTemperature", homeKit: "CoolingThreshold", .float,
            .readWriteEvents, unit: .celsius, range: 10...35, step: 0.1),
        CharacteristicDefinition(
            .currentAirPurifierState, "CurrentAirPurifierState", homeKit: "CurrentAirPurifierState", .uint8,
            .readEvents, range: 0...2, step: 1,
            values: [0: "inactive", 1: "idle", 2: "purifyingAir"]),
        CharacteristicDefinition(
            .currentAmbientLightLevel, "CurrentAmbientLightLevel", homeKit: "CurrentLightLevel", .float, .readEvents,
            unit: .lux, range: 0.0001...100000),
        CharacteristicDefinition(
            .currentDoorState, "CurrentDoorState", homeKit: "CurrentDoorState", .uint8, .readEvents, range: 0...4,
            step: 1,
            values: [0: "open", 1: "closed", 2: "opening", 3: "closing", 4: "stopped"]),
        CharacteristicDefinition(
            .currentFanState, "CurrentFanState", homeKit: "CurrentFanState", .uint8, .readEvents, range: 0...2, step: 1,
            values: [0: "inactive", 1: "idle", 2: "blowingAir"]),
        CharacteristicDefinition(
            .currentHeaterCoolerState, "CurrentHeaterCoolerState", homeKit: "CurrentHeaterCoolerState", .uint8,
            .readEvents, range: 0...3, step: 1,
            values: [0: "inactive", 1: "idle", 2: "heating", 3: "cooling"]),
        CharacteristicDefinition(
            .currentHeatingCoolingState, "CurrentHeatingCoolingState", homeKit: "CurrentHeatingCooling", .uint8,
            .readEvents, range: 0...2, step: 1,
            values: [0: "off", 1: "heat", 2: "cool"]),
        CharacteristicDefinition(
            .currentHorizontalTiltAngle, "CurrentHorizontalTiltAngle", homeKit: "CurrentHorizontalTilt", .int,
            .readEvents, unit: .arcDegrees, range: (-90)...90, step: 1),
        CharacteristicDefinition(
            .currentHumidifierDehumidifierState, "CurrentHumidifierDehumidifierState",
            homeKit: "CurrentHumidifierDehumidifierState", .uint8, .readEvents, range: 0...3, step: 1,
            values: [0: "inactive", 1: "idle", 2: "humidifying", 3: "dehumidifying"]),
        CharacteristicDefinition(
            .currentMediaState, "CurrentMediaState", homeKit: "CurrentMediaState", .uint8, .readEvents, range: 0...5,
            step: 1,
            values: [0: "play", 1: "pause", 2: "stop", 4: "loading", 5: "interrupted"]),
        CharacteristicDefinition(
            .currentPosition, "CurrentPosition", homeKit: "CurrentPosition", .uint8, .readEvents, unit: .percentage,
            range: 0...100, step: 1),
        CharacteristicDefinition(
            .currentRelativeHumidity, "CurrentRelativeHumidity", homeKit: "CurrentRelativeHumidity", .float,
            .readEvents, unit: .percentage, range: 0...100, step: 1),
        CharacteristicDefinition(
            .currentSlatState, "CurrentSlatState", homeKit: "CurrentSlatState", .uint8, .readEvents, range: 0...2,
            step: 1,
            values: [0: "fixed", 1: "jammed", 2: "swinging"]),
        CharacteristicDefinition(
            .currentTemperature, "CurrentTemperature", homeKit: "CurrentTemperature", .float, .readEvents,
            unit: .celsius, range: (-270)...100, step: 0.1),
        CharacteristicDefinition(
            .currentTiltAngle, "CurrentTiltAngle", homeKit: "CurrentTilt", .int, .readEvents, unit: .arcDegrees,
            range: (-90)...90, step: 1),
        CharacteristicDefinition(
            .currentVerticalTiltAngle, "CurrentVerticalTiltAngle", homeKit: "CurrentVerticalTilt", .int, .readEvents,
            unit: .arcDegrees, range: (-90)...90, step: 1),
        CharacteristicDefinition(
            .currentVisibilityState, "CurrentVisibilityState", homeKit: "CurrentVisibilityState", .uint8, .readEvents,
            range: 0...1, step: 1,
            values: [0: "shown", 1: "hidden"]),
        CharacteristicDefinition(
            .digitalZoom, "DigitalZoom", homeKit: "DigitalZoom", .float, .readWriteEvents, step: 0.1),
        CharacteristicDefinition(.displayOrder, "DisplayOrder", homeKit: "DisplayOrder", .tlv8, .readWriteEvents),
        CharacteristicDefinition(
            .filterChangeIndication, "FilterChangeIndication", homeKit: "FilterChangeIndication", .uint8, .readEvents,
            range: 0...1, step: 1,
            values: [0: "filterOk", 1: "changeFilter"]),
        CharacteristicDefinition(
            .filterLifeLevel, "FilterLifeLevel", homeKit: "FilterLifeLevel", .float, .readEvents, range: 0...100,
            step: 1),
        CharacteristicDefinition(.firmwareRevision, "FirmwareRevision", homeKit: "FirmwareVersion", .string, .read),
        CharacteristicDefinition(.hardwareFinish, "HardwareFinish", homeKit: "HardwareFinish", .tlv8, .read),
        CharacteristicDefinition(.hardwareRevision, "HardwareRevision", homeKit: "HardwareVersion", .string, .read),
        CharacteristicDefinition(
            .heatingThresholdTemperature, "HeatingThresholdTemperature", homeKit: "HeatingThreshold", .float,
            .readWriteEvents, unit: .celsius, range: 0...25, step: 0.1),
        CharacteristicDefinition(.holdPosition, "HoldPosition", homeKit: "HoldPosition", .bool, .write),
        CharacteristicDefinition(
            .hue, "Hue", homeKit: "Hue", .float, .readWriteEvents, unit: .arcDegrees, range: 0...360, step: 1),
        CharacteristicDefinition(.identifier, "Identifier", homeKit: "Identifier", .uint32, .read),
        CharacteristicDefinition(.identify, "Identify", homeKit: "Identify", .bool, .write),
        CharacteristicDefinition(.imageMirroring, "ImageMirroring", homeKit: "ImageMirroring", .bool, .readWriteEvents),
        CharacteristicDefinition(
            .imageRotation, "ImageRotation", homeKit: "ImageRotation", .int, .readWriteEvents, unit: .arcDegrees,
            range: 0...360, step: 1),
        CharacteristicDefinition(
            .inUse, "InUse", homeKit: "InUse", .uint8, .readEvents, range: 0...1, step: 1,
            values: [0: "notInUse", 1: "inUse"]),
        CharacteristicDefinition(
            .inputDeviceType, "InputDeviceType", homeKit: "InputDeviceType", .uint8, .readEvents, range: 0...6, step: 1,
            values: [0: "other", 1: "tv", 2: "recording", 3: "tuner", 4: "playback", 5: "audioSystem"]),
        CharacteristicDefinition(
            .inputSourceType, "InputSourceType", homeKit: "InputSourceType", .uint8, .readEvents, range: 0...10,
            step: 1,
            values: [
                0: "other", 1: "homeScreen", 2: "tuner", 3: "hdmi", 4: "compositeVideo", 5: "sVideo",
                6: "componentVideo", 7: "dvi", 8: "airplay", 9: "usb", 10: "application",
            ]),
        CharacteristicDefinition(
            .isConfigured, "IsConfigured", homeKit: "IsConfigured", .uint8, .readWriteEvents, range: 0...1, step: 1,
            values: [0: "notConfigured", 1: "configured"]),
    ]
}
