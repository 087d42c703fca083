internal import HearthTraitCatalog
internal import HearthTraitCore

/// HumidifierDehumidifier and Humidistat as humidifiers.
enum HumidifierRow {
    private typealias T = StandardTraits

    private static let active = AttributeID(T.hearthProjectHumidifierDehumidifier, "active")
    private static let state = AttributeID(T.hearthProjectHumidifierDehumidifier, "currentState")
    private static let target = AttributeID(T.hearthProjectHumidifierDehumidifier, "targetState")
    private static let humidify = AttributeID(T.hearthProjectHumidifierDehumidifier, "humidifierThreshold")
    private static let dry = AttributeID(T.hearthProjectHumidifierDehumidifier, "dehumidifierThreshold")
    private static let mode = AttributeID(T.matterHumidistat, "mode")
    private static let system = AttributeID(T.matterHumidistat, "systemState")
    private static let setpoint = AttributeID(T.matterHumidistat, "userSetpoint")
    private static let least = AttributeID(T.matterHumidistat, "minSetpoint")
    private static let most = AttributeID(T.matterHumidistat, "maxSetpoint")
    private static let set = CommandID(T.matterHumidistat, "SetSettings")
    private static let humidity = AttributeID(T.matterRelativeHumidityMeasurement, "measuredValue")

    static let describing: [AttributeID] = [target, .features(T.matterHumidistat), least, most]

    static func components(_ part: Part) -> [Component] { humidifiers(part) + humidistats(part) }

    /// Values of CurrentStateEnum of HumidifierDehumidifier.
    private static let actions = Words([0: "off", 1: "idle", 2: "humidifying", 3: "drying"])
    /// Values of SystemStateEnum of Humidistat.
    private static let systemActions = Words([0: "off", 1: "humidifying", 2: "drying", 3: "idle", 4: "idle"])

    private static func humidifiers(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectHumidifierDehumidifier) else { return [] }
        let dries = threshold(part) == dry
        return [
            component(
                "humidifier", part, dries: dries, limits: 0...100,
                [
                    Property(
                        name: "", state: ("state_topic", "state_value_template"), command: "command_topic",
                        read: { .onOff($0.bool(active)) },
                        write: { payload, part throws(SetRefusal) in
                            part.write(active, .bool(try Words.onOff.value(payload) == 1))
                        }),
                    .named("target", "target_humidity") {
                        .number($0.integer(threshold($0)))
                    } write: {
                        payload, part throws(SetRefusal) in
                        part.write(threshold(part), .count(try payload.integer(in: 0...100)))
                    },
                    Property(
                        name: "action", state: ("action_topic", "action_template"),
                        read: { actions.json($0.integer(state)) }),
                ])
        ]
    }

    /// The humidity at which the device switches; 2 of TargetStateEnum is Dehumidifier.
    private static func threshold(_ part: Part) -> AttributeID {
        part.integer(target) == 2 || !part.has(humidify) ? dry : humidify
    }

    private static func humidistats(_ part: Part) -> [Component] {
        guard part.has(T.matterHumidistat) else { return [] }
        // The features Humidifier and Dehumidifier.
        let dries = !part.hasFeature(T.matterHumidistat, 0x1)
        let low = min(max(part.integer(least) ?? 0, 0), 99)
        var properties = [
            Property(
                name: "", state: ("state_topic", "state_value_template"), command: "command_topic",
                read: { .onOff($0.integer(mode).map { $0 != 0 }) },
                write: { payload, part throws(SetRefusal) in
                    let dries = !part.hasFeature(T.matterHumidistat, 0x1)
                    let isOn = try Words.onOff.value(payload) == 1
                    return set.request(part.number, ["mode": .unsigned(!isOn ? 0 : dries ? 2 : 1)])
                }),
            Property(
                name: "action", state: ("action_topic", "action_template"),
                read: { systemActions.json($0.integer(system)) }),
        ]
        properties.append(
            .named("target", "target_humidity") {
                .number($0.integer(setpoint))
            } write: {
                payload, part throws(SetRefusal) in
                set.request(part.number, ["userSetpoint": .count(try payload.integer(in: 0...100))])
            })
        let high = min(max(part.integer(most) ?? 100, low + 1), 100)
        return [component("humidistat", part, dries: dries, limits: low...max(high, low), properties)]
    }

    private static func component(
        _ name: String, _ part: Part, dries: Bool, limits: ClosedRange<Int64>, _ properties: [Property]
    ) -> Component {
        var properties = properties
        if part.has(T.matterRelativeHumidityMeasurement) {
            properties.append(
                Property(
                    name: "current_humidity", state: ("current_humidity_topic", "current_humidity_template"),
                    read: { .number($0.integer(humidity).map { Double($0) / 100 }, digits: 1) }))
        }
        return Component(
            name: name, platform: "humidifier", title: dries ? "Dehumidifier" : "Humidifier", isMain: true,
            options: [
                ("device_class", .string(dries ? "dehumidifier" : "humidifier")),
                ("min_humidity", .number(limits.lowerBound)), ("max_humidity", .number(limits.upperBound)),
            ], properties: properties)
    }
}
