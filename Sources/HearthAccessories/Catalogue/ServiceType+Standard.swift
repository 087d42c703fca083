extension ServiceType {
    /// HAP's AccessoryInformation; `HMServiceTypeAccessoryInformation`.
    public static let accessoryInformation = ServiceType(0x3E)
    /// HAP's AirPurifier; `HMServiceTypeAirPurifier`.
    public static let airPurifier = ServiceType(0xBB)
    /// HAP's AirQualitySensor; `HMServiceTypeAirQualitySensor`.
    public static let airQualitySensor = ServiceType(0x8D)
    /// HAP's Battery; `HMServiceTypeBattery`.
    public static let battery = ServiceType(0x96)
    /// HAP's CameraRTPStreamManagement; `HMServiceTypeCameraRTPStreamManagement`.
    public static let cameraRTPStreamManagement = ServiceType(0x110)
    /// HAP's CarbonDioxideSensor; `HMServiceTypeCarbonDioxideSensor`.
    public static let carbonDioxideSensor = ServiceType(0x97)
    /// HAP's CarbonMonoxideSensor; `HMServiceTypeCarbonMonoxideSensor`.
    public static let carbonMonoxideSensor = ServiceType(0x7F)
    /// HAP's ContactSensor; `HMServiceTypeContactSensor`.
    public static let contactSensor = ServiceType(0x80)
    /// HAP's Door; `HMServiceTypeDoor`.
    public static let door = ServiceType(0x81)
    /// HAP's Doorbell; `HMServiceTypeDoorbell`.
    public static let doorbell = ServiceType(0x121)
    /// HAP's Fan; `HMServiceTypeFan`.
    public static let fan = ServiceType(0x40)
    /// HAP's Fanv2; `HMServiceTypeVentilationFan`.
    public static let fanv2 = ServiceType(0xB7)
    /// HAP's Faucet; `HMServiceTypeFaucet`.
    public static let faucet = ServiceType(0xD7)
    /// HAP's FilterMaintenance; `HMServiceTypeFilterMaintenance`.
    public static let filterMaintenance = ServiceType(0xBA)
    /// HAP's GarageDoorOpener; `HMServiceTypeGarageDoorOpener`.
    public static let garageDoorOpener = ServiceType(0x41)
    /// HAP's HeaterCooler; `HMServiceTypeHeaterCooler`.
    public static let heaterCooler = ServiceType(0xBC)
    /// HAP's HumidifierDehumidifier; `HMServiceTypeHumidifierDehumidifier`.
    public static let humidifierDehumidifier = ServiceType(0xBD)
    /// HAP's HumiditySensor; `HMServiceTypeHumiditySensor`.
    public static let humiditySensor = ServiceType(0x82)
    /// HAP's InputSource; `HMServiceTypeInputSource`.
    public static let inputSource = ServiceType(0xD9)
    /// HAP's IrrigationSystem; `HMServiceTypeIrrigationSystem`.
    public static let irrigationSystem = ServiceType(0xCF)
    /// HAP's LeakSensor; `HMServiceTypeLeakSensor`.
    public static let leakSensor = ServiceType(0x83)
    /// HAP's LightSensor; `HMServiceTypeLightSensor`.
    public static let lightSensor = ServiceType(0x84)
    /// HAP's Lightbulb; `HMServiceTypeLightbulb`.
    public static let lightbulb = ServiceType(0x43)
    /// HAP's LockManagement; `HMServiceTypeLockManagement`.
    public static let lockManagement = ServiceType(0x44)
    /// HAP's LockMechanism; `HMServiceTypeLockMechanism`.
    public static let lockMechanism = ServiceType(0x45)
    /// HAP's Microphone; `HMServiceTypeMicrophone`.
    public static let microphone = ServiceType(0x112)
    /// HAP's MotionSensor; `HMServiceTypeMotionSensor`.
    public static let motionSensor = ServiceType(0x85)
    /// HAP's OccupancySensor; `HMServiceTypeOccupancySensor`.
    public static let occupancySensor = ServiceType(0x86)
    /// HAP's Outlet; `HMServiceTypeOutlet`.
    public static let outlet = ServiceType(0x47)
    /// HAP's SecuritySystem; `HMServiceTypeSecuritySystem`.
    public static let securitySystem = ServiceType(0x7E)
    /// HAP's ServiceLabel; `HMServiceTypeLabel`.
    public static let serviceLabel = ServiceType(0xCC)
    /// HAP's Slats; `HMServiceTypeSlats`.
    public static let slats = ServiceType(0xB9)
    /// HAP's SmokeSensor; `HMServiceTypeSmokeSensor`.
    public static let smokeSensor = ServiceType(0x87)
    /// HAP's Speaker; `HMServiceTypeSpeaker`.
    public static let speaker = ServiceType(0x113)
    /// HAP's StatefulProgrammableSwitch; `HMServiceTypeStatefulProgrammableSwitch`.
    public static let statefulProgrammableSwitch = ServiceType(0x88)
    /// HAP's StatelessProgrammableSwitch; `HMServiceTypeStatelessProgrammableSwitch`.
    public static let statelessProgrammableSwitch = ServiceType(0x89)
    /// HAP's Switch; `HMServiceTypeSwitch`.
    public static let `switch` = ServiceType(0x49)
    /// HAP's Television; `HMServiceTypeTelevision`.
    public static let television = ServiceType(0xD8)
    /// HAP's TelevisionSpeaker; HomeKit has no public constant for it.
    public static let televisionSpeaker = ServiceType(0x113)
    /// HAP's TemperatureSensor; `HMServiceTypeTemperatureSensor`.
    public static let temperatureSensor = ServiceType(0x8A)
    /// HAP's Thermostat; `HMServiceTypeThermostat`.
    public static let thermostat = ServiceType(0x4A)
    /// HAP's Valve; `HMServiceTypeValve`.
    public static let valve = ServiceType(0xD0)
    /// HAP's WiFiRouter; `HMServiceTypeWiFiRouter`.
    public static let wiFiRouter = ServiceType(0x20A)
    /// HAP's WiFiSatellite; `HMServiceTypeWiFiSatellite`.
    public static let wiFiSatellite = ServiceType(0x20F)
    /// HAP's Window; `HMServiceTypeWindow`.
    public static let window = ServiceType(0x8B)
    /// HAP's WindowCovering; `HMServiceTypeWindowCovering`.
    public static let windowCovering = ServiceType(0x8C)
}
