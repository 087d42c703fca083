internal import HearthTraitCatalog
internal import HearthTraitCore

/// What is yes or no as binary sensors, and batteries.
enum BinarySensorRow {
    private typealias T = StandardTraits

    private static let boolean = AttributeID(T.matterBooleanState, "stateValue")
    private static let occupancy = AttributeID(T.matterOccupancySensing, "occupancy")
    private static let smoke = AttributeID(T.matterSmokeCoAlarm, "smokeState")
    private static let carbonMonoxide = AttributeID(T.matterSmokeCoAlarm, "coState")
    private static let fault = AttributeID(T.matterSmokeCoAlarm, "hardwareFaultAlert")
    private static let flag = AttributeID(T.hearthProjectFlag, "value")
    private static let flagClass = AttributeID(T.hearthProjectFlag, "deviceClass")
    private static let percent = AttributeID(T.matterPowerSource, "batPercentRemaining")
    private static let level = AttributeID(T.matterPowerSource, "batChargeLevel")
    private static let charging = AttributeID(T.matterPowerSource, "batChargeState")

    static let describing: [AttributeID] = [
        .features(T.matterOccupancySensing), .features(T.matterSmokeCoAlarm), .features(T.matterPowerSource), flagClass,
    ]

    static func components(_ part: Part) -> [Component] {
        booleans(part) + occupancies(part) + alarms(part) + flags(part) + batteries(part)
    }

    private static func sensor(
        _ name: String, _ title: String, deviceClass: String?,
        _ read: @escaping @Sendable (Part) -> Bool?
    ) -> Component {
        Component(
            name: name, platform: "binary_sensor", title: title,
            options: deviceClass.map { [("device_class", .string($0))] } ?? [],
            properties: [.value { .onOff(read($0)) }])
    }

    /// BooleanState by device type: of contacts, true is closed, and Home Assistant's doors are on when open.
    private static func booleans(_ part: Part) -> [Component] {
        guard part.has(T.matterBooleanState) else { return [] }
        if part.isOf(T.contactSensorDeviceType) {
            return [sensor("contact", "Contact", deviceClass: "door") { $0.bool(boolean).map { !$0 } }]
        }
        let (title, deviceClass): (String, String?) =
            part.isOf(T.waterLeakDetectorDeviceType)
            ? ("Leak", "moisture")
            : part.isOf(T.waterFreezeDetectorDeviceType)
                ? ("Frost", "cold") : part.isOf(T.rainSensorDeviceType) ? ("Rain", nil) : ("State", nil)
        return [sensor("state", title, deviceClass: deviceClass) { $0.bool(boolean) }]
    }

    private static func occupancies(_ part: Part) -> [Component] {
        guard part.has(T.matterOccupancySensing) else { return [] }
        // The feature PassiveInfrared sees only what moves.
        let moves = part.hasFeature(T.matterOccupancySensing, 0x2)
        return [
            sensor("occupancy", moves ? "Motion" : "Occupancy", deviceClass: moves ? "motion" : "occupancy") {
                $0.integer(occupancy).map { $0 & 0x1 != 0 }
            }
        ]
    }

    private static func alarms(_ part: Part) -> [Component] {
        guard part.has(T.matterSmokeCoAlarm) else { return [] }
        var components: [Component] = []
        // 0 of AlarmStateEnum is normal.
        if part.has(smoke) {
            components.append(sensor("smoke", "Smoke", deviceClass: "smoke") { $0.integer(smoke).map { $0 != 0 } })
        }
        if part.has(carbonMonoxide) {
            components.append(
                sensor("carbon_monoxide", "Carbon monoxide", deviceClass: "carbon_monoxide") {
                    $0.integer(carbonMonoxide).map { $0 != 0 }
                })
        }
        var fault = sensor("fault", "Fault", deviceClass: "problem") { $0.bool(Self.fault) }
        fault.options.append(("entity_category", .string("diagnostic")))
        return components + [fault]
    }

    private static func flags(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectFlag) else { return [] }
        let deviceClass = part.text(flagClass).flatMap { DeviceClasses.ofFlags.known($0 == "home" ? "presence" : $0) }
        var component = sensor("flag", "Flag", deviceClass: deviceClass) { $0.bool(flag) }
        component.isNamedByPart = true
        return [component]
    }

    private static func batteries(_ part: Part) -> [Component] {
        // The feature Battery.
        guard part.hasFeature(T.matterPowerSource, 0x2) else { return [] }
        var components: [Component] = []
        if part.has(percent) {
            components.append(
                SensorRow.sensor("battery", "Battery", deviceClass: "battery", unit: "%", stateClass: "measurement") {
                    .number($0.integer(percent).map { $0 / 2 })
                })
        } else {
            // 2 of BatChargeLevelEnum is Critical.
            components.append(
                sensor("battery_low", "Battery", deviceClass: "battery") { $0.integer(level).map { $0 == 2 } })
        }
        if part.has(charging) {
            // 1 of BatChargeStateEnum is IsCharging, 0 Unknown.
            components.append(
                sensor("charging", "Charging", deviceClass: "battery_charging") { part in
                    part.integer(charging).flatMap { $0 == 0 ? nil : $0 == 1 }
                })
        }
        for index in components.indices {
            components[index].options.append(("entity_category", .string("diagnostic")))
        }
        return components
    }
}
