internal import HearthTraitCatalog
internal import HearthTraitCore

/// What a yes or no becomes, by its device class.
enum FlagClass: Hashable, Sendable {
    /// BooleanState, with the value that it has when the flag is on. Of contacts, true is closed.
    case boolean(DeviceTypeDescriptor, whenOn: Bool)
    /// OccupancySensing, by passive infrared or otherwise.
    case occupancy(isInfrared: Bool)
    case smoke, carbonMonoxide
    /// A battery that is low.
    case lowBattery
    case charging
    /// A yes or no without a trait in Matter.
    case plain

    static func of(_ deviceClass: String) -> FlagClass { table[deviceClass] ?? .plain }

    /// The device classes of Home Assistant that Matter has a device type for. `home`, whether a phone or a car is at
    /// home, is not among them: it says nothing of the room that the thing is assigned to.
    static let table: [String: FlagClass] = [
        "door": .boolean(StandardTraits.contactSensorDeviceType, whenOn: false),
        "window": .boolean(StandardTraits.contactSensorDeviceType, whenOn: false),
        "garage_door": .boolean(StandardTraits.contactSensorDeviceType, whenOn: false),
        "opening": .boolean(StandardTraits.contactSensorDeviceType, whenOn: false),
        "moisture": .boolean(StandardTraits.waterLeakDetectorDeviceType, whenOn: true),
        "cold": .boolean(StandardTraits.waterFreezeDetectorDeviceType, whenOn: true),
        "rain": .boolean(StandardTraits.rainSensorDeviceType, whenOn: true),
        "motion": .occupancy(isInfrared: true),
        "occupancy": .occupancy(isInfrared: false),
        "presence": .occupancy(isInfrared: false),
        "moving": .occupancy(isInfrared: false),
        "smoke": .smoke,
        "carbon_monoxide": .carbonMonoxide,
        "battery": .lowBattery,
        "battery_charging": .charging,
    ]
}
