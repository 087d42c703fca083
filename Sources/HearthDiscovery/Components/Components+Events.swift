internal import HearthEntities

extension Components {
    static func event(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let types = builder.options.words("event_types")
        guard !types.isEmpty else { throw Refusal("it has no event_types") }
        guard builder.options.has("state_topic") else { throw Refusal("it has no state_topic") }
        if let text = builder.options.text("value_template"), ActionTypes.isTemplate(text) {
            try builder.read("state_topic", nil, .action(types: types))
        } else {
            try builder.read("state_topic", "value_template", .event(types: types))
        }
        return builder.finished(.event(types: types, deviceClass: builder.text("device_class", "")))
    }

    /// A reader of tags. Any may come, so its events have no list of types.
    static func tag(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        guard try builder.read("topic", "value_template", .tag) else { throw Refusal("it has no topic") }
        return builder.finished(.event(types: [], deviceClass: ""))
    }

    /// A trigger of a device. Those of one button become one entity, see `DeviceMap`.
    static func trigger(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        guard builder.text("automation_type", "") == "trigger" else {
            throw Refusal("it is no trigger, and other automations are not supported")
        }
        guard let type = TriggerName(builder.options)?.type else { throw Refusal("it has no type or subtype") }
        let payload = builder.options.text("payload")
        guard try builder.read("topic", "value_template", .trigger(type: type, payload: payload)) else {
            throw Refusal("it has no topic")
        }
        return builder.finished(.event(types: [type], deviceClass: "button"))
    }
}

/// The button and the type of a trigger. zigbee2mqtt names all triggers `action`, with the word as their subtype.
struct TriggerName: Hashable, Sendable {
    var button: String
    var type: String

    /// Nil if the names are missing or too long.
    init?(_ options: Options) {
        guard let type = options.text("type"), let subtype = options.text("subtype"),
            (1...64).contains(type.utf8.count), (1...64).contains(subtype.utf8.count)
        else { return nil }
        (button, self.type) = type == "action" ? (type, subtype) : (subtype, type)
    }
}
