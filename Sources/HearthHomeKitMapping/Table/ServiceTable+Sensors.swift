internal import HearthTraitDescriptors

extension AttributeID {
    static let stateValue = AttributeID(TraitIDs.booleanState, 0, "stateValue")
    static let occupancy = AttributeID(TraitIDs.occupancy, 0, "occupancy")
    static let occupancyType = AttributeID(TraitIDs.occupancy, 1, "occupancySensorType")
    static let minTemperature = AttributeID(TraitIDs.temperature, 1, "minMeasuredValue")
    static let maxTemperature = AttributeID(TraitIDs.temperature, 2, "maxMeasuredValue")
    static let minHumidity = AttributeID(TraitIDs.humidity, 1, "minMeasuredValue")
    static let maxHumidity = AttributeID(TraitIDs.humidity, 2, "maxMeasuredValue")
    static let illuminance = AttributeID(TraitIDs.illuminance, 0, "measuredValue")
    static let minIlluminance = AttributeID(TraitIDs.illuminance, 1, "minMeasuredValue")
    static let maxIlluminance = AttributeID(TraitIDs.illuminance, 2, "maxMeasuredValue")
    static let smokeState = AttributeID(TraitIDs.smokeCOAlarm, 1, "smokeState")
    static let carbonMonoxideState = AttributeID(TraitIDs.smokeCOAlarm, 2, "coState")
    static let alarmBattery = AttributeID(TraitIDs.smokeCOAlarm, 3, "batteryAlert")
    static let alarmFault = AttributeID(TraitIDs.smokeCOAlarm, 6, "hardwareFaultAlert")
    static let batteryPercent = AttributeID(TraitIDs.powerSource, 12, "batPercentRemaining")
    static let batteryLevel = AttributeID(TraitIDs.powerSource, 14, "batChargeLevel")
    static let batteryCharging = AttributeID(TraitIDs.powerSource, 26, "batChargeState")
}

extension ServiceTable {
    static let sensors: [ServiceMapping] = [
        // BooleanState (0x45): true means contact, which is 0 in HomeKit, or water.
        ServiceMapping(
            .contactSensor, deviceTypes: [DeviceTypeIDs.contactSensor], traits: [TraitIDs.booleanState],
            [.attribute(.contactSensorState, .stateValue, .invertedFlag)]),
        ServiceMapping(
            .leakSensor, deviceTypes: [DeviceTypeIDs.leakDetector], traits: [TraitIDs.booleanState],
            [.attribute(.leakDetected, .stateValue, .flag)]),
        ServiceMapping(
            .motionSensor, deviceTypes: [DeviceTypeIDs.occupancySensor], traits: [TraitIDs.occupancy],
            [occupied(.motionDetected)]
        ).with {
            $0.matches = { seesMotion($0) }
            // Passive infrared (PIR): its feature, sensor type and type bit.
            $0.constants = [.occupancyType: .unsigned(0)]
            $0.accessoryFeatures = [TraitIDs.occupancy: 0x2]
        },
        ServiceMapping(
            .occupancySensor, deviceTypes: [DeviceTypeIDs.occupancySensor], traits: [TraitIDs.occupancy],
            [occupied(.occupancyDetected)]
        ).with {
            $0.matches = { !seesMotion($0) }
            $0.constants = [.occupancyType: .unsigned(1)]
            $0.accessoryFeatures = [TraitIDs.occupancy: 0x1]
        },
        alarm(.smokeSensor, .smokeDetected, .smokeState),
        alarm(.carbonMonoxideSensor, .carbonMonoxideDetected, .carbonMonoxideState),
        battery,
        measuring(
            .temperatureSensor, .currentTemperature, DeviceTypeIDs.temperatureSensor, .temperature,
            (.minTemperature, .maxTemperature), .temperature),
        measuring(
            .humiditySensor, .currentRelativeHumidity, DeviceTypeIDs.humiditySensor, .humidity,
            (.minHumidity, .maxHumidity), .humidity),
        measuring(
            .lightSensor, .currentAmbientLightLevel, DeviceTypeIDs.lightSensor, .illuminance,
            (.minIlluminance, .maxIlluminance), .illuminance),
    ]

