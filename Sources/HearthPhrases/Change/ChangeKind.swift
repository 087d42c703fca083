internal import HearthTraitDescriptors

/// The category of a change in a home.
public enum ChangeKind: String, CaseIterable, Sendable {
    /// Devices that are switched: lights, outlets, players, fans.
    case lights, outlets, media, climate
    /// Doors, windows, locks.
    case doors
    /// Blinds, shutters, valves.
    case blinds
    /// Motion and presence sensors.
    case motion
    /// Smoke, gas, water, frost.
    case alarms
    /// Buttons and switches on the wall.
    case buttons
    /// Appliances that wash, cook or clean, and power consumption.
    case appliances
    /// People who arrived or left, and spoken phrases.
    case people
    /// Edits of the home: rooms, devices, automations.
    case home
    /// Devices that went offline or came back online.
    case connections

    /// The kind of a fact.
    ///
    /// - Parameter part: the part of the device that has the fact.
    public init(_ fact: StateFact, of part: DeviceReading.Part?) {
        switch fact.name {
        case "on", "brightness", "color", "colorTemperature", "level":
            let isLight = part?.isOne(of: DeviceTypeID.lights) ?? false
            self = isLight || fact.name == "brightness" ? .lights : .outlets
        case "muted", "volume", "playback": self = .media
        case "lock", "door", "contact": self = .doors
        case "open", "tilt", "motion", "valve": self = .blinds
        case "occupied", "illuminance": self = .motion
        case "leak", "freezing", "rain", "alarm", "smokeAlarm", "detected": self = .alarms
        case "flag" where Self.isOfDanger(part): self = .alarms
        case "position": self = .buttons
        case "temperature", "humidity", "pressure", "airQuality", "heatingTo", "coolingTo", "targetTemperature", "mode",
            "fanMode", "fan":
            self = .climate
        default: self = .appliances
        }
    }

    private static func isOfDanger(_ part: DeviceReading.Part?) -> Bool {
        FlagWords.isOfDanger(part?.traits[TraitID.flag]?.value("deviceClass")?.string ?? "")
    }
}
