// The UUIDs of HAP's characteristic types by HomeKit's names, in alphabetical order. A test compares them with the
// catalogue of HearthAccessories.

/// The characteristic type for accessory flags.
public let HMCharacteristicTypeAccessoryFlags = "000000A6-0000-1000-8000-0026BB765291"
/// The characteristic type for the active state.
public let HMCharacteristicTypeActive = "000000B0-0000-1000-8000-0026BB765291"
/// The characteristic type for the identifier of the active input.
public let HMCharacteristicTypeActiveIdentifier = "000000E7-0000-1000-8000-0026BB765291"
/// The characteristic type for access by administrators only.
public let HMCharacteristicTypeAdminOnlyAccess = "00000001-0000-1000-8000-0026BB765291"
/// The characteristic type for air quality.
public let HMCharacteristicTypeAirQuality = "00000095-0000-1000-8000-0026BB765291"
/// The characteristic type for app matching identifier.
public let HMCharacteristicTypeAppMatchingIdentifier = "000000A4-0000-1000-8000-0026BB765291"
/// The characteristic type for audio feedback.
public let HMCharacteristicTypeAudioFeedback = "00000005-0000-1000-8000-0026BB765291"
/// The characteristic type for battery level.
public let HMCharacteristicTypeBatteryLevel = "00000068-0000-1000-8000-0026BB765291"
/// The characteristic type for brightness.
public let HMCharacteristicTypeBrightness = "00000008-0000-1000-8000-0026BB765291"
/// The characteristic type for carbon dioxide detected.
public let HMCharacteristicTypeCarbonDioxideDetected = "00000092-0000-1000-8000-0026BB765291"
/// The characteristic type for carbon dioxide level.
public let HMCharacteristicTypeCarbonDioxideLevel = "00000093-0000-1000-8000-0026BB765291"
/// The characteristic type for carbon dioxide peak level.
public let HMCharacteristicTypeCarbonDioxidePeakLevel = "00000094-0000-1000-8000-0026BB765291"
/// The characteristic type for carbon monoxide detected.
public let HMCharacteristicTypeCarbonMonoxideDetected = "00000069-0000-1000-8000-0026BB765291"
/// The characteristic type for carbon monoxide level.
public let HMCharacteristicTypeCarbonMonoxideLevel = "00000090-0000-1000-8000-0026BB765291"
/// The characteristic type for carbon monoxide peak level.
public let HMCharacteristicTypeCarbonMonoxidePeakLevel = "00000091-0000-1000-8000-0026BB765291"
/// The characteristic type for the count of active value transitions.
public let HMCharacteristicTypeCharacteristicValueActiveTransitionCount = "0000024B-0000-1000-8000-0026BB765291"
/// The characteristic type for the control of value transitions.
public let HMCharacteristicTypeCharacteristicValueTransitionControl = "00000143-0000-1000-8000-0026BB765291"
/// The characteristic type for charging state.
public let HMCharacteristicTypeChargingState = "0000008F-0000-1000-8000-0026BB765291"
/// The characteristic type for closed captions.
public let HMCharacteristicTypeClosedCaptions = "000000DD-0000-1000-8000-0026BB765291"
/// The characteristic type for color temperature.
public let HMCharacteristicTypeColorTemperature = "000000CE-0000-1000-8000-0026BB765291"
/// The characteristic type for configured name.
public let HMCharacteristicTypeConfiguredName = "000000E3-0000-1000-8000-0026BB765291"
/// The characteristic type for contact state.
public let HMCharacteristicTypeContactState = "0000006A-0000-1000-8000-0026BB765291"
/// The characteristic type for the cooling threshold temperature.
public let HMCharacteristicTypeCoolingThreshold = "0000000D-0000-1000-8000-0026BB765291"
/// The characteristic type for current air purifier state.
public let HMCharacteristicTypeCurrentAirPurifierState = "000000A9-0000-1000-8000-0026BB765291"
/// The characteristic type for current door state.
public let HMCharacteristicTypeCurrentDoorState = "0000000E-0000-1000-8000-0026BB765291"
/// The characteristic type for current fan state.
public let HMCharacteristicTypeCurrentFanState = "000000AF-0000-1000-8000-0026BB765291"
/// The characteristic type for the current state of a heater or cooler.
public let HMCharacteristicTypeCurrentHeaterCoolerState = "000000B1-0000-1000-8000-0026BB765291"
/// The characteristic type for the current heating or cooling state.
public let HMCharacteristicTypeCurrentHeatingCooling = "0000000F-0000-1000-8000-0026BB765291"
/// The characteristic type for current horizontal tilt.
public let HMCharacteristicTypeCurrentHorizontalTilt = "0000006C-0000-1000-8000-0026BB765291"
/// The characteristic type for the current state of a humidifier or dehumidifier.
public let HMCharacteristicTypeCurrentHumidifierDehumidifierState = "000000B3-0000-1000-8000-0026BB765291"
/// The characteristic type for current light level.
public let HMCharacteristicTypeCurrentLightLevel = "0000006B-0000-1000-8000-0026BB765291"
/// The characteristic type for current lock mechanism state.
public let HMCharacteristicTypeCurrentLockMechanismState = "0000001D-0000-1000-8000-0026BB765291"
/// The characteristic type for current media state.
public let HMCharacteristicTypeCurrentMediaState = "000000E0-0000-1000-8000-0026BB765291"
/// The characteristic type for current position.
public let HMCharacteristicTypeCurrentPosition = "0000006D-0000-1000-8000-0026BB765291"
/// The characteristic type for current relative humidity.
public let HMCharacteristicTypeCurrentRelativeHumidity = "00000010-0000-1000-8000-0026BB765291"
/// The characteristic type for current security system state.
public let HMCharacteristicTypeCurrentSecuritySystemState = "00000066-0000-1000-8000-0026BB765291"
/// The characteristic type for current slat state.
public let HMCharacteristicTypeCurrentSlatState = "000000AA-0000-1000-8000-0026BB765291"
/// The characteristic type for current temperature.
public let HMCharacteristicTypeCurrentTemperature = "00000011-0000-1000-8000-0026BB765291"
/// The characteristic type for current tilt.
public let HMCharacteristicTypeCurrentTilt = "000000C1-0000-1000-8000-0026BB765291"
/// The characteristic type for current vertical tilt.
public let HMCharacteristicTypeCurrentVerticalTilt = "0000006E-0000-1000-8000-0026BB765291"
/// The characteristic type for current visibility state.
public let HMCharacteristicTypeCurrentVisibilityState = "00000135-0000-1000-8000-0026BB765291"
/// The characteristic type for the humidity threshold of a dehumidifier.
public let HMCharacteristicTypeDehumidifierThreshold = "000000C9-0000-1000-8000-0026BB765291"
/// The characteristic type for digital zoom.
public let HMCharacteristicTypeDigitalZoom = "0000011D-0000-1000-8000-0026BB765291"
/// The characteristic type for display order.
public let HMCharacteristicTypeDisplayOrder = "00000136-0000-1000-8000-0026BB765291"
/// The characteristic type for filter change indication.
public let HMCharacteristicTypeFilterChangeIndication = "000000AC-0000-1000-8000-0026BB765291"
/// The characteristic type for filter life level.
public let HMCharacteristicTypeFilterLifeLevel = "000000AB-0000-1000-8000-0026BB765291"
/// The characteristic type for filter reset change indication.
public let HMCharacteristicTypeFilterResetChangeIndication = "000000AD-0000-1000-8000-0026BB765291"
/// The characteristic type for firmware version.
public let HMCharacteristicTypeFirmwareVersion = "00000052-0000-1000-8000-0026BB765291"
/// The characteristic type for hardware finish.
public let HMCharacteristicTypeHardwareFinish = "0000026C-0000-1000-8000-0026BB765291"
/// The characteristic type for hardware version.
public let HMCharacteristicTypeHardwareVersion = "00000053-0000-1000-8000-0026BB765291"
/// The characteristic type for the heating threshold temperature.
public let HMCharacteristicTypeHeatingThreshold = "00000012-0000-1000-8000-0026BB765291"
/// The characteristic type for hold position.
public let HMCharacteristicTypeHoldPosition = "0000006F-0000-1000-8000-0026BB765291"
/// The characteristic type for hue.
public let HMCharacteristicTypeHue = "00000013-0000-1000-8000-0026BB765291"
/// The characteristic type for the humidity threshold of a humidifier.
public let HMCharacteristicTypeHumidifierThreshold = "000000CA-0000-1000-8000-0026BB765291"
/// The characteristic type for identifier.
public let HMCharacteristicTypeIdentifier = "000000E6-0000-1000-8000-0026BB765291"
/// The characteristic type for making the accessory identify itself.
public let HMCharacteristicTypeIdentify = "00000014-0000-1000-8000-0026BB765291"
/// The characteristic type for image mirroring.
public let HMCharacteristicTypeImageMirroring = "0000011F-0000-1000-8000-0026BB765291"
/// The characteristic type for image rotation.
public let HMCharacteristicTypeImageRotation = "0000011E-0000-1000-8000-0026BB765291"
/// The characteristic type for the in-use state.
public let HMCharacteristicTypeInUse = "000000D2-0000-1000-8000-0026BB765291"
/// The characteristic type for input device type.
public let HMCharacteristicTypeInputDeviceType = "000000DC-0000-1000-8000-0026BB765291"
/// The characteristic type for input event.
public let HMCharacteristicTypeInputEvent = "00000073-0000-1000-8000-0026BB765291"
/// The characteristic type for input source type.
public let HMCharacteristicTypeInputSourceType = "000000DB-0000-1000-8000-0026BB765291"
/// The characteristic type for the configured state.
public let HMCharacteristicTypeIsConfigured = "000000D6-0000-1000-8000-0026BB765291"
/// The characteristic type for label index.
public let HMCharacteristicTypeLabelIndex = "000000CB-0000-1000-8000-0026BB765291"
/// The characteristic type for label namespace.
public let HMCharacteristicTypeLabelNamespace = "000000CD-0000-1000-8000-0026BB765291"
/// The characteristic type for leak detected.
public let HMCharacteristicTypeLeakDetected = "00000070-0000-1000-8000-0026BB765291"
/// The characteristic type for the time until a lock locks itself.
public let HMCharacteristicTypeLockManagementAutoSecurityTimeout = "0000001A-0000-1000-8000-0026BB765291"
/// The characteristic type for lock management control point.
public let HMCharacteristicTypeLockManagementControlPoint = "00000019-0000-1000-8000-0026BB765291"
/// The characteristic type for lock mechanism last known action.
public let HMCharacteristicTypeLockMechanismLastKnownAction = "0000001C-0000-1000-8000-0026BB765291"
/// The characteristic type for the lock of physical controls.
public let HMCharacteristicTypeLockPhysicalControls = "000000A7-0000-1000-8000-0026BB765291"
/// The characteristic type for logs.
public let HMCharacteristicTypeLogs = "0000001F-0000-1000-8000-0026BB765291"
/// The characteristic type for enabling the managed network.
public let HMCharacteristicTypeManagedNetworkEnable = "00000215-0000-1000-8000-0026BB765291"
/// The characteristic type for manufacturer.
public let HMCharacteristicTypeManufacturer = "00000020-0000-1000-8000-0026BB765291"
/// The characteristic type for model.
public let HMCharacteristicTypeModel = "00000021-0000-1000-8000-0026BB765291"
/// The characteristic type for motion detected.
public let HMCharacteristicTypeMotionDetected = "00000022-0000-1000-8000-0026BB765291"
/// The characteristic type for mute.
public let HMCharacteristicTypeMute = "0000011A-0000-1000-8000-0026BB765291"
/// The characteristic type for name.
public let HMCharacteristicTypeName = "00000023-0000-1000-8000-0026BB765291"
/// The characteristic type for network access violation control.
public let HMCharacteristicTypeNetworkAccessViolationControl = "0000021F-0000-1000-8000-0026BB765291"
/// The characteristic type for network client profile control.
public let HMCharacteristicTypeNetworkClientProfileControl = "0000020C-0000-1000-8000-0026BB765291"
/// The characteristic type for network client status control.
public let HMCharacteristicTypeNetworkClientStatusControl = "0000020D-0000-1000-8000-0026BB765291"
/// The characteristic type for night vision.
public let HMCharacteristicTypeNightVision = "0000011B-0000-1000-8000-0026BB765291"
/// The characteristic type for nitrogen dioxide density.
public let HMCharacteristicTypeNitrogenDioxideDensity = "000000C4-0000-1000-8000-0026BB765291"
/// The characteristic type for obstruction detected.
public let HMCharacteristicTypeObstructionDetected = "00000024-0000-1000-8000-0026BB765291"
/// The characteristic type for occupancy detected.
public let HMCharacteristicTypeOccupancyDetected = "00000071-0000-1000-8000-0026BB765291"
/// The characteristic type for operating state response.
public let HMCharacteristicTypeOperatingStateResponse = "00000232-0000-1000-8000-0026BB765291"
/// The characteristic type for optical zoom.
public let HMCharacteristicTypeOpticalZoom = "0000011C-0000-1000-8000-0026BB765291"
/// The characteristic type for the in-use state of an outlet.
public let HMCharacteristicTypeOutletInUse = "00000026-0000-1000-8000-0026BB765291"
/// The characteristic type for output state.
public let HMCharacteristicTypeOutputState = "00000074-0000-1000-8000-0026BB765291"
/// The characteristic type for ozone density.
public let HMCharacteristicTypeOzoneDensity = "000000C3-0000-1000-8000-0026BB765291"
/// The characteristic type for PM10 density.
public let HMCharacteristicTypePM10Density = "000000C7-0000-1000-8000-0026BB765291"
/// The characteristic type for PM2.5 density.
public let HMCharacteristicTypePM2_5Density = "000000C6-0000-1000-8000-0026BB765291"
/// The characteristic type for picture mode.
public let HMCharacteristicTypePictureMode = "000000E2-0000-1000-8000-0026BB765291"
/// The characteristic type for position state.
public let HMCharacteristicTypePositionState = "00000072-0000-1000-8000-0026BB765291"
/// The characteristic type for power mode selection.
public let HMCharacteristicTypePowerModeSelection = "000000DF-0000-1000-8000-0026BB765291"
/// The characteristic type for power state.
public let HMCharacteristicTypePowerState = "00000025-0000-1000-8000-0026BB765291"
/// The characteristic type for product data.
public let HMCharacteristicTypeProductData = "00000220-0000-1000-8000-0026BB765291"
/// The characteristic type for program mode.
public let HMCharacteristicTypeProgramMode = "000000D1-0000-1000-8000-0026BB765291"
/// The characteristic type for remaining duration.
public let HMCharacteristicTypeRemainingDuration = "000000D4-0000-1000-8000-0026BB765291"
/// The characteristic type for remote key.
public let HMCharacteristicTypeRemoteKey = "000000E1-0000-1000-8000-0026BB765291"
/// The characteristic type for rotation direction.
public let HMCharacteristicTypeRotationDirection = "00000028-0000-1000-8000-0026BB765291"
/// The characteristic type for rotation speed.
public let HMCharacteristicTypeRotationSpeed = "00000029-0000-1000-8000-0026BB765291"
/// The characteristic type for router status.
public let HMCharacteristicTypeRouterStatus = "0000020E-0000-1000-8000-0026BB765291"
/// The characteristic type for saturation.
public let HMCharacteristicTypeSaturation = "0000002F-0000-1000-8000-0026BB765291"
/// The characteristic type for security system alarm type.
public let HMCharacteristicTypeSecuritySystemAlarmType = "0000008E-0000-1000-8000-0026BB765291"
/// The characteristic type for selected stream configuration.
public let HMCharacteristicTypeSelectedStreamConfiguration = "00000117-0000-1000-8000-0026BB765291"
/// The characteristic type for serial number.
public let HMCharacteristicTypeSerialNumber = "00000030-0000-1000-8000-0026BB765291"
/// The characteristic type for set duration.
public let HMCharacteristicTypeSetDuration = "000000D3-0000-1000-8000-0026BB765291"
/// The characteristic type for setup stream endpoint.
public let HMCharacteristicTypeSetupStreamEndpoint = "00000118-0000-1000-8000-0026BB765291"
/// The characteristic type for slat type.
public let HMCharacteristicTypeSlatType = "000000C0-0000-1000-8000-0026BB765291"
/// The characteristic type for sleep discovery mode.
public let HMCharacteristicTypeSleepDiscoveryMode = "000000E8-0000-1000-8000-0026BB765291"
/// The characteristic type for smoke detected.
public let HMCharacteristicTypeSmokeDetected = "00000076-0000-1000-8000-0026BB765291"
/// The characteristic type for software version.
public let HMCharacteristicTypeSoftwareVersion = "00000054-0000-1000-8000-0026BB765291"
/// The characteristic type for status active.
public let HMCharacteristicTypeStatusActive = "00000075-0000-1000-8000-0026BB765291"
/// The characteristic type for status fault.
public let HMCharacteristicTypeStatusFault = "00000077-0000-1000-8000-0026BB765291"
/// The characteristic type for status low battery.
public let HMCharacteristicTypeStatusLowBattery = "00000079-0000-1000-8000-0026BB765291"
/// The characteristic type for status tampered.
public let HMCharacteristicTypeStatusTampered = "0000007A-0000-1000-8000-0026BB765291"
/// The characteristic type for streaming status.
public let HMCharacteristicTypeStreamingStatus = "00000120-0000-1000-8000-0026BB765291"
/// The characteristic type for sulphur dioxide density.
public let HMCharacteristicTypeSulphurDioxideDensity = "000000C5-0000-1000-8000-0026BB765291"
/// The characteristic type for supported audio stream configuration.
public let HMCharacteristicTypeSupportedAudioStreamConfiguration = "00000115-0000-1000-8000-0026BB765291"
/// The characteristic type for the supported configuration of value transitions.
public let HMCharacteristicTypeSupportedCharacteristicValueTransitionConfiguration =
    "00000144-0000-1000-8000-0026BB765291"