    // MARK: Occupancy

    /// Whether the sensor detects motion: OccupancySensorType 0 or the feature PassiveInfrared.
    private static func seesMotion(_ reading: ServiceReading) -> Bool {
        let features = reading.features(TraitIDs.occupancy)
        return features == 0 ? reading.integer(.occupancyType) == 0 : features & 0x2 != 0
    }

    private static func occupied(_ type: CharacteristicType) -> CharacteristicLink {
        .attribute(
            type, .occupancy,
            Conversion(
                toCharacteristic: { bits in
                    bits.integer.map { type == .motionDetected ? .bool($0 & 1 != 0) : .uint(UInt64($0 & 1)) }
                },
                toTrait: { $0.truth.map { .unsigned($0 ? 1 : 0) } }))
    }

    // MARK: Alarms

    private static func alarm(
        _ service: ServiceType, _ type: CharacteristicType, _ state: AttributeID
    ) -> ServiceMapping {
        ServiceMapping(
            service, deviceTypes: [DeviceTypeIDs.smokeCOAlarm], traits: [TraitIDs.smokeCOAlarm],
            [
                .attribute(type, state, .anyAboveZero), .attribute(.statusFault, .alarmFault, .flag),
                .attribute(.statusLowBattery, .alarmBattery, .anyAboveZero),
            ]
        ).with {
            $0.matches = { $0.has(state) }
            // The features SmokeAlarm and COAlarm.
            $0.accessoryFeatures = [TraitIDs.smokeCOAlarm: state == .smokeState ? 0x1 : 0x2]
        }
    }

    // MARK: Batteries

    /// Battery: PowerSource (0x2F) with a battery.
    private static let battery = ServiceMapping(
        .battery, traits: [TraitIDs.powerSource],
        [
            .attribute(.statusLowBattery, .batteryLevel, .anyAboveZero).offered { _ in true },
            .attribute(.batteryLevel, .batteryPercent, .battery),
            charging,
        ]
    ).with {
        $0.isMain = false
        $0.accessoryDeviceType = DeviceTypeIDs.powerSource
        $0.accessoryFeatures = [TraitIDs.powerSource: 0x2]
        $0.matches = { $0.has(.batteryLevel) || $0.has(.batteryPercent) }
    }

    /// BatChargeState: unknown 0, charging 1, full 2, not charging 3; without it the battery can't be charged.
    private static let charging: CharacteristicLink = {
        let states = Conversion.choices([1: 1, 3: 0, 2: 0])
        var link = CharacteristicLink.attribute(.chargingState, .batteryCharging, states)
        link.isOffered = { _ in true }
        link.read = { reading in
            guard let state = reading.value(.batteryCharging) else { return .uint(2) }
            return states.toCharacteristic(state)
        }
        return link
    }()

    // MARK: Sensors of one value

    private static func measuring(
        _ service: ServiceType, _ type: CharacteristicType, _ deviceType: UInt32, _ value: AttributeID,
        _ limits: (AttributeID, AttributeID), _ conversion: Conversion
    ) -> ServiceMapping {
        ServiceMapping(
            service, traits: [value.trait],
            [
                .attribute(type, value, conversion).limited(limits.0, limits.1, conversion), fault(value),
            ]
        ).with {
            $0.takesWhatIsLeft = true
            $0.accessoryDeviceType = deviceType
        }
    }

    /// StatusFault: the sensor does not know its value.
    static func fault(_ attribute: AttributeID) -> CharacteristicLink {
        .computed(.statusFault, from: [attribute]) { .uint($0.value(attribute) == .null ? 1 : 0) }
    }
}
