/// The state by which a device confirms a command.
struct Expectation: Hashable, Sendable {
    enum Wanted: Hashable, Sendable {
        /// A value, within the tolerance of its property.
        case value(EntityValue)
        /// One of some words.
        case words(Set<String>)
        /// A position that is reached, or towards which it moves from `start`.
        case position(Double, start: Double?)
    }

    /// A property of an entity.
    struct Place: Hashable, Sendable {
        let entity: String
        let property: EntityProperty
    }

    let entity: String
    let property: EntityProperty
    let wanted: Wanted

    var place: Place { Place(entity: entity, property: property) }

    /// What confirms a command; empty if no state tells.
    static func of(_ command: EntityCommand, _ states: EntityStates) -> [Expectation] {
        let state = states.of(command.entity)
        func words(_ property: EntityProperty, _ words: String...) -> [Expectation] {
            [Expectation(entity: command.entity, property: property, wanted: .words(Set(words)))]
        }
        switch command.action {
        case .set:
            return command.values.filter { isConfirmed($0.key, of: command, state) }.map { property, value in
                if property == .position || property == .tilt, case .number(let number) = value {
                    return Expectation(
                        entity: command.entity, property: property,
                        wanted: .position(number, start: state.number(property)))
                }
                if property == .alarmState, case .text(let word) = value {
                    // Only arming takes time that people may use to leave; a panel that arms is not being disarmed.
                    let ways: Set<String> = word == "disarmed" ? ["disarming"] : ["arming", "pending"]
                    return Expectation(
                        entity: command.entity, property: property, wanted: .words(ways.union([word])))
                }
                return Expectation(entity: command.entity, property: property, wanted: .value(value))
            }
        case .toggle:
            guard let isOn = state.bool(.on) else { return [] }
            return [Expectation(entity: command.entity, property: .on, wanted: .value(.bool(!isOn)))]
        case .lock: return words(.lockState, "locked")
        case .unlock: return words(.lockState, "unlocked", "open")
        case .open: return words(.lockState, "open", "unlocked")
        case .play: return words(.activity, "playing")
        case .pause: return words(.activity, "paused", "idle")
        case .start: return words(.activity, "cleaning")
        case .returnToBase: return words(.activity, "returning", "docked")
        case .install:
            return [Expectation(entity: command.entity, property: .isInProgress, wanted: .value(.bool(true)))]
        case .stop, .press, .next, .previous, .locate, .run: return []
        }
    }

    /// Whether a device reports a property after a command sets it. Some never report what can only be set, and the hue
    /// of white is any.
    private static func isConfirmed(
        _ property: EntityProperty, of command: EntityCommand, _ state: EntityProperties
    ) -> Bool {
        switch property {
        case .effect, .tone, .volume: return state.knows(property)
        case .hue:
            guard case .number(let saturation) = command.values[.saturation] else { return true }
            return saturation > tolerance(.saturation)
        default: return true
        }
    }

    func isMet(by states: EntityStates) -> Bool {
        let state = states.of(entity)
        switch wanted {
        case .words(let words): return state.text(property).map { words.contains($0) } ?? false
        case .value(let value): return state.values[property].map { Self.agree($0, value, property) } ?? false
        case .position(let target, let start):
            guard let present = state.number(property) else { return isMoving(state, target, start) }
            if abs(present - target) <= Self.tolerance(property) { return true }
            if let start, abs(present - target) < abs(start - target) - 0.005 { return true }
            return isMoving(state, target, start)
        }
    }

    private func isMoving(_ state: EntityProperties, _ target: Double, _ start: Double?) -> Bool {
        switch state.text(.action) {
        case "opening": start.map { target > $0 } ?? true
        case "closing": start.map { target < $0 } ?? true
        default: false
        }
    }

    private static func agree(_ reported: EntityValue, _ wanted: EntityValue, _ property: EntityProperty) -> Bool {
        switch (reported, wanted) {
        case (.number(let reported), .number(let wanted)):
            var distance = abs(reported - wanted)
            if property == .hue { distance = min(distance, abs(360 - distance)) }
            return distance <= max(tolerance(property), abs(wanted) * 1e-5)
        case (.text(let reported), .text(let wanted)):
            return reported == wanted || isNone(reported, property) && isNone(wanted, property)
        default: return reported == wanted
        }
    }

    private static func isNone(_ word: String, _ property: EntityProperty) -> Bool {
        ["", "none"].contains(word.lowercased()) || property == .effect && EffectWords.ends.contains(word)
    }

    /// How far a device's value may be from the wanted one: devices round, and lights take the nearest colour they can
    /// show.
    static func tolerance(_ property: EntityProperty) -> Double {
        switch property {
        case .brightness: 0.012
        case .colorTemperature: 3
        case .hue, .saturation: 3
        case .x, .y: 0.06
        case .position, .tilt, .speed, .volume: 0.03
        case .targetTemperature, .targetLow, .targetHigh: 0.3
        case .targetHumidity: 1
        default: 0
        }
    }
}
