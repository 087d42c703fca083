// The UUIDs of HAP's service types by HomeKit's names, in alphabetical order. A test compares them with the catalogue
// of HearthAccessories.

/// The service type for accessory information.
public let HMServiceTypeAccessoryInformation = "0000003E-0000-1000-8000-0026BB765291"
/// The service type for air purifier.
public let HMServiceTypeAirPurifier = "000000BB-0000-1000-8000-0026BB765291"
/// The service type for air quality sensor.
public let HMServiceTypeAirQualitySensor = "0000008D-0000-1000-8000-0026BB765291"
/// The service type for battery.
public let HMServiceTypeBattery = "00000096-0000-1000-8000-0026BB765291"
/// The service type for camera control.
public let HMServiceTypeCameraControl = "00000111-0000-1000-8000-0026BB765291"
/// The service type for camera RTP stream management.
public let HMServiceTypeCameraRTPStreamManagement = "00000110-0000-1000-8000-0026BB765291"
/// The service type for carbon dioxide sensor.
public let HMServiceTypeCarbonDioxideSensor = "00000097-0000-1000-8000-0026BB765291"
/// The service type for carbon monoxide sensor.
public let HMServiceTypeCarbonMonoxideSensor = "0000007F-0000-1000-8000-0026BB765291"
/// The service type for contact sensor.
public let HMServiceTypeContactSensor = "00000080-0000-1000-8000-0026BB765291"
/// The service type for door.
public let HMServiceTypeDoor = "00000081-0000-1000-8000-0026BB765291"
/// The service type for doorbell.
public let HMServiceTypeDoorbell = "00000121-0000-1000-8000-0026BB765291"
/// The service type for fan.
public let HMServiceTypeFan = "00000040-0000-1000-8000-0026BB765291"
/// The service type for faucet.
public let HMServiceTypeFaucet = "000000D7-0000-1000-8000-0026BB765291"
/// The service type for filter maintenance.
public let HMServiceTypeFilterMaintenance = "000000BA-0000-1000-8000-0026BB765291"
/// The service type for garage door opener.
public let HMServiceTypeGarageDoorOpener = "00000041-0000-1000-8000-0026BB765291"
/// The service type for a heater or cooler.
public let HMServiceTypeHeaterCooler = "000000BC-0000-1000-8000-0026BB765291"
/// The service type for a humidifier or dehumidifier.
public let HMServiceTypeHumidifierDehumidifier = "000000BD-0000-1000-8000-0026BB765291"
/// The service type for humidity sensor.
public let HMServiceTypeHumiditySensor = "00000082-0000-1000-8000-0026BB765291"
/// The service type for input source.
public let HMServiceTypeInputSource = "000000D9-0000-1000-8000-0026BB765291"
/// The service type for irrigation system.
public let HMServiceTypeIrrigationSystem = "000000CF-0000-1000-8000-0026BB765291"
/// The service type for label.
public let HMServiceTypeLabel = "000000CC-0000-1000-8000-0026BB765291"
/// The service type for leak sensor.
public let HMServiceTypeLeakSensor = "00000083-0000-1000-8000-0026BB765291"
/// The service type for light sensor.
public let HMServiceTypeLightSensor = "00000084-0000-1000-8000-0026BB765291"
/// The service type for lightbulb.
public let HMServiceTypeLightbulb = "00000043-0000-1000-8000-0026BB765291"
/// The service type for lock management.
public let HMServiceTypeLockManagement = "00000044-0000-1000-8000-0026BB765291"
/// The service type for lock mechanism.
public let HMServiceTypeLockMechanism = "00000045-0000-1000-8000-0026BB765291"
/// The service type for microphone.
public let HMServiceTypeMicrophone = "00000112-0000-1000-8000-0026BB765291"
/// The service type for motion sensor.
public let HMServiceTypeMotionSensor = "00000085-0000-1000-8000-0026BB765291"
/// The service type for occupancy sensor.
public let HMServiceTypeOccupancySensor = "00000086-0000-1000-8000-0026BB765291"
/// The service type for outlet.
public let HMServiceTypeOutlet = "00000047-0000-1000-8000-0026BB765291"
/// The service type for security system.
public let HMServiceTypeSecuritySystem = "0000007E-0000-1000-8000-0026BB765291"
/// The service type for slats.
public let HMServiceTypeSlats = "000000B9-0000-1000-8000-0026BB765291"
/// The service type for smoke sensor.
public let HMServiceTypeSmokeSensor = "00000087-0000-1000-8000-0026BB765291"
/// The service type for speaker.
public let HMServiceTypeSpeaker = "00000113-0000-1000-8000-0026BB765291"
/// The service type for a programmable switch that keeps its state.
public let HMServiceTypeStatefulProgrammableSwitch = "00000088-0000-1000-8000-0026BB765291"
/// The service type for a button without state.
public let HMServiceTypeStatelessProgrammableSwitch = "00000089-0000-1000-8000-0026BB765291"
/// The service type for switch.
public let HMServiceTypeSwitch = "00000049-0000-1000-8000-0026BB765291"
/// The service type for television.
public let HMServiceTypeTelevision = "000000D8-0000-1000-8000-0026BB765291"
/// The service type for temperature sensor.
public let HMServiceTypeTemperatureSensor = "0000008A-0000-1000-8000-0026BB765291"
/// The service type for thermostat.
public let HMServiceTypeThermostat = "0000004A-0000-1000-8000-0026BB765291"
/// The service type for valve.
public let HMServiceTypeValve = "000000D0-0000-1000-8000-0026BB765291"
/// The service type for ventilation fan.
public let HMServiceTypeVentilationFan = "000000B7-0000-1000-8000-0026BB765291"
/// The service type for a Wi-Fi router.
public let HMServiceTypeWiFiRouter = "0000020A-0000-1000-8000-0026BB765291"
/// The service type for a Wi-Fi satellite.
public let HMServiceTypeWiFiSatellite = "0000020F-0000-1000-8000-0026BB765291"
/// The service type for window.
public let HMServiceTypeWindow = "0000008B-0000-1000-8000-0026BB765291"
/// The service type for window covering.
public let HMServiceTypeWindowCovering = "0000008C-0000-1000-8000-0026BB765291"
