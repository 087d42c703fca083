/// HAP's services for the functions of devices in alphabetical order, as defined in HAP-NodeJS.
///
/// Services for pairing, transport, firmware and recording are left out.
public enum ServiceCatalogue {
    /// All services. Speaker and TelevisionSpeaker share a type.
    public static let all: [ServiceDefinition] = [
        ServiceDefinition(
            .accessoryInformation, "AccessoryInformation", homeKit: "AccessoryInformation",
            [.identify, .manufacturer, .model, .name, .serialNumber, .firmwareRevision],
            optional: [
                .accessoryFlags, .appMatchingIdentifier, .configuredName, .hardwareFinish, .hardwareRevision,
                .productData, .softwareRevision,
            ]),
        ServiceDefinition(
            .airPurifier, "AirPurifier", homeKit: "AirPurifier",
            [.active, .currentAirPurifierState, .targetAirPurifierState],
            optional: [.lockPhysicalControls, .name, .rotationSpeed, .swingMode]),
        ServiceDefinition(
            .airQualitySensor, "AirQualitySensor", homeKit: "AirQualitySensor", [.airQuality],
            optional: [
                .nitrogenDioxideDensity, .ozoneDensity, .pm10Density, .pm2_5Density, .sulphurDioxideDensity,
                .vocDensity, .name, .statusActive, .statusFault, .statusLowBattery, .statusTampered,
            ]),
        ServiceDefinition(
            .battery, "Battery", homeKit: "Battery", [.statusLowBattery],
            optional: [.batteryLevel, .chargingState, .name]),
        ServiceDefinition(
            .cameraRTPStreamManagement, "CameraRTPStreamManagement", homeKit: "CameraRTPStreamManagement",
            [
                .selectedRTPStreamConfiguration, .setupEndpoints, .streamingStatus, .supportedAudioStreamConfiguration,
                .supportedRTPConfiguration, .supportedVideoStreamConfiguration,
            ],
            optional: [.active]),
        ServiceDefinition(
            .carbonDioxideSensor, "CarbonDioxideSensor", homeKit: "CarbonDioxideSensor", [.carbonDioxideDetected],
            optional: [
                .carbonDioxideLevel, .carbonDioxidePeakLevel, .name, .statusActive, .statusFault,
                .statusLowBattery, .statusTampered,
            ]),
        ServiceDefinition(
            .carbonMonoxideSensor, "CarbonMonoxideSensor", homeKit: "CarbonMonoxideSensor", [.carbonMonoxideDetected],
            optional: [
                .carbonMonoxideLevel, .carbonMonoxidePeakLevel, .name, .statusActive, .statusFault,
                .statusLowBattery, .statusTampered,
            ]),
        ServiceDefinition(
            .contactSensor, "ContactSensor", homeKit: "ContactSensor", [.contactSensorState],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(
            .door, "Door", homeKit: "Door", [.currentPosition, .positionState, .targetPosition],
            optional: [.name, .obstructionDetected, .holdPosition]),
        ServiceDefinition(
            .doorbell, "Doorbell", homeKit: "Doorbell", [.programmableSwitchEvent],
            optional: [.brightness, .mute, .name, .operatingStateResponse, .volume]),
        ServiceDefinition(.fan, "Fan", homeKit: "Fan", [.on], optional: [.name, .rotationDirection, .rotationSpeed]),
        ServiceDefinition(
            .fanv2, "Fanv2", homeKit: "VentilationFan", [.active],
            optional: [
                .currentFanState, .targetFanState, .lockPhysicalControls, .name, .rotationDirection,
                .rotationSpeed, .swingMode,
            ]),
        ServiceDefinition(.faucet, "Faucet", homeKit: "Faucet", [.active], optional: [.name, .statusFault]),
        ServiceDefinition(
            .filterMaintenance, "FilterMaintenance", homeKit: "FilterMaintenance", [.filterChangeIndication],
            optional: [.filterLifeLevel, .resetFilterIndication, .name]),
        ServiceDefinition(
            .garageDoorOpener, "GarageDoorOpener", homeKit: "GarageDoorOpener",
            [.currentDoorState, .targetDoorState, .obstructionDetected],
            optional: [.lockCurrentState, .lockTargetState, .name]),
        ServiceDefinition(
            .heaterCooler, "HeaterCooler", homeKit: "HeaterCooler",
            [.active, .currentHeaterCoolerState, .targetHeaterCoolerState, .currentTemperature],
            optional: [
                .lockPhysicalControls, .name, .rotationSpeed, .swingMode, .coolingThresholdTemperature,
                .heatingThresholdTemperature, .temperatureDisplayUnits,
            ]),
        ServiceDefinition(
            .humidifierDehumidifier, "HumidifierDehumidifier", homeKit: "HumidifierDehumidifier",
            [
                .active, .currentHumidifierDehumidifierState, .targetHumidifierDehumidifierState,
                .currentRelativeHumidity,
            ],
            optional: [
                .lockPhysicalControls, .name, .relativeHumidityDehumidifierThreshold,
                .relativeHumidityHumidifierThreshold, .rotationSpeed, .swingMode, .waterLevel,
            ]),
        ServiceDefinition(
            .humiditySensor, "HumiditySensor", homeKit: "HumiditySensor", [.currentRelativeHumidity],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(
            .inputSource, "InputSource", homeKit: "InputSource",
            [.configuredName, .inputSourceType, .isConfigured, .name, .currentVisibilityState],
            optional: [.identifier, .inputDeviceType, .targetVisibilityState]),
        ServiceDefinition(
            .irrigationSystem, "IrrigationSystem", homeKit: "IrrigationSystem", [.active, .programMode, .inUse],
            optional: [.remainingDuration, .name, .statusFault]),
        ServiceDefinition(
            .leakSensor, "LeakSensor", homeKit: "LeakSensor", [.leakDetected],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(
            .lightSensor, "LightSensor", homeKit: "LightSensor", [.currentAmbientLightLevel],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(
            .lightbulb, "Lightbulb", homeKit: "Lightbulb", [.on],
            optional: [
                .brightness, .characteristicValueActiveTransitionCount, .characteristicValueTransitionControl,
                .colorTemperature, .hue, .name, .saturation, .supportedCharacteristicValueTransitionConfiguration,
            ]),
        ServiceDefinition(
            .lockManagement, "LockManagement", homeKit: "LockManagement", [.lockControlPoint, .version],
            optional: [
                .administratorOnlyAccess, .audioFeedback, .currentDoorState, .lockManagementAutoSecurityTimeout,
                .lockLastKnownAction, .logs, .motionDetected,
            ]),
        ServiceDefinition(
            .lockMechanism, "LockMechanism", homeKit: "LockMechanism", [.lockCurrentState, .lockTargetState],
            optional: [.name]),
        ServiceDefinition(.microphone, "Microphone", homeKit: "Microphone", [.mute], optional: [.volume]),
        ServiceDefinition(
            .motionSensor, "MotionSensor", homeKit: "MotionSensor", [.motionDetected],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(
            .occupancySensor, "OccupancySensor", homeKit: "OccupancySensor", [.occupancyDetected],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(.outlet, "Outlet", homeKit: "Outlet", [.on], optional: [.name, .outletInUse]),
        ServiceDefinition(
            .securitySystem, "SecuritySystem", homeKit: "SecuritySystem",
            [.securitySystemCurrentState, .securitySystemTargetState],
            optional: [.name, .securitySystemAlarmType, .statusFault, .statusTampered]),
        ServiceDefinition(.serviceLabel, "ServiceLabel", homeKit: "Label", [.serviceLabelNamespace]),
        ServiceDefinition(
            .slats, "Slats", homeKit: "Slats", [.currentSlatState, .slatType],
            optional: [.name, .swingMode, .currentTiltAngle, .targetTiltAngle]),
        ServiceDefinition(
            .smokeSensor, "SmokeSensor", homeKit: "SmokeSensor", [.smokeDetected],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(.speaker, "Speaker", homeKit: "Speaker", [.mute], optional: [.active, .volume]),
        ServiceDefinition(
            .statefulProgrammableSwitch, "StatefulProgrammableSwitch", homeKit: "StatefulProgrammableSwitch",
            [.programmableSwitchEvent, .programmableSwitchOutputState],
            optional: [.name]),
        ServiceDefinition(
            .statelessProgrammableSwitch, "StatelessProgrammableSwitch", homeKit: "StatelessProgrammableSwitch",
            [.programmableSwitchEvent],
            optional: [.name, .serviceLabelIndex]),
        ServiceDefinition(.switch, "Switch", homeKit: "Switch", [.on], optional: [.name]),
        ServiceDefinition(
            .television, "Television", homeKit: "Television",
            [.active, .activeIdentifier, .configuredName, .remoteKey, .sleepDiscoveryMode],
            optional: [
                .brightness, .closedCaptions, .displayOrder, .currentMediaState, .targetMediaState, .name,
                .pictureMode, .powerModeSelection,
            ]),
        ServiceDefinition(
            .televisionSpeaker, "TelevisionSpeaker", homeKit: nil, [.mute],
            optional: [.active, .volume, .volumeControlType, .volumeSelector]),
        ServiceDefinition(
            .temperatureSensor, "TemperatureSensor", homeKit: "TemperatureSensor", [.currentTemperature],
            optional: [.name, .statusActive, .statusFault, .statusLowBattery, .statusTampered]),
        ServiceDefinition(
            .thermostat, "Thermostat", homeKit: "Thermostat",
            [
                .currentHeatingCoolingState, .targetHeatingCoolingState, .currentTemperature, .targetTemperature,
                .temperatureDisplayUnits,
            ],
            optional: [
                .name, .currentRelativeHumidity, .targetRelativeHumidity, .coolingThresholdTemperature,
                .heatingThresholdTemperature,
            ]),
        ServiceDefinition(
            .valve, "Valve", homeKit: "Valve", [.active, .inUse, .valveType],
            optional: [.isConfigured, .name, .remainingDuration, .serviceLabelIndex, .setDuration, .statusFault]),
        ServiceDefinition(
            .wiFiRouter, "WiFiRouter", homeKit: "WiFiRouter",
            [
                .configuredName, .managedNetworkEnable, .networkAccessViolationControl, .networkClientProfileControl,
                .networkClientStatusControl, .routerStatus, .supportedRouterConfiguration, .wanConfigurationList,
                .wanStatusList,
            ]),
        ServiceDefinition(.wiFiSatellite, "WiFiSatellite", homeKit: "WiFiSatellite", [.wiFiSatelliteStatus]),
        ServiceDefinition(
            .window, "Window", homeKit: "Window", [.currentPosition, .positionState, .targetPosition],
            optional: [.name, .obstructionDetected, .holdPosition]),
        ServiceDefinition(
            .windowCovering, "WindowCovering", homeKit: "WindowCovering",
            [.currentPosition, .positionState, .targetPosition],
            optional: [
                .currentHorizontalTiltAngle, .targetHorizontalTiltAngle, .name, .obstructionDetected,
                .holdPosition, .currentVerticalTiltAngle, .targetVerticalTiltAngle,
            ]),
    ]
}