/// The characteristic type for the supported RTP configuration.
public let HMCharacteristicTypeSupportedRTPConfiguration = "00000116-0000-1000-8000-0026BB765291"
/// The characteristic type for supported router configuration.
public let HMCharacteristicTypeSupportedRouterConfiguration = "00000210-0000-1000-8000-0026BB765291"
/// The characteristic type for supported video stream configuration.
public let HMCharacteristicTypeSupportedVideoStreamConfiguration = "00000114-0000-1000-8000-0026BB765291"
/// The characteristic type for swing mode.
public let HMCharacteristicTypeSwingMode = "000000B6-0000-1000-8000-0026BB765291"
/// The characteristic type for target air purifier state.
public let HMCharacteristicTypeTargetAirPurifierState = "000000A8-0000-1000-8000-0026BB765291"
/// The characteristic type for target door state.
public let HMCharacteristicTypeTargetDoorState = "00000032-0000-1000-8000-0026BB765291"
/// The characteristic type for target fan state.
public let HMCharacteristicTypeTargetFanState = "000000BF-0000-1000-8000-0026BB765291"
/// The characteristic type for the target state of a heater or cooler.
public let HMCharacteristicTypeTargetHeaterCoolerState = "000000B2-0000-1000-8000-0026BB765291"
/// The characteristic type for the target heating or cooling mode.
public let HMCharacteristicTypeTargetHeatingCooling = "00000033-0000-1000-8000-0026BB765291"
/// The characteristic type for target horizontal tilt.
public let HMCharacteristicTypeTargetHorizontalTilt = "0000007B-0000-1000-8000-0026BB765291"
/// The characteristic type for the target state of a humidifier or dehumidifier.
public let HMCharacteristicTypeTargetHumidifierDehumidifierState = "000000B4-0000-1000-8000-0026BB765291"
/// The characteristic type for target lock mechanism state.
public let HMCharacteristicTypeTargetLockMechanismState = "0000001E-0000-1000-8000-0026BB765291"
/// The characteristic type for target media state.
public let HMCharacteristicTypeTargetMediaState = "00000137-0000-1000-8000-0026BB765291"
/// The characteristic type for target position.
public let HMCharacteristicTypeTargetPosition = "0000007C-0000-1000-8000-0026BB765291"
/// The characteristic type for target relative humidity.
public let HMCharacteristicTypeTargetRelativeHumidity = "00000034-0000-1000-8000-0026BB765291"
/// The characteristic type for target security system state.
public let HMCharacteristicTypeTargetSecuritySystemState = "00000067-0000-1000-8000-0026BB765291"
/// The characteristic type for target temperature.
public let HMCharacteristicTypeTargetTemperature = "00000035-0000-1000-8000-0026BB765291"
/// The characteristic type for target tilt.
public let HMCharacteristicTypeTargetTilt = "000000C2-0000-1000-8000-0026BB765291"
/// The characteristic type for target vertical tilt.
public let HMCharacteristicTypeTargetVerticalTilt = "0000007D-0000-1000-8000-0026BB765291"
/// The characteristic type for target visibility state.
public let HMCharacteristicTypeTargetVisibilityState = "00000134-0000-1000-8000-0026BB765291"
/// The characteristic type for temperature units.
public let HMCharacteristicTypeTemperatureUnits = "00000036-0000-1000-8000-0026BB765291"
/// The characteristic type for valve type.
public let HMCharacteristicTypeValveType = "000000D5-0000-1000-8000-0026BB765291"
/// The characteristic type for version.
public let HMCharacteristicTypeVersion = "00000037-0000-1000-8000-0026BB765291"
/// The characteristic type for volatile organic compound density.
public let HMCharacteristicTypeVolatileOrganicCompoundDensity = "000000C8-0000-1000-8000-0026BB765291"
/// The characteristic type for volume.
public let HMCharacteristicTypeVolume = "00000119-0000-1000-8000-0026BB765291"
/// The characteristic type for volume control type.
public let HMCharacteristicTypeVolumeControlType = "000000E9-0000-1000-8000-0026BB765291"
/// The characteristic type for volume selector.
public let HMCharacteristicTypeVolumeSelector = "000000EA-0000-1000-8000-0026BB765291"
/// The characteristic type for the list of WAN configurations.
public let HMCharacteristicTypeWANConfigurationList = "00000211-0000-1000-8000-0026BB765291"
/// The characteristic type for the list of WAN states.
public let HMCharacteristicTypeWANStatusList = "00000212-0000-1000-8000-0026BB765291"
/// The characteristic type for water level.
public let HMCharacteristicTypeWaterLevel = "000000B5-0000-1000-8000-0026BB765291"
/// The characteristic type for Wi-Fi satellite status.
public let HMCharacteristicTypeWiFiSatelliteStatus = "0000021E-0000-1000-8000-0026BB765291"
