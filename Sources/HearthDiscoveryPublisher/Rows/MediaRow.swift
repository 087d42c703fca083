internal import HearthTraitCatalog
internal import HearthTraitCore

/// MediaPlayback and the volume of a speaker. Home Assistant has no media players by MQTT, so they are buttons, a sensor
/// and a number.
enum MediaRow {
    private typealias T = StandardTraits

    private static let state = AttributeID(T.matterMediaPlayback, "currentState")
    private static let level = AttributeID(T.matterLevelControl, "currentLevel")
    private static let moveToLevel = CommandID(T.matterLevelControl, "MoveToLevel")

    static let describing: [AttributeID] = [AttributeID(T.matterMediaPlayback, "acceptedCommandList")]

    /// Values of PlaybackStateEnum.
    private static let states = Words([0: "playing", 1: "paused", 2: "idle", 3: "buffering"])

    private static let buttons: [(name: String, title: String, command: CommandID)] = [
        ("play", "Play", CommandID(T.matterMediaPlayback, "Play")),
        ("pause", "Pause", CommandID(T.matterMediaPlayback, "Pause")),
        ("stop", "Stop", CommandID(T.matterMediaPlayback, "Stop")),
        ("next", "Next", CommandID(T.matterMediaPlayback, "Next")),
        ("previous", "Previous", CommandID(T.matterMediaPlayback, "Previous")),
    ]

    static func components(_ part: Part) -> [Component] { players(part) + volumes(part) }

    private static func players(_ part: Part) -> [Component] {
        guard part.has(T.matterMediaPlayback) else { return [] }
        let playback = SensorRow.enumeration("playback", "Playback", states.list) { states.json($0.integer(state)) }
        return [playback]
            + buttons.filter { part.accepts($0.command) }.map { button in
                PressRow.button(button.name, button.title) { _, part in button.command.request(part.number) }
            }
    }

    private static func volumes(_ part: Part) -> [Component] {
        guard part.isOf(T.speakerDeviceType), part.has(T.matterLevelControl) else { return [] }
        // A speaker's level is its volume, of 0 to 254 (Matter Device Library 1.4, section 10.7).
        let volume = Property.value { part in
            .number(part.integer(level).map { Double(min(max($0, 0), 254)) / 2.54 }, digits: 0)
        } write: { payload, part throws(SetRefusal) in
            let percent = try payload.integer(in: 0...100)
            return moveToLevel.request(
                part.number,
                [
                    "level": .count((percent * 254 + 50) / 100), "transitionTime": .null, "optionsMask": .unsigned(0),
                    "optionsOverride": .unsigned(0),
                ])
        }
        return [
            Component(
                name: "volume", platform: "number", title: "Volume",
                options: [
                    ("min", .number(0)), ("max", .number(100)), ("step", .number(1)),
                    ("unit_of_measurement", .string("%")), ("mode", .string("slider")),
                ], properties: [volume])
        ]
    }
}
