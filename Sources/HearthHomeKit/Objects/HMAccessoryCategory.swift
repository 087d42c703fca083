public import Foundation

/// The category of accessories that fit no other one.
public let HMAccessoryCategoryTypeOther = "HMAccessoryCategoryTypeOther"
/// The category air conditioner.
public let HMAccessoryCategoryTypeAirConditioner = "HMAccessoryCategoryTypeAirConditioner"
/// The category air dehumidifier.
public let HMAccessoryCategoryTypeAirDehumidifier = "HMAccessoryCategoryTypeAirDehumidifier"
/// The category air heater.
public let HMAccessoryCategoryTypeAirHeater = "HMAccessoryCategoryTypeAirHeater"
/// The category air humidifier.
public let HMAccessoryCategoryTypeAirHumidifier = "HMAccessoryCategoryTypeAirHumidifier"
/// The category air purifier.
public let HMAccessoryCategoryTypeAirPurifier = "HMAccessoryCategoryTypeAirPurifier"
/// The category bridge.
public let HMAccessoryCategoryTypeBridge = "HMAccessoryCategoryTypeBridge"
/// The category door.
public let HMAccessoryCategoryTypeDoor = "HMAccessoryCategoryTypeDoor"
/// The category door lock.
public let HMAccessoryCategoryTypeDoorLock = "HMAccessoryCategoryTypeDoorLock"
/// The category fan.
public let HMAccessoryCategoryTypeFan = "HMAccessoryCategoryTypeFan"
/// The category faucet.
public let HMAccessoryCategoryTypeFaucet = "HMAccessoryCategoryTypeFaucet"
/// The category garage door opener.
public let HMAccessoryCategoryTypeGarageDoorOpener = "HMAccessoryCategoryTypeGarageDoorOpener"
/// The category IP camera.
public let HMAccessoryCategoryTypeIPCamera = "HMAccessoryCategoryTypeIPCamera"
/// The category lightbulb.
public let HMAccessoryCategoryTypeLightbulb = "HMAccessoryCategoryTypeLightbulb"
/// The category outlet.
public let HMAccessoryCategoryTypeOutlet = "HMAccessoryCategoryTypeOutlet"
/// The category programmable switch.
public let HMAccessoryCategoryTypeProgrammableSwitch = "HMAccessoryCategoryTypeProgrammableSwitch"
/// The category range extender.
public let HMAccessoryCategoryTypeRangeExtender = "HMAccessoryCategoryTypeRangeExtender"
/// The category security system.
public let HMAccessoryCategoryTypeSecuritySystem = "HMAccessoryCategoryTypeSecuritySystem"
/// The category sensor.
public let HMAccessoryCategoryTypeSensor = "HMAccessoryCategoryTypeSensor"
/// The category shower head.
public let HMAccessoryCategoryTypeShowerHead = "HMAccessoryCategoryTypeShowerHead"
/// The category sprinkler.
public let HMAccessoryCategoryTypeSprinkler = "HMAccessoryCategoryTypeSprinkler"
/// The category speaker.
public let HMAccessoryCategoryTypeSpeaker = "HMAccessoryCategoryTypeSpeaker"
/// The category switch.
public let HMAccessoryCategoryTypeSwitch = "HMAccessoryCategoryTypeSwitch"
/// The category television.
public let HMAccessoryCategoryTypeTelevision = "HMAccessoryCategoryTypeTelevision"
/// The category thermostat.
public let HMAccessoryCategoryTypeThermostat = "HMAccessoryCategoryTypeThermostat"
/// The category video doorbell.
public let HMAccessoryCategoryTypeVideoDoorbell = "HMAccessoryCategoryTypeVideoDoorbell"
/// The category window.
public let HMAccessoryCategoryTypeWindow = "HMAccessoryCategoryTypeWindow"
/// The category window covering.
public let HMAccessoryCategoryTypeWindowCovering = "HMAccessoryCategoryTypeWindowCovering"

/// The kind of an accessory, derived from its primary service. The constants' values are names, not Apple's UUIDs;
/// compare with the constants.
public final class HMAccessoryCategory: NSObject, Sendable {
    /// One of the `HMAccessoryCategoryType` constants.
    public let categoryType: String

    init(_ type: String) { categoryType = type }

    /// A one-line description, such as `HMAccessoryCategory(Lightbulb)`.
    public override var description: String { "HMAccessoryCategory(\(localizedDescription))" }

    /// The name of the category in English.
    public var localizedDescription: String {
        spaced(String(categoryType.dropFirst("HMAccessoryCategoryType".count))) ?? categoryType
    }

    /// The category of an accessory by the type of its primary service.
    static func type(ofService type: String) -> String { byService[type] ?? HMAccessoryCategoryTypeOther }

    private static let byService: [String: String] = [
        HMServiceTypeAirPurifier: HMAccessoryCategoryTypeAirPurifier,
        HMServiceTypeAirQualitySensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeCameraControl: HMAccessoryCategoryTypeIPCamera,
        HMServiceTypeCameraRTPStreamManagement: HMAccessoryCategoryTypeIPCamera,
        HMServiceTypeCarbonDioxideSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeCarbonMonoxideSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeContactSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeDoor: HMAccessoryCategoryTypeDoor,
        HMServiceTypeDoorbell: HMAccessoryCategoryTypeVideoDoorbell,
        HMServiceTypeFan: HMAccessoryCategoryTypeFan,
        HMServiceTypeFaucet: HMAccessoryCategoryTypeFaucet,
        HMServiceTypeGarageDoorOpener: HMAccessoryCategoryTypeGarageDoorOpener,
        HMServiceTypeHeaterCooler: HMAccessoryCategoryTypeAirHeater,
        HMServiceTypeHumidifierDehumidifier: HMAccessoryCategoryTypeAirHumidifier,
        HMServiceTypeHumiditySensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeIrrigationSystem: HMAccessoryCategoryTypeSprinkler,
        HMServiceTypeLeakSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeLightSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeLightbulb: HMAccessoryCategoryTypeLightbulb,
        HMServiceTypeLockMechanism: HMAccessoryCategoryTypeDoorLock,
        HMServiceTypeMotionSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeOccupancySensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeOutlet: HMAccessoryCategoryTypeOutlet,
        HMServiceTypeSecuritySystem: HMAccessoryCategoryTypeSecuritySystem,
        HMServiceTypeSmokeSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeSpeaker: HMAccessoryCategoryTypeSpeaker,
        HMServiceTypeStatefulProgrammableSwitch: HMAccessoryCategoryTypeProgrammableSwitch,
        HMServiceTypeStatelessProgrammableSwitch: HMAccessoryCategoryTypeProgrammableSwitch,
        HMServiceTypeSwitch: HMAccessoryCategoryTypeSwitch,
        HMServiceTypeTelevision: HMAccessoryCategoryTypeTelevision,
        HMServiceTypeTemperatureSensor: HMAccessoryCategoryTypeSensor,
        HMServiceTypeThermostat: HMAccessoryCategoryTypeThermostat,
        HMServiceTypeValve: HMAccessoryCategoryTypeSprinkler,
        HMServiceTypeVentilationFan: HMAccessoryCategoryTypeFan,
        HMServiceTypeWiFiSatellite: HMAccessoryCategoryTypeRangeExtender,
        HMServiceTypeWindow: HMAccessoryCategoryTypeWindow,
        HMServiceTypeWindowCovering: HMAccessoryCategoryTypeWindowCovering,
    ]
}
