internal import HearthTraitCatalog
internal import HearthTraitCore

/// ValveConfigurationAndControl as a valve.
enum ValveRow {
    private typealias T = StandardTraits

    private static let current = AttributeID(T.matterValveConfigurationAndControl, "currentState")
    private static let target = AttributeID(T.matterValveConfigurationAndControl, "targetState")
    private static let level = AttributeID(T.matterValveConfigurationAndControl, "currentLevel")
    private static let open = CommandID(T.matterValveConfigurationAndControl, "Open")
    private static let close = CommandID(T.matterValveConfigurationAndControl, "Close")

    static let describing: [AttributeID] = [.features(T.matterValveConfigurationAndControl)]

    static func components(_ part: Part) -> [Component] {
        guard part.has(T.matterValveConfigurationAndControl) else { return [] }
        var component = Component(
            name: "valve", platform: "valve", title: "Valve", isMain: true,
            options: [("device_class", .string("water"))])
        // The feature Level.
        if part.hasFeature(T.matterValveConfigurationAndControl, 0x2) {
            component.options.append(("reports_position", .bool(true)))
            component.ownState = { part in
                // Home Assistant refuses null as a position.
                .object([("state", state(part))] + (part.integer(level).map { [("position", .number($0))] } ?? []))
            }
            component.properties = [
                .command { payload, part throws(SetRefusal) in
                    let level = try payload.integer(in: 0...100)
                    return level == 0
                        ? close.request(part.number) : open.request(part.number, ["targetLevel": .count(level)])
                }
            ]
        } else {
            component.properties = [
                .value {
                    state($0)
                } write: { payload, part throws(SetRefusal) in
                    try payload.word(of: [("OPEN", open), ("CLOSE", close)]).request(part.number)
                }
            ]
        }
        return [component]
    }

    private static func state(_ part: Part) -> JSON {
        switch part.integer(current) {
        case 0: .string("closed")
        case 1: .string("open")
        case 2: .text(part.integer(target).map { $0 == 0 ? "closing" : "opening" })
        default: .null
        }
    }
}
