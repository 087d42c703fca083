/// The state of an entity that does not confirm commands: that of the last command.
enum AssumedState {
    static func of(_ command: EntityCommand, _ states: EntityStates) -> [EntityProperty: EntityValue] {
        switch command.action {
        case .set: command.values
        case .toggle: [.on: .bool(!(states.of(command.entity).bool(.on) ?? false))]
        case .lock: [.lockState: .text("locked")]
        case .unlock: [.lockState: .text("unlocked")]
        case .open: [.lockState: .text("open")]
        case .play: [.activity: .text("playing")]
        case .pause: [.activity: .text("paused")]
        case .start: [.activity: .text("cleaning")]
        case .returnToBase: [.activity: .text("returning")]
        case .stop, .press, .next, .previous, .locate, .install, .run: [:]
        }
    }
}

/// What a light shows: either a colour or a colour temperature.
enum LightStates {
    private static let colors: [EntityProperty] = [.hue, .saturation, .x, .y]

    /// A state in which a new colour makes the colour temperature unknown, and the reverse. A link that reports both
    /// sets to unknown what the light does not show.
    static func exclusive(_ state: EntityState) -> EntityState {
        var state = state
        let hasColor = state.values.contains { colors.contains($0.key) && isNumber($0.value) }
        let hasTemperature = isNumber(state.values[.colorTemperature])
        guard hasColor != hasTemperature else { return state }
        if hasColor {
            state.values[.colorTemperature] = .unknown
        } else {
            for color in colors { state.values[color] = .unknown }
        }
        return state
    }

    private static func isNumber(_ value: EntityValue?) -> Bool {
        if case .number = value { true } else { false }
    }
}
