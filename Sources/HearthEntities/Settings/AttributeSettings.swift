internal import HearthTraitCatalog
internal import HearthTraitCore

/// The settings and values that are attributes, by the names that zigbee2mqtt gives them ("Exposes" in its
/// documentation), which firmware of other ecosystems shares or varies.
///
/// These stay as they are, although Matter has an attribute that seems to be for them:
/// - `min_temperature`, `max_temperature` and their `_limit`: some models limit what people set, others what they measure.
/// - `unoccupied_heating_setpoint`: the attribute is for thermostats that say whether their room is occupied.
/// - `running` of a cover: it does not say in which direction.
/// - `power_outage_memory` as a yes or no: what a model does without a memory is not said.
enum AttributeSettings {
    private typealias T = StandardTraits
    private typealias Word = AttributeSetting.Word

    static let all: [AttributeSetting] = limits + display + startUp + sensors

    private static let limits: [AttributeSetting] = ["Heat", "Cool"].flatMap { side in
        let bounds = AttributeSetting.Bounds(
            low: "min\(side)SetpointLimit", high: "max\(side)SetpointLimit", bounded: "occupied\(side)ingSetpoint",
            outermost: ("absMin\(side)SetpointLimit", "absMax\(side)SetpointLimit"))
        return [("min", bounds.low), ("max", bounds.high)].map { end, attribute in
            AttributeSetting(
                names: ["\(end)_\(side.lowercased())_setpoint_limit"], owner: T.matterThermostat,
                trait: T.matterThermostat, attribute: attribute,
                forms: [.number(unit: "°C", scale: 100, words: [])], bounds: bounds)
        }
    }

    /// The level of a lock that only is or is not: what zigbee2mqtt sends for a child lock.
    private static let childLock: Int64 = 1
    private static let lockouts = ["unlock", "lock1", "lock2", "lock3", "lock4", "lock5"].enumerated()
        .map { Word(text: $1, value: Int64($0)) }

    /// Matter wants both attributes of ThermostatUserInterfaceConfiguration. An endpoint has only those of which the device
    /// has a setting: apps would offer to change an invented one.
    private static let display: [AttributeSetting] = [
        AttributeSetting(
            names: ["child_lock", "keypad_lockout"], owner: T.matterThermostat,
            trait: T.matterThermostatUserInterfaceConfiguration, attribute: "keypadLockout",
            isAdded: true, forms: [.level(childLock), .words(lockouts)]),
        AttributeSetting(
            names: ["temperature_display_mode", "temperature_unit", "thermostat_unit"], owner: T.matterThermostat,
            trait: T.matterThermostatUserInterfaceConfiguration, attribute: "temperatureDisplayMode",
            isAdded: true,
            forms: [.words([Word(text: "celsius", value: 0), Word(text: "fahrenheit", value: 1)])]),
        AttributeSetting(
            names: ["local_temperature_calibration"], owner: T.matterThermostat, trait: T.matterThermostat,
            attribute: "localTemperatureCalibration", isAdded: true,
            forms: [.number(unit: "°C", scale: 10, words: [])]),
    ]

    /// As it was before the power failed.
    private static let previous = Word(text: "previous", value: nil)

    private static let startUp: [AttributeSetting] = [
        AttributeSetting(
            names: ["power_on_behavior", "power_outage_memory", "start_up_on_off"], owner: T.matterOnOff,
            trait: T.matterOnOff, attribute: "startUpOnOff", isAdded: true,
            forms: [
                .words([
                    Word(text: "off", value: 0), Word(text: "on", value: 1), Word(text: "toggle", value: 2),
                    Word(text: "inverted", value: 2), previous, Word(text: "restore", value: nil),
                ])
            ]),
        AttributeSetting(
            names: ["current_level_startup"], owner: T.matterLevelControl, trait: T.matterLevelControl,
            attribute: "startUpCurrentLevel", isAdded: true,
            forms: [.number(unit: "", scale: 1, words: [Word(text: "minimum", value: 0), previous])]),
        AttributeSetting(
            names: ["color_temp_startup"], owner: T.matterColorControl, trait: T.matterColorControl,
            attribute: "startUpColorTemperatureMireds",
            forms: [.number(unit: "mired", scale: 1, words: [previous])]),
    ]

    private static let sensors: [AttributeSetting] = [
        // Without HoldTimeLimits: they have the time that the device had at first, which no ecosystem says.
        AttributeSetting(
            names: ["occupancy_timeout", "presence_timeout"], owner: T.matterOccupancySensing,
            trait: T.matterOccupancySensing, attribute: "holdTime", isAdded: true,
            forms: [.number(unit: "s", scale: 1, words: [])]),
        AttributeSetting(
            names: ["test", "self_test", "selftest"], owner: T.matterSmokeCoAlarm, trait: T.matterSmokeCoAlarm,
            attribute: "testInProgress", forms: [.flag], command: "SelfTestRequest", isOfDevice: true),
        AttributeSetting(
            names: ["self_test", "selftest", "trigger_selftest"], owner: T.matterSmokeCoAlarm,
            trait: T.matterSmokeCoAlarm, attribute: "testInProgress", forms: [.press], command: "SelfTestRequest",
            isOfDevice: true),
    ]
}
