internal import HearthTraitCatalog
internal import HearthTraitCore

/// Switch and NamedEvent as events. A button's presses are triggers of automations as well.
enum EventRows {
    private typealias T = StandardTraits

    private static let positions = AttributeID(T.matterSwitch, "numberOfPositions")
    private static let mostPresses = AttributeID(T.matterSwitch, "multiPressMax")
    private static let types = AttributeID(T.hearthProjectNamedEvent, "types")
    private static let eventClass = AttributeID(T.hearthProjectNamedEvent, "deviceClass")

    static let describing: [AttributeID] = [
        .features(T.matterSwitch), positions, mostPresses, types, eventClass,
    ]

    static func components(_ part: Part) -> [Component] { buttons(part) + named(part) }

    // MARK: Switch

    /// The types of presses, with Home Assistant's names of the triggers.
    private static let presses: [(type: String, trigger: String)] = [
        ("press", "button_short_press"), ("double_press", "button_double_press"),
        ("triple_press", "button_triple_press"), ("quadruple_press", "button_quadruple_press"),
        ("quintuple_press", "button_quintuple_press"), ("long_press", "button_long_press"),
        ("long_release", "button_long_release"),
    ]

    private static func buttons(_ part: Part) -> [Component] {
        guard part.has(T.matterSwitch) else { return [] }
        func hasFeature(_ bit: Int64) -> Bool { part.hasFeature(T.matterSwitch, bit) }
        // Features: 0x1 is LatchingSwitch, 0x4 MomentarySwitchRelease, 0x8 -LongPress, 0x10 -MultiPress.
        if hasFeature(0x1) {
            let count = Int(clamping: min(max(part.integer(positions) ?? 2, 2), 64))
            let row = EventRow(T.matterSwitch, "SwitchLatched") { $0[0]?.integer.map { "position_\($0)" } }
            return [event("switch", "Switch", nil, (0..<count).map { "position_\($0)" }, [row])]
        }
        var types = ["press"]
        var rows: [EventRow] = []
        if hasFeature(0x10) {
            let most = Int(clamping: min(max(part.integer(mostPresses) ?? 2, 2), 5))
            types = presses.prefix(most).map(\.type)
            // Field 1 is the number of presses; 0 if there were too many.
            rows.append(
                EventRow(T.matterSwitch, "MultiPressComplete") { fields in
                    guard let count = fields[1]?.integer, count > 0, count <= most, let index = Int(exactly: count)
                    else { return nil }
                    return presses[index - 1].type
                })
        } else {
            rows.append(EventRow(T.matterSwitch, hasFeature(0x4) ? "ShortRelease" : "InitialPress") { _ in "press" })
        }
        if hasFeature(0x8) {
            types += ["long_press", "long_release"]
            rows += [
                EventRow(T.matterSwitch, "LongPress") { _ in "long_press" },
                EventRow(T.matterSwitch, "LongRelease") { _ in "long_release" },
            ]
        }
        let deviceClass = part.isOf(T.doorbellDeviceType) ? "doorbell" : "button"
        let triggers = presses.filter { types.contains($0.type) }.map { press in
            Component(
                name: "on_" + press.type, platform: "device_automation", title: press.trigger,
                options: [
                    ("automation_type", .string("trigger")), ("type", .string(press.trigger)),
                    ("subtype", .string("button_\(part.number)")), ("payload", .string(press.type)),
                ], triggeredBy: "button")
        }
        return [event("button", "Button", deviceClass, types, rows)] + triggers
    }

    private static func event(
        _ name: String, _ title: String, _ deviceClass: String?, _ types: [String], _ rows: [EventRow]
    ) -> Component {
        var options: [(String, JSON)] = [("event_types", .array(types.map { .string($0) }))]
        if let deviceClass { options.append(("device_class", .string(deviceClass))) }
        return Component(
            name: name, platform: "event", title: title, isMain: true, options: options, events: rows)
    }

    // MARK: NamedEvent

    private static func named(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectNamedEvent) else { return [] }
        let known = part.value(types)?.list?.compactMap(\.string) ?? []
        let deviceClass = part.text(eventClass).flatMap { DeviceClasses.ofEvents.known($0) }
        let row = EventRow(T.hearthProjectNamedEvent, "Fired") { $0[0]?.string }
        return [event("event", "Event", deviceClass, known, [row])]
    }
}
