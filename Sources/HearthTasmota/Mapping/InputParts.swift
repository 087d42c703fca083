internal import HearthBase
internal import HearthEntities
internal import HearthJSON

/// A switch that is connected to the device, with a state that follows it.
struct SwitchPart: TasmotaPart {
    let entity: Entity
    private let source: SwitchSource

    /// - Parameter index: the place among the switches, from 0. Nil if its mode has no state.
    init?(_ index: Int, _ config: TasmotaConfig) {
        guard let source = SwitchSource(index, config), source.hasState else { return nil }
        self.source = source
        entity = Entity(key: "switch:\(index + 1)", name: source.name, kind: .flag(deviceClass: ""))
    }

    func values(in message: JSONValue) -> [EntityProperty: EntityValue] {
        switch source.word(in: message) {
        case source.on: [.on: .bool(true)]
        case source.off: [.on: .bool(false)]
        default: [:]
        }
    }
}

/// The presses of a switch that is connected to the device.
struct SwitchPressPart: TasmotaPart {
    let entity: Entity
    private let source: SwitchSource
    private let types: [String: String]

    /// - Parameter index: the place among the switches, from 0. Nil if its mode reports no presses.
    init?(_ index: Int, _ config: TasmotaConfig) {
        guard let source = SwitchSource(index, config), !source.presses.isEmpty else { return nil }
        self.source = source
        types = source.presses
        let name = source.hasState ? "\(source.name) press" : source.name
        // Movement is no press.
        let isMotion = types.values.contains("motion")
        entity = Entity(
            key: "switch:\(index + 1):press", name: name,
            kind: .event(types: types.values.sorted(), deviceClass: isMotion ? "motion" : "button"))
    }

    func event(in message: JSONValue) -> String? {
        // Telemetry repeats the state; only an action is one.
        guard let word = message[source.key]?["Action"]?.string else { return nil }
        return types[word]
    }
}

/// What a switch reports by its mode (Tasmota's documentation, "Buttons and Switches", `SwitchMode`).
private struct SwitchSource: Sendable {
    let key: String
    let name: String
    let on: String
    let off: String
    let hasState: Bool
    /// The words for presses with their types.
    let presses: [String: String]

    init?(_ index: Int, _ config: TasmotaConfig) {
        guard config.switchModes.indices.contains(index), let mode = config.switchModes[index] else { return nil }
        let own = config.switchNames.indices.contains(index) ? config.switchNames[index] : nil
        key = own ?? "Switch\(index + 1)"
        name = own ?? "Switch \(index + 1)"
        (off, on) = (config.words[0], config.words[1])
        let (motion, toggle, hold) = (config.words[1], config.words[2], config.words[3])
        hasState = [1, 2, 3, 4, 5, 6, 9, 10, 15, 16].contains(mode)
        let words =
            switch mode {
            case 0, 3, 4, 7, 11, 12: [(toggle, "single")]
            case 5, 6: [(toggle, "single"), (hold, "hold")]
            case 8: [(toggle, "single"), (hold, "double")]
            case 9, 10: [(hold, "double")]
            // Says on at each movement, and never off.
            case 13, 14: [(motion, "motion")]
            default: [(String, String)]()
            }
        // People can set one word for both.
        presses = Dictionary(words, uniquingKeysWith: { first, _ in first })
    }

    /// The state in telemetry, or the action in an answer.
    func word(in message: JSONValue) -> String? { message[key]?.string ?? message[key]?["Action"]?.string }
}

/// A button of the device that reports its presses instead of switching a relay.
struct ButtonPart: TasmotaPart {
    let entity: Entity
    private let key: String
    private let types: [String: String]

    /// - Parameter index: the place among the buttons, from 0. Nil if it reports nothing.
    init?(_ index: Int, _ config: TasmotaConfig) {
        guard config.options.contains(.reportsButtons), config.buttons.indices.contains(index), config.buttons[index]
        else { return nil }
        key = "Button\(index + 1)"
        var types = ["SINGLE": "single"]
        if !config.options.contains(.singlePresses) {
            types = [
                "SINGLE": "single", "DOUBLE": "double", "TRIPLE": "triple", "QUAD": "quadruple", "PENTA": "quintuple",
                "HOLD": "hold",
            ]
            if config.options.contains(.swapsPresses) {
                (types["SINGLE"], types["DOUBLE"]) = ("double", "single")
            }
        }
        self.types = types
        entity = Entity(
            key: "button:\(index + 1)", name: "Button \(index + 1)",
            kind: .event(types: types.values.sorted(), deviceClass: "button"))
    }

    func event(in message: JSONValue) -> String? { message[key]?["Action"]?.string.flatMap { types[$0] } }
}
