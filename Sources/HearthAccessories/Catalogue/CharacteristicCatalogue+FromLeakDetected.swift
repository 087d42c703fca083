extension CharacteristicCatalogue {
    /// The second half of the catalogue.
    static let fromLeakDetected: [CharacteristicDefinition] = [
        CharacteristicDefinition(
            .leakDetected, "LeakDetected", homeKit: "LeakDetected", .uint8, .readEvents, range: 0...1, step: 1,
            values: [0: "leakNotDetected", 1: "leakDetected"]),
        CharacteristicDefinition(
            .lockControlPoint, "LockControlPoint", homeKit: "LockManagementControlPoint", .tlv8, .write),
        CharacteristicDefinition(
            .lockCurrentState, "LockCurrentState", homeKit: "CurrentLockMechanismState", .uint8, .readEvents,
            range: 0...3, step: 1,
            values: [0: "unsecured", 1: "secured", 2: "jammed", 3: "unknown"]),
        CharacteristicDefinition(
            .lockLastKnownAction, "LockLastKnownAction", homeKit: "LockMechanismLastKnownAction", .uint8, .readEvents,
            range: 0...10, step: 1,
            values: [
                0: "securedPhysicallyInterior", 1: "unsecuredPhysicallyInterior", 2: "securedPhysicallyExterior",
                3: "unsecuredPhysicallyExterior", 4: "securedByKeypad", 5: "unsecuredByKeypad", 6: "securedRemotely",
                7: "unsecuredRemotely", 8: "securedByAutoSecureTimeout", 9: "securedPhysically",
                10: "unsecuredPhysically",
            ]),
        CharacteristicDefinition(
            .lockManagementAutoSecurityTimeout, "LockManagementAutoSecurityTimeout",
            homeKit: "LockManagementAutoSecurityTimeout", .uint32, .readWriteEvents, unit: .seconds),
        CharacteristicDefinition(
            .lockPhysicalControls, "LockPhysicalControls", homeKit: "LockPhysicalControls", .uint8, .readWriteEvents,
            range: 0...1, step: 1,
            values: [0: "controlLockDisabled", 1: "controlLockEnabled"]),
        CharacteristicDefinition(
            .lockTargetState, "LockTargetState", homeKit: "TargetLockMechanismState", .uint8, .readWriteEvents,
            range: 0...1, step: 1,
            values: [0: "unsecured", 1: "secured"]),
        CharacteristicDefinition(.logs, "Logs", homeKit: "Logs", .tlv8, .readEvents),
        CharacteristicDefinition(
            .managedNetworkEnable, "ManagedNetworkEnable", homeKit: "ManagedNetworkEnable", .uint8,
            [
                .read, .write,
                .events, .timedWrite,
            ], range: 0...1,
            values: [0: "disabled", 1: "enabled"]),
        CharacteristicDefinition(.manufacturer, "Manufacturer", homeKit: "Manufacturer", .string, .read, length: 64),
        CharacteristicDefinition(.model, "Model", homeKit: "Model", .string, .read, length: 64),
        CharacteristicDefinition(.motionDetected, "MotionDetected", homeKit: "MotionDetected", .bool, .readEvents),
        CharacteristicDefinition(.mute, "Mute", homeKit: "Mute", .bool, .readWriteEvents),
        CharacteristicDefinition(.name, "Name", homeKit: "Name", .string, .read, length: 64),
        CharacteristicDefinition(
            .networkAccessViolationControl, "NetworkAccessViolationControl", homeKit: "NetworkAccessViolationControl",
            .tlv8, [.read, .write, .events, .timedWrite, .writeResponse]),
        CharacteristicDefinition(
            .networkClientProfileControl, "NetworkClientProfileControl", homeKit: "NetworkClientProfileControl", .tlv8,
            [.read, .write, .events, .timedWrite, .writeResponse]),
        CharacteristicDefinition(
            .networkClientStatusControl, "NetworkClientStatusControl", homeKit: "NetworkClientStatusControl", .tlv8,
            [.read, .write, .writeResponse]),
        CharacteristicDefinition(
            .nightVision, "NightVision", homeKit: "NightVision", .bool, [.read, .write, .events, .timedWrite]),
        CharacteristicDefinition(
            .nitrogenDioxideDensity, "NitrogenDioxideDensity", homeKit: "NitrogenDioxideDensity", .float, .readEvents,
            range: 0...1000, step: 1),
        CharacteristicDefinition(
            .obstructionDetected, "ObstructionDetected", homeKit: "ObstructionDetected", .bool, .readEvents),
        CharacteristicDefinition(
            .occupancyDetected, "OccupancyDetected", homeKit: "OccupancyDetected", .uint8, .readEvents, range: 0...1,
            step: 1,
            values: [0: "occupancyNotDetected", 1: "occupancyDetected"]),
        CharacteristicDefinition(.on, "On", homeKit: "PowerState", .bool, .readWriteEvents),
        CharacteristicDefinition(
            .operatingStateResponse, "OperatingStateResponse", homeKit: "OperatingStateResponse", .tlv8, .readEvents),
        CharacteristicDefinition(
            .opticalZoom, "OpticalZoom", homeKit: "OpticalZoom", .float, .readWriteEvents, step: 0.1),
        CharacteristicDefinition(.outletInUse, "OutletInUse", homeKit: "OutletInUse", .bool, .readEvents),
        CharacteristicDefinition(
            .ozoneDensity, "OzoneDensity", homeKit: "OzoneDensity", .float, .readEvents, range: 0...1000, step: 1),
        CharacteristicDefinition(
            .pm10Density, "PM10Density", homeKit: "PM10Density", .float, .readEvents, range: 0...1000, step: 1),
        CharacteristicDefinition(
            .pm2_5Density, "PM2_5Density", homeKit: "PM2_5Density", .float, .readEvents, range: 0...1000, step: 1),
        CharacteristicDefinition(
            .pictureMode, "PictureMode", homeKit: "PictureMode", .uint8, .readWriteEvents, range: 0...13, step: 1,
            values: [
                0: "other", 1: "standard", 2: "calibrated", 3: "calibratedDark", 4: "vivid", 5: "game",
                6: "computer", 7: "custom",
            ]),
        CharacteristicDefinition(
            .positionState, "PositionState", homeKit: "PositionState", .uint8, .readEvents, range: 0...2, step: 1,
            values: [0: "decreasing", 1: "increasing", 2: "stopped"]),
        CharacteristicDefinition(
            .powerModeSelection, "PowerModeSelection", homeKit: "PowerModeSelection", .uint8, .write, range: 0...1,
            step: 1,
            values: [0: "show", 1: "hide"]),
        CharacteristicDefinition(.productData, "ProductData", homeKit: "ProductData", .data, .read),
        CharacteristicDefinition(
            .programMode, "ProgramMode", homeKit: "ProgramMode", .uint8, .readEvents, range: 0...2, step: 1,
            values: [0: "noProgramScheduled", 1: "programScheduled", 2: "programScheduledManualMode"]),
        CharacteristicDefinition(
            .programmableSwitchEvent, "ProgrammableSwitchEvent", homeKit: "InputEvent", .uint8, .readEvents,
            range: 0...2, step: 1,
            values: [0: "singlePress", 1: "doublePress", 2: "longPress"]),
        CharacteristicDefinition(
            .programmableSwitchOutputState, "ProgrammableSwitchOutputState", homeKit: "OutputState", .uint8,
            .readWriteEvents, range: 0...1, step: 1),
        CharacteristicDefinition(
            .relativeHumidityDehumidifierThreshold, "RelativeHumidityDehumidifierThreshold",
            homeKit: "DehumidifierThreshold", .float, .readWriteEvents, unit: .percentage, range: 0...100, step: 1),
        CharacteristicDefinition(
            .relativeHumidityHumidifierThreshold, "RelativeHumidityHumidifierThreshold", homeKit: "HumidifierThreshold",
            .float, .readWriteEvents, unit: .percentage, range: 0...100, step: 1),
        CharacteristicDefinition(
            .remainingDuration, "RemainingDuration", homeKit: "RemainingDuration", .uint32, .readEvents, unit: .seconds,
            range: 0...3600, step: 1),
        CharacteristicDefinition(
            .remoteKey, "RemoteKey", homeKit: "RemoteKey", .uint8, .write, range: 0...16, step: 1,
            values: [
                0: "rewind", 1: "fastForward", 2: "nextTrack", 3: "previousTrack", 4: "arrowUp", 5: "arrowDown",
                6: "arrowLeft", 7: "arrowRight", 8: "select", 9: "back", 10: "exit", 11: "playPause",
                15: "information",
            ]),
        CharacteristicDefinition(
            .resetFilterIndication, "ResetFilterIndication", homeKit: "FilterResetChangeIndication", .uint8, .write,
            range: 1...1, step: 1),
        CharacteristicDefinition(
            .rotationDirection, "RotationDirection", homeKit: "RotationDirection", .int, .readWriteEvents, range: 0...1,
            step: 1,
            values: [0: "clockwise", 1: "counterClockwise"]),
        CharacteristicDefinition(
            .rotationSpeed, "RotationSpeed", homeKit: "RotationSpeed", .float, .readWriteEvents, unit: .percentage,
            range: 0...100, step: 1),
        CharacteristicDefinition(
            .routerStatus, "RouterStatus", homeKit: "RouterStatus", .uint8, .readEvents, range: 0...1,
            values: [0: "ready", 1: "notReady"]),
        CharacteristicDefinition(
            .saturation, "Saturation", homeKit: "Saturation", .float, .readWriteEvents, unit: .percentage,
            range: 0...100, step: 1),
        CharacteristicDefinition(
            .securitySystemAlarmType, "SecuritySystemAlarmType", homeKit: "SecuritySystemAlarmType", .uint8,
            .readEvents, range: 0...1, step: 1),
        CharacteristicDefinition(
            .securitySystemCurrentState, "SecuritySystemCurrentState", homeKit: "CurrentSecuritySystemState", .uint8,
            .readEvents, range: 0...4, step: 1,
            values: [0: "stayArm", 1: "awayArm", 2: "nightArm", 3: "disarmed", 4: "alarmTriggered"]),
        CharacteristicDefinition(
            .securitySystemTargetState, "SecuritySystemTargetState", homeKit: "TargetSecuritySystemState", .uint8,
            .readWriteEvents, range: 0...3, step: 1,
            values: [0: "stayArm", 1: "awayArm", 2: "nightArm", 3: "disarm"]),
        CharacteristicDefinition(
            .selectedRTPStreamConfiguration, "SelectedRTPStreamConfiguration", homeKit: "SelectedStreamConfiguration",
            .tlv8, [.read, .write]),
        CharacteristicDefinition(.serialNumber, "SerialNumber", homeKit: "SerialNumber", .string, .read, length: 64),
        CharacteristicDefinition(
            .serviceLabelIndex, "ServiceLabelIndex", homeKit: "LabelIndex", .uint8, .read, range: 1...255, step: 1),
        CharacteristicDefinition(
            .serviceLabelNamespace, "ServiceLabelNamespace", homeKit: "LabelNamespace", .uint8, .read, range: 0...1,
            step: 1,
            values: [0: "dots", 1: "arabicNumerals"]),
        CharacteristicDefinition(
            .setDuration, "SetDuration", homeKit: "SetDuration", .uint32, .readWriteEvents, unit: .seconds,
            range: 0...3600, step: 1),
        CharacteristicDefinition(
            .setupEndpoints, "SetupEndpoints", homeKit: "SetupStreamEndpoint", .tlv8, [.read, .write]),
        CharacteristicDefinition(
            .slatType, "SlatType", homeKit: "SlatType", .uint8, .read, range: 0...1, step: 1,
            values: [0: "horizontal", 1: "vertical"]),
        CharacteristicDefinition(
            .sleepDiscoveryMode, "SleepDiscoveryMode", homeKit: "SleepDiscoveryMode", .uint8, .readEvents, range: 0...1,
            step: 1,
            values: [0: "notDiscoverable", 1: "alwaysDiscoverable"]),
        CharacteristicDefinition(
            .smokeDetected, "SmokeDetected", homeKit: "SmokeDetected", .uint8, .readEvents, range: 0...1, step: 1,
            values: [0: "smokeNotDetected", 1: "smokeDetected"]),
        CharacteristicDefinition(.softwareRevision, "SoftwareRevision", homeKit: "SoftwareVersion", .string, .read),
        CharacteristicDefinition(.statusActive, "StatusActive", homeKit: "StatusActive", .bool, .readEvents),
        CharacteristicDefinition(
            .statusFault, "StatusFault", homeKit: "StatusFault", .uint8, .readEvents, range: 0...1, step: 1,
            values: [0: "noFault", 1: "generalFault"]),
        CharacteristicDefinition(
            .statusLowBattery, "StatusLowBattery", homeKit: "StatusLowBattery", .uint8, .readEvents, range: 0...1,
            step: 1,
            values: [0: "batteryLevelNormal", 1: "batteryLevelLow"]),
        CharacteristicDefinition(
            .statusTampered, "StatusTampered", homeKit: "StatusTampered", .uint8, .readEvents, range: 0...1, step: 1,
            values: [0: "notTampered", 1: "tampered"]),
        CharacteristicDefinition(.streamingStatus, "StreamingStatus", homeKit: "StreamingStatus", .tlv8, .readEvents),
        CharacteristicDefinition(
            .sulphurDioxideDensity, "SulphurDioxideDensity", homeKit: "SulphurDioxideDensity", .float, .readEvents,
            range: 0...1000, step: 1),
        CharacteristicDefinition(
            .supportedAudioStreamConfiguration, "SupportedAudioStreamConfiguration",
            homeKit: "SupportedAudioStreamConfiguration", .tlv8, .read),
        CharacteristicDefinition(
            .supportedCharacteristicValueTransitionConfiguration, "SupportedCharacteristicValueTransitionConfiguration",
            homeKit: "SupportedCharacteristicValueTransitionConfiguration", .tlv8, .read),
        CharacteristicDefinition(
            .supportedRTPConfiguration, "SupportedRTPConfiguration", homeKit: "SupportedRTPConfiguration", .tlv8,
            .read),
        CharacteristicDefinition(
            .supportedRouterConfiguration, "SupportedRouterConfiguration", homeKit: "SupportedRouterConfiguration",
            .tlv8, .read),
        CharacteristicDefinition(
            .supportedVideoStreamConfiguration, "SupportedVideoStreamConfiguration",
            homeKit: "SupportedVideoStreamConfiguration", .tlv8, .read),
        CharacteristicDefinition(
            .swingMode, "SwingMode", homeKit: "SwingMode", .uint8, .readWriteEvents, range: 0...1, step: 1,
            values: [0: "swingDisabled", 1: "swingEnabled"]),
        CharacteristicDefinition(
            .targetAirPurifierState, "TargetAirPurifierState", homeKit: "TargetAirPurifierState", .uint8,
            .readWriteEvents, range: 0...1, step: 1,
            values: [0: "manual", 1: "auto"]),
        CharacteristicDefinition(
            .targetDoorState, "TargetDoorState", homeKit: "TargetDoorState", .uint8, .readWriteEvents, range: 0...1,
            step: 1,
            values: [0: "open", 1: "closed"]),
        CharacteristicDefinition(
            .targetFanState, "TargetFanState", homeKit: "TargetFanState", .uint8, .readWriteEvents, range: 0...1,
            step: 1,
            values: [0: "manual", 1: "auto"]),
        CharacteristicDefinition(
            .targetHeaterCoolerState, "TargetHeaterCoolerState", homeKit: "TargetHeaterCoolerState", .uint8,
            .readWriteEvents, range: 0...2, step: 1,
            values: [0: "auto", 1: "heat", 2: "cool"]),
        CharacteristicDefinition(
            .targetHeatingCoolingState, "TargetHeatingCoolingState", homeKit: "TargetHeatingCooling", .uint8,
            .readWriteEvents, range: 0...3, step: 1,
            values: [0: "off", 1: "heat", 2: "cool", 3: "auto"]),
        CharacteristicDefinition(
            .targetHorizontalTiltAngle, "TargetHorizontalTiltAngle", homeKit: "TargetHorizontalTilt", .int,
            .readWriteEvents, unit: .arcDegrees, range: (-90)...90, step: 1),
        CharacteristicDefinition(
            .targetHumidifierDehumidifierState, "TargetHumidifierDehumidifierState",
            homeKit: "TargetHumidifierDehumidifierState", .uint8, .readWriteEvents, range: 0...2, step: 1,
            values: [0: "humidifierOrDehumidifier", 1: "humidifier", 2: "dehumidifier"]),
        CharacteristicDefinition(
            .targetMediaState, "TargetMediaState", homeKit: "TargetMediaState", .uint8, .readWriteEvents, range: 0...2,
            step: 1,
            values: [0: "play", 1: "pause", 2: "stop"]),
        CharacteristicDefinition(
            .targetPosition, "TargetPosition", homeKit: "TargetPosition", .uint8, .readWriteEvents, unit: .percentage,
            range: 0...100, step: 1),
        CharacteristicDefinition(
            .targetRelativeHumidity, "TargetRelativeHumidity", homeKit: "TargetRelativeHumidity", .float,
            .readWriteEvents, unit: .percentage, range: 0...100, step: 1),
        CharacteristicDefinition(
            .targetTemperature, "TargetTemperature", homeKit: "TargetTemperature", .float, .readWriteEvents,
            unit: .celsius, range: 10...38, step: 0.1),
        CharacteristicDefinition(
            .targetTiltAngle, "TargetTiltAngle", homeKit: "TargetTilt", .int, .readWriteEvents, unit: .arcDegrees,
            range: (-90)...90, step: 1),
        CharacteristicDefinition(
            .targetVerticalTiltAngle, "TargetVerticalTiltAngle", homeKit: "TargetVerticalTilt", .int, .readWriteEvents,
            unit: .arcDegrees, range: (-90)...90, step: 1),
        CharacteristicDefinition(
            .targetVisibilityState, "TargetVisibilityState", homeKit: "TargetVisibilityState", .uint8, .readWriteEvents,
            range: 0...1, step: 1,
            values: [0: "shown", 1: "hidden"]),
        CharacteristicDefinition(
            .temperatureDisplayUnits, "TemperatureDisplayUnits", homeKit: "TemperatureUnits", .uint8, .readWriteEvents,
            range: 0...1, step: 1,
            values: [0: "celsius", 1: "fahrenheit"]),
        CharacteristicDefinition(
            .vocDensity, "VOCDensity", homeKit: "VolatileOrganicCompoundDensity", .float, .readEvents, range: 0...1000,
            step: 1),
        CharacteristicDefinition(
            .valveType, "ValveType", homeKit: "ValveType", .uint8, .readEvents, range: 0...3, step: 1,
            values: [0: "genericValve", 1: "irrigation", 2: "showerHead", 3: "waterFaucet"]),
        CharacteristicDefinition(.version, "Version", homeKit: "Version", .string, .read, length: 64),
        CharacteristicDefinition(
            .volume, "Volume", homeKit: "Volume", .uint8, .readWriteEvents, unit: .percentage, range: 0...100, step: 1),
        CharacteristicDefinition(
            .volumeControlType, "VolumeControlType", homeKit: "VolumeControlType", .uint8, .readEvents, range: 0...3,
            step: 1,
            values: [0: "none", 1: "relative", 2: "relativeWithCurrent", 3: "absolute"]),
        CharacteristicDefinition(
            .volumeSelector, "VolumeSelector", homeKit: "VolumeSelector", .uint8, .write, range: 0...1, step: 1,
            values: [0: "increment", 1: "decrement"]),
        CharacteristicDefinition(
            .wanConfigurationList, "WANConfigurationList", homeKit: "WANConfigurationList", .tlv8, .readEvents),
        CharacteristicDefinition(.wanStatusList, "WANStatusList", homeKit: "WANStatusList", .tlv8, .readEvents),
        CharacteristicDefinition(
            .waterLevel, "WaterLevel", homeKit: "WaterLevel", .float, .readEvents, unit: .percentage, range: 0...100,
            step: 1),
        CharacteristicDefinition(
            .wiFiSatelliteStatus, "WiFiSatelliteStatus", homeKit: "WiFiSatelliteStatus", .uint8, .readEvents,
            range: 0...2,
            values: [0: "unknown", 1: "connected", 2: "notConnected"]),
    ]
}
