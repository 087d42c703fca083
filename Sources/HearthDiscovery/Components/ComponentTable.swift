internal import HearthEntities

/// The kinds of announced entities, and what each becomes.
enum ComponentTable {
    typealias Mapper = @Sendable (inout EntityBuilder) throws(Refusal) -> [EntityMap]

    /// A kind with one entity.
    private static func one(
        _ mapper: @escaping @Sendable (inout EntityBuilder) throws(Refusal) -> EntityMap
    ) -> Mapper {
        { builder throws(Refusal) in [try mapper(&builder)] }
    }

    /// What becomes entities.
    static let mappers: [String: Mapper] = [
        "alarm_control_panel": one(Components.alarmPanel),
        "binary_sensor": one(Components.binarySensor),
        "button": one(Components.button),
        "climate": one(Components.climate),
        "cover": one(Components.cover),
        "date": one { builder throws(Refusal) in try Components.moment(&builder, hasDate: true, hasTime: false) },
        "datetime": one { builder throws(Refusal) in try Components.moment(&builder, hasDate: true, hasTime: true) },
        "device_automation": one(Components.trigger),
        "device_tracker": one(Components.tracker),
        "event": one(Components.event),
        "fan": one(Components.fan),
        "humidifier": one(Components.humidifier),
        "lawn_mower": Components.mower,
        "light": one(Components.light),
        "lock": one(Components.lock),
        "notify": one(Components.notify),
        "number": one(Components.number),
        "scene": one(Components.scene),
        "select": one(Components.select),
        "sensor": one(Components.sensor),
        "siren": one(Components.siren),
        "switch": one(Components.toggle),
        "tag": one(Components.tag),
        "text": one(Components.text),
        "time": one { builder throws(Refusal) in try Components.moment(&builder, hasDate: false, hasTime: true) },
        "update": one(Components.update),
        "vacuum": one(Components.vacuum),
        "valve": one(Components.valve),
        "water_heater": one(Components.waterHeater),
    ]

    /// What becomes none, and why.
    static let refused: [String: String] = [
        "camera": "pictures of cameras are not supported",
        "image": "pictures are not supported",
        "infrared": "infrared transmitters are not supported",
        "remote": "remote controls that learn codes are not supported",
        "radio_frequency": "radio transmitters are not supported",
    ]
}

/// How each kind of announced entity is mapped (Home Assistant's documentation, the article on each kind of MQTT
/// entity).
enum Components {}
