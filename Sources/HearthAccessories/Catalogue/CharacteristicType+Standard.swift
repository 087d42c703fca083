extension CharacteristicType {
    /// HAP's AccessoryFlags; `HMCharacteristicTypeAccessoryFlags`.
    public static let accessoryFlags = CharacteristicType(0xA6)
    /// HAP's Active; `HMCharacteristicTypeActive`.
    public static let active = CharacteristicType(0xB0)
    /// HAP's ActiveIdentifier; `HMCharacteristicTypeActiveIdentifier`.
    public static let activeIdentifier = CharacteristicType(0xE7)
    /// HAP's AdministratorOnlyAccess; `HMCharacteristicTypeAdminOnlyAccess`.
    public static let administratorOnlyAccess = CharacteristicType(0x1)
    /// HAP's AirQuality; `HMCharacteristicTypeAirQuality`.
    public static let airQuality = CharacteristicType(0x95)
    /// HAP's AppMatchingIdentifier; `HMCharacteristicTypeAppMatchingIdentifier`.
    public static let appMatchingIdentifier = CharacteristicType(0xA4)
    /// HAP's AudioFeedback; `HMCharacteristicTypeAudioFeedback`.
    public static let audioFeedback = CharacteristicType(0x5)
    /// HAP's BatteryLevel; `HMCharacteristicTypeBatteryLevel`.
    public static let batteryLevel = CharacteristicType(0x68)
    /// HAP's Brightness; `HMCharacteristicTypeBrightness`.
    public static let brightness = CharacteristicType(0x8)
    /// HAP's CarbonDioxideDetected; `HMCharacteristicTypeCarbonDioxideDetected`.
    public static let carbonDioxideDetected = CharacteristicType(0x92)
    /// HAP's CarbonDioxideLevel; `HMCharacteristicTypeCarbonDioxideLevel`.
    public static let carbonDioxideLevel = CharacteristicType(0x93)
    /// HAP's CarbonDioxidePeakLevel; `HMCharacteristicTypeCarbonDioxidePeakLevel`.
    public static let carbonDioxidePeakLevel = CharacteristicType(0x94)
    /// HAP's CarbonMonoxideDetected; `HMCharacteristicTypeCarbonMonoxideDetected`.
    public static let carbonMonoxideDetected = CharacteristicType(0x69)
    /// HAP's CarbonMonoxideLevel; `HMCharacteristicTypeCarbonMonoxideLevel`.
    public static let carbonMonoxideLevel = CharacteristicType(0x90)
    /// HAP's CarbonMonoxidePeakLevel; `HMCharacteristicTypeCarbonMonoxidePeakLevel`.
    public static let carbonMonoxidePeakLevel = CharacteristicType(0x91)
    /// HAP's CharacteristicValueActiveTransitionCount; `HMCharacteristicTypeCharacteristicValueActiveTransitionCount`.
    public static let characteristicValueActiveTransitionCount = CharacteristicType(0x24B)
    /// HAP's CharacteristicValueTransitionControl; `HMCharacteristicTypeCharacteristicValueTransitionControl`.
    public static let characteristicValueTransitionControl = CharacteristicType(0x143)
    /// HAP's ChargingState; `HMCharacteristicTypeChargingState`.
    public static let chargingState = CharacteristicType(0x8F)
    /// HAP's ClosedCaptions; `HMCharacteristicTypeClosedCaptions`.
    public static let closedCaptions = CharacteristicType(0xDD)
    /// HAP's ColorTemperature; `HMCharacteristicTypeColorTemperature`.
    public static let colorTemperature = CharacteristicType(0xCE)
    /// HAP's ConfiguredName; `HMCharacteristicTypeConfiguredName`.
    public static let configuredName = CharacteristicType(0xE3)
    /// HAP's ContactSensorState; `HMCharacteristicTypeContactState`.
    public static let contactSensorState = CharacteristicType(0x6A)
    /// HAP's CoolingThresholdTemperature; `HMCharacteristicTypeCoolingThreshold`.
    public static let coolingThresholdTemperature = CharacteristicType(0xD)
    /// HAP's CurrentAirPurifierState; `HMCharacteristicTypeCurrentAirPurifierState`.
    public static let currentAirPurifierState = CharacteristicType(0xA9)
    /// HAP's CurrentAmbientLightLevel; `HMCharacteristicTypeCurrentLightLevel`.
    public static let currentAmbientLightLevel = CharacteristicType(0x6B)
    /// HAP's CurrentDoorState; `HMCharacteristicTypeCurrentDoorState`.
    public static let currentDoorState = CharacteristicType(0xE)
    /// HAP's CurrentFanState; `HMCharacteristicTypeCurrentFanState`.
    public static let currentFanState = CharacteristicType(0xAF)
    /// HAP's CurrentHeaterCoolerState; `HMCharacteristicTypeCurrentHeaterCoolerState`.
    public static let currentHeaterCoolerState = CharacteristicType(0xB1)
    /// HAP's CurrentHeatingCoolingState; `HMCharacteristicTypeCurrentHeatingCooling`.
    public static let currentHeatingCoolingState = CharacteristicType(0xF)
    /// HAP's CurrentHorizontalTiltAngle; `HMCharacteristicTypeCurrentHorizontalTilt`.
    public static let currentHorizontalTiltAngle = CharacteristicType(0x6C)
    /// HAP's CurrentHumidifierDehumidifierState; `HMCharacteristicTypeCurrentHumidifierDehumidifierState`.
    public static let currentHumidifierDehumidifierState = CharacteristicType(0xB3)
    /// HAP's CurrentMediaState; `HMCharacteristicTypeCurrentMediaState`.
    public static let currentMediaState = CharacteristicType(0xE0)
    /// HAP's CurrentPosition; `HMCharacteristicTypeCurrentPosition`.
    public static let currentPosition = CharacteristicType(0x6D)
    /// HAP's CurrentRelativeHumidity; `HMCharacteristicTypeCurrentRelativeHumidity`.
    public static let currentRelativeHumidity = CharacteristicType(0x10)
    /// HAP's CurrentSlatState; `HMCharacteristicTypeCurrentSlatState`.
    public static let currentSlatState = CharacteristicType(0xAA)
    /// HAP's CurrentTemperature; `HMCharacteristicTypeCurrentTemperature`.
    public static let currentTemperature = CharacteristicType(0x11)
    /// HAP's CurrentTiltAngle; `HMCharacteristicTypeCurrentTilt`.
    public static let currentTiltAngle = CharacteristicType(0xC1)
    /// HAP's CurrentVerticalTiltAngle; `HMCharacteristicTypeCurrentVerticalTilt`.
    public static let currentVerticalTiltAngle = CharacteristicType(0x6E)
    /// HAP's CurrentVisibilityState; `HMCharacteristicTypeCurrentVisibilityState`.
    public static let currentVisibilityState = CharacteristicType(0x135)
    /// HAP's DigitalZoom; `HMCharacteristicTypeDigitalZoom`.
    public static let digitalZoom = CharacteristicType(0x11D)
    /// HAP's DisplayOrder; `HMCharacteristicTypeDisplayOrder`.
    public static let displayOrder = CharacteristicType(0x136)
    /// HAP's FilterChangeIndication; `HMCharacteristicTypeFilterChangeIndication`.
    public static let filterChangeIndication = CharacteristicType(0xAC)
    /// HAP's FilterLifeLevel; `HMCharacteristicTypeFilterLifeLevel`.
    public static let filterLifeLevel = CharacteristicType(0xAB)
    /// HAP's FirmwareRevision; `HMCharacteristicTypeFirmwareVersion`.
    public static let firmwareRevision = CharacteristicType(0x52)
    /// HAP's HardwareFinish; `HMCharacteristicTypeHardwareFinish`.
    public static let hardwareFinish = CharacteristicType(0x26C)
    /// HAP's HardwareRevision; `HMCharacteristicTypeHardwareVersion`.
    public static let hardwareRevision = CharacteristicType(0x53)
    /// HAP's HeatingThresholdTemperature; `HMCharacteristicTypeHeatingThreshold`.
    public static let heatingThresholdTemperature = CharacteristicType(0x12)
    /// HAP's HoldPosition; `HMCharacteristicTypeHoldPosition`.
    public static let holdPosition = CharacteristicType(0x6F)
    /// HAP's Hue; `HMCharacteristicTypeHue`.
    public static let hue = CharacteristicType(0x13)
    /// HAP's Identifier; `HMCharacteristicTypeIdentifier`.
    public static let identifier = CharacteristicType(0xE6)
    /// HAP's Identify; `HMCharacteristicTypeIdentify`.
    public static let identify = CharacteristicType(0x14)
    /// HAP's ImageMirroring; `HMCharacteristicTypeImageMirroring`.
    public static let imageMirroring = CharacteristicType(0x11F)
    /// HAP's ImageRotation; `HMCharacteristicTypeImageRotation`.
    public static let imageRotation = CharacteristicType(0x11E)
    /// HAP's InUse; `HMCharacteristicTypeInUse`.
    public static let inUse = CharacteristicType(0xD2)
    /// HAP's InputDeviceType; `HMCharacteristicTypeInputDeviceType`.
    public static let inputDeviceType = CharacteristicType(0xDC)
    /// HAP's InputSourceType; `HMCharacteristicTypeInputSourceType`.
    public static let inputSourceType = CharacteristicType(0xDB)
    /// HAP's IsConfigured; `HMCharacteristicTypeIsConfigured`.
    public static let isConfigured = CharacteristicType(0xD6)
    /// HAP's LeakDetected; `HMCharacteristicTypeLeakDetected`.
    public static let leakDetected = CharacteristicType(0x70)
    /// HAP's LockControlPoint; `HMCharacteristicTypeLockManagementControlPoint`.
    public static let lockControlPoint = CharacteristicType(0x19)
    /// HAP's LockCurrentState; `HMCharacteristicTypeCurrentLockMechanismState`.
    public static let lockCurrentState = CharacteristicType(0x1D)
    /// HAP's LockLastKnownAction; `HMCharacteristicTypeLockMechanismLastKnownAction`.
    public static let lockLastKnownAction = CharacteristicType(0x1C)
    /// HAP's LockManagementAutoSecurityTimeout; `HMCharacteristicTypeLockManagementAutoSecurityTimeout`.
    public static let lockManagementAutoSecurityTimeout = CharacteristicType(0x1A)
    /// HAP's LockPhysicalControls; `HMCharacteristicTypeLockPhysicalControls`.
    public static let lockPhysicalControls = CharacteristicType(0xA7)
    /// HAP's LockTargetState; `HMCharacteristicTypeTargetLockMechanismState`.
    public static let lockTargetState = CharacteristicType(0x1E)
    /// HAP's Logs; `HMCharacteristicTypeLogs`.
    public static let logs = CharacteristicType(0x1F)
    /// HAP's ManagedNetworkEnable; `HMCharacteristicTypeManagedNetworkEnable`.
    public static let managedNetworkEnable = CharacteristicType(0x215)
    /// HAP's Manufacturer; `HMCharacteristicTypeManufacturer`.
    public static let manufacturer = CharacteristicType(0x20)
    /// HAP's Model; `HMCharacteristicTypeModel`.
    public static let model = CharacteristicType(0x21)
    /// HAP's MotionDetected; `HMCharacteristicTypeMotionDetected`.
    public static let motionDetected = CharacteristicType(0x22)
    /// HAP's Mute; `HMCharacteristicTypeMute`.
    public static let mute = CharacteristicType(0x11A)
    /// HAP's Name; `HMCharacteristicTypeName`.
    public static let name = CharacteristicType(0x23)
    /// HAP's NetworkAccessViolationControl; `HMCharacteristicTypeNetworkAccessViolationControl`.
    public static let networkAccessViolationControl = CharacteristicType(0x21F)
    /// HAP's NetworkClientProfileControl; `HMCharacteristicTypeNetworkClientProfileControl`.
    public static let networkClientProfileControl = CharacteristicType(0x20C)
    /// HAP's NetworkClientStatusControl; `HMCharacteristicTypeNetworkClientStatusControl`.
    public static let networkClientStatusControl = CharacteristicType(0x20D)
    /// HAP's NightVision; `HMCharacteristicTypeNightVision`.
    public static let nightVision = CharacteristicType(0x11B)
    /// HAP's NitrogenDioxideDensity; `HMCharacteristicTypeNitrogenDioxideDensity`.
    public static let nitrogenDioxideDensity = CharacteristicType(0xC4)
    /// HAP's ObstructionDetected; `HMCharacteristicTypeObstructionDetected`.
    public static let obstructionDetected = CharacteristicType(0x24)
    /// HAP's OccupancyDetected; `HMCharacteristicTypeOccupancyDetected`.
    public static let occupancyDetected = CharacteristicType(0x71)
    /// HAP's On; `HMCharacteristicTypePowerState`.
    public static let on = CharacteristicType(0x25)
    /// HAP's OperatingStateResponse; `HMCharacteristicTypeOperatingStateResponse`.
    public static let operatingStateResponse = CharacteristicType(0x232)
    /// HAP's OpticalZoom; `HMCharacteristicTypeOpticalZoom`.
    public static let opticalZoom = CharacteristicType(0x11C)
    /// HAP's OutletInUse; `HMCharacteristicTypeOutletInUse`.
    public static let outletInUse = CharacteristicType(0x26)
    /// HAP's OzoneDensity; `HMCharacteristicTypeOzoneDensity`.
    public static let ozoneDensity = CharacteristicType(0xC3)
    /// HAP's PM10Density; `HMCharacteristicTypePM10Density`.
    public static let pm10Density = CharacteristicType(0xC7)
    /// HAP's PM2_5Density; `HMCharacteristicTypePM2_5Density`.
    public static let pm2_5Density = CharacteristicType(0xC6)
    /// HAP's PictureMode; `HMCharacteristicTypePictureMode`.
    public static let pictureMode = CharacteristicType(0xE2)
    /// HAP's PositionState; `HMCharacteristicTypePositionState`.
    public static let positionState = CharacteristicType(0x72)
    /// HAP's PowerModeSelection; `HMCharacteristicTypePowerModeSelection`.
    public static let powerModeSelection = CharacteristicType(0xDF)
    /// HAP's ProductData; `HMCharacteristicTypeProductData`.
    public static let productData = CharacteristicType(0x220)
    /// HAP's ProgramMode; `HMCharacteristicTypeProgramMode`.
    public static let programMode = CharacteristicType(0xD1)
    /// HAP's ProgrammableSwitchEvent; `HMCharacteristicTypeInputEvent`.
    public static let programmableSwitchEvent = CharacteristicType(0x73)
    /// HAP's ProgrammableSwitchOutputState; `HMCharacteristicTypeOutputState`.
    public static let programmableSwitchOutputState = CharacteristicType(0x74)
    /// HAP's RelativeHumidityDehumidifierThreshold; `HMCharacteristicTypeDehumidifierThreshold`.
    public static let relativeHumidityDehumidifierThreshold = CharacteristicType(0xC9)
    /// HAP's RelativeHumidityHumidifierThreshold; `HMCharacteristicTypeHumidifierThreshold`.
    public static let relativeHumidityHumidifierThreshold = CharacteristicType(0xCA)
    /// HAP's RemainingDuration; `HMCharacteristicTypeRemainingDuration`.
    public static let remainingDuration = CharacteristicType(0xD4)
    /// HAP's RemoteKey; `HMCharacteristicTypeRemoteKey`.
    public static let remoteKey = CharacteristicType(0xE1)
    /// HAP's ResetFilterIndication; `HMCharacteristicTypeFilterResetChangeIndication`.
    public static let resetFilterIndication = CharacteristicType(0xAD)
    /// HAP's RotationDirection; `HMCharacteristicTypeRotationDirection`.
    public static let rotationDirection = CharacteristicType(0x28)
    /// HAP's RotationSpeed; `HMCharacteristicTypeRotationSpeed`.
    public static let rotationSpeed = CharacteristicType(0x29)
    /// HAP's RouterStatus; `HMCharacteristicTypeRouterStatus`.
    public static let routerStatus = CharacteristicType(0x20E)
    /// HAP's Saturation; `HMCharacteristicTypeSaturation`.
    public static let saturation = CharacteristicType(0x2F)
    /// HAP's SecuritySystemAlarmType; `HMCharacteristicTypeSecuritySystemAlarmType`.
    public static let securitySystemAlarmType = CharacteristicType(0x8E)
    /// HAP's SecuritySystemCurrentState; `HMCharacteristicTypeCurrentSecuritySystemState`.
    public static let securitySystemCurrentState = CharacteristicType(0x66)
    /// HAP's SecuritySystemTargetState; `HMCharacteristicTypeTargetSecuritySystemState`.
    public static let securitySystemTargetState = CharacteristicType(0x67)
    /// HAP's SelectedRTPStreamConfiguration; `HMCharacteristicTypeSelectedStreamConfiguration`.
    public static let selectedRTPStreamConfiguration = CharacteristicType(0x117)
    /// HAP's SerialNumber; `HMCharacteristicTypeSerialNumber`.
    public static let serialNumber = CharacteristicType(0x30)
    /// HAP's ServiceLabelIndex; `HMCharacteristicTypeLabelIndex`.
    public static let serviceLabelIndex = CharacteristicType(0xCB)
    /// HAP's ServiceLabelNamespace; `HMCharacteristicTypeLabelNamespace`.
    public static let serviceLabelNamespace = CharacteristicType(0xCD)
    /// HAP's SetDuration; `HMCharacteristicTypeSetDuration`.
    public static let setDuration = CharacteristicType(0xD3)
    /// HAP's SetupEndpoints; `HMCharacteristicTypeSetupStreamEndpoint`.
    public static let setupEndpoints = CharacteristicType(0x118)
    /// HAP's SlatType; `HMCharacteristicTypeSlatType`.
    public static let slatType = CharacteristicType(0xC0)
    /// HAP's SleepDiscoveryMode; `HMCharacteristicTypeSleepDiscoveryMode`.
    public static let sleepDiscoveryMode = CharacteristicType(0xE8)
    /// HAP's SmokeDetected; `HMCharacteristicTypeSmokeDetected`.
    public static let smokeDetected = CharacteristicType(0x76)
    /// HAP's SoftwareRevision; `HMCharacteristicTypeSoftwareVersion`.
    public static let softwareRevision = CharacteristicType(0x54)
    /// HAP's StatusActive; `HMCharacteristicTypeStatusActive`.
    public static let statusActive = CharacteristicType(0x75)
    /// HAP's StatusFault; `HMCharacteristicTypeStatusFault`.
    public static let statusFault = CharacteristicType(0x77)
    /// HAP's StatusLowBattery; `HMCharacteristicTypeStatusLowBattery`.
    public static let statusLowBattery = CharacteristicType(0x79)
    /// HAP's StatusTampered; `HMCharacteristicTypeStatusTampered`.
    public static let statusTampered = CharacteristicType(0x7A)
    /// HAP's StreamingStatus; `HMCharacteristicTypeStreamingStatus`.
    public static let streamingStatus = CharacteristicType(0x120)
    /// HAP's SulphurDioxideDensity; `HMCharacteristicTypeSulphurDioxideDensity`.
    public static let sulphurDioxideDensity = CharacteristicType(0xC5)
    /// HAP's SupportedAudioStreamConfiguration; `HMCharacteristicTypeSupportedAudioStreamConfiguration`.
    public static let supportedAudioStreamConfiguration = CharacteristicType(0x115)
    /// HAP's SupportedCharacteristicValueTransitionConfiguration;
    /// `HMCharacteristicTypeSupportedCharacteristicValueTransitionConfiguration`.
    public static let supportedCharacteristicValueTransitionConfiguration = CharacteristicType(0x144)
    /// HAP's SupportedRTPConfiguration; `HMCharacteristicTypeSupportedRTPConfiguration`.
    public static let supportedRTPConfiguration = CharacteristicType(0x116)
    /// HAP's SupportedRouterConfiguration; `HMCharacteristicTypeSupportedRouterConfiguration`.
    public static let supportedRouterConfiguration = CharacteristicType(0x210)
    /// HAP's SupportedVideoStreamConfiguration; `HMCharacteristicTypeSupportedVideoStreamConfiguration`.
    public static let supportedVideoStreamConfiguration = CharacteristicType(0x114)
    /// HAP's SwingMode; `HMCharacteristicTypeSwingMode`.
    public static let swingMode = CharacteristicType(0xB6)
    /// HAP's TargetAirPurifierState; `HMCharacteristicTypeTargetAirPurifierState`.
    public static let targetAirPurifierState = CharacteristicType(0xA8)
    /// HAP's TargetDoorState; `HMCharacteristicTypeTargetDoorState`.
    public static let targetDoorState = CharacteristicType(0x32)
    /// HAP's TargetFanState; `HMCharacteristicTypeTargetFanState`.
    public static let targetFanState = CharacteristicType(0xBF)
    /// HAP's TargetHeaterCoolerState; `HMCharacteristicTypeTargetHeaterCoolerState`.
    public static let targetHeaterCoolerState = CharacteristicType(0xB2)
    /// HAP's TargetHeatingCoolingState; `HMCharacteristicTypeTargetHeatingCooling`.
    public static let targetHeatingCoolingState = CharacteristicType(0x33)
    /// HAP's TargetHorizontalTiltAngle; `HMCharacteristicTypeTargetHorizontalTilt`.
    public static let targetHorizontalTiltAngle = CharacteristicType(0x7B)
    /// HAP's TargetHumidifierDehumidifierState; `HMCharacteristicTypeTargetHumidifierDehumidifierState`.
    public static let targetHumidifierDehumidifierState = CharacteristicType(0xB4)
    /// HAP's TargetMediaState; `HMCharacteristicTypeTargetMediaState`.
    public static let targetMediaState = CharacteristicType(0x137)
    /// HAP's TargetPosition; `HMCharacteristicTypeTargetPosition`.
    public static let targetPosition = CharacteristicType(0x7C)
    /// HAP's TargetRelativeHumidity; `HMCharacteristicTypeTargetRelativeHumidity`.
    public static let targetRelativeHumidity = CharacteristicType(0x34)
    /// HAP's TargetTemperature; `HMCharacteristicTypeTargetTemperature`.
    public static let targetTemperature = CharacteristicType(0x35)
    /// HAP's TargetTiltAngle; `HMCharacteristicTypeTargetTilt`.
    public static let targetTiltAngle = CharacteristicType(0xC2)
    /// HAP's TargetVerticalTiltAngle; `HMCharacteristicTypeTargetVerticalTilt`.
    public static let targetVerticalTiltAngle = CharacteristicType(0x7D)
    /// HAP's TargetVisibilityState; `HMCharacteristicTypeTargetVisibilityState`.
    public static let targetVisibilityState = CharacteristicType(0x134)
    /// HAP's TemperatureDisplayUnits; `HMCharacteristicTypeTemperatureUnits`.
    public static let temperatureDisplayUnits = CharacteristicType(0x36)
    /// HAP's VOCDensity; `HMCharacteristicTypeVolatileOrganicCompoundDensity`.
    public static let vocDensity = CharacteristicType(0xC8)
    /// HAP's ValveType; `HMCharacteristicTypeValveType`.
    public static let valveType = CharacteristicType(0xD5)
    /// HAP's Version; `HMCharacteristicTypeVersion`.
    public static let version = CharacteristicType(0x37)
    /// HAP's Volume; `HMCharacteristicTypeVolume`.
    public static let volume = CharacteristicType(0x119)
    /// HAP's VolumeControlType; `HMCharacteristicTypeVolumeControlType`.
    public static let volumeControlType = CharacteristicType(0xE9)
    /// HAP's VolumeSelector; `HMCharacteristicTypeVolumeSelector`.
    public static let volumeSelector = CharacteristicType(0xEA)
    /// HAP's WANConfigurationList; `HMCharacteristicTypeWANConfigurationList`.
    public static let wanConfigurationList = CharacteristicType(0x211)
    /// HAP's WANStatusList; `HMCharacteristicTypeWANStatusList`.
    public static let wanStatusList = CharacteristicType(0x212)
    /// HAP's WaterLevel; `HMCharacteristicTypeWaterLevel`.
    public static let waterLevel = CharacteristicType(0xB5)
    /// HAP's WiFiSatelliteStatus; `HMCharacteristicTypeWiFiSatelliteStatus`.
    public static let wiFiSatelliteStatus = CharacteristicType(0x21E)
}
