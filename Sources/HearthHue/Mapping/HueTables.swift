internal import HearthEntities
internal import HearthJSON

/// What resources of a type are in the hub (Hue's documentation, "CLIP API"): the only table, for both directions.
struct HueRow: Sendable {
    /// The most that may be sent at a time.
    enum Pace: Hashable, Sendable {
        case light, group, other
    }

    /// Events of a resource.
    struct Events: Sendable {
        /// Where the time of the last event is, and its word.
        let time: [String]
        let word: [String]
        /// Where older firmware has the word, without a time.
        let oldWord: [String]
        /// The words of the hub's events by those of Hue.
        let types: [String: String]
    }

    /// The entity's name unless people gave it one.
    let name: String
    var category = Entity.Category.main
    var pace = Pace.other
    /// The kind of entity; nil if the resource can't be one.
    let kind: @Sendable (JSONValue) -> EntityKind?
    var fields: [HueField] = []
    var events: Events?
    /// The members of a request that is the same for all presses.
    var press: JSONValue?
}

enum HueTables {
    /// The word for no effect.
    static let noEffect = "no_effect"

    static let rows: [String: HueRow] = [
        "light": light, "grouped_light": group, "scene": scene,
        "motion": HueRow(
            name: "Motion", kind: { _ in .flag(deviceClass: "motion") },
            fields: [
                HueField(
                    .on, ["motion", "motion_report", "motion"], ["motion", "motion"], form: .truth,
                    validity: ["motion", "motion_valid"])
            ]),
        "temperature": HueRow(
            name: "Temperature",
            kind: { _ in .sensor(deviceClass: "temperature", unit: "°C", stateClass: "measurement") },
            fields: [
                HueField(
                    .value, ["temperature", "temperature_report", "temperature"], ["temperature", "temperature"],
                    form: .number(times: 1), validity: ["temperature", "temperature_valid"])
            ]),
        "light_level": HueRow(
            name: "Illuminance",
            kind: { _ in .sensor(deviceClass: "illuminance", unit: "lx", stateClass: "measurement") },
            fields: [
                HueField(
                    .value, ["light", "light_level_report", "light_level"], ["light", "light_level"], form: .lux,
                    validity: ["light", "light_level_valid"])
            ]),
        "contact": HueRow(
            name: "Contact", kind: { _ in .flag(deviceClass: "opening") },
            fields: [HueField(.on, ["contact_report", "state"], form: .word("no_contact"))]),
        "tamper": HueRow(
            name: "Tampering", category: .diagnostic, kind: { _ in .flag(deviceClass: "tamper") },
            fields: [HueField(.on, ["tamper_reports"], form: .anyItem(member: "state", word: "tampered"))]),
        "device_power": HueRow(
            name: "Battery", category: .diagnostic,
            kind: { _ in .sensor(deviceClass: "battery", unit: "%", stateClass: "measurement") },
            fields: [HueField(.value, ["power_state", "battery_level"], form: .number(times: 1))]),
        "device_software_update": HueRow(
            name: "Update", category: .diagnostic, kind: { _ in .update(canInstall: false) },
            fields: [HueField(.isInProgress, ["state"], form: .word("installing"))]),
        "button": HueRow(
            name: "Button", kind: { .event(types: types(of: $0), deviceClass: "button") },
            events: HueRow.Events(
                time: ["button", "button_report", "updated"], word: ["button", "button_report", "event"],
                oldWord: ["button", "last_event"], types: presses)),
        "relative_rotary": HueRow(
            name: "Dial", kind: { _ in .event(types: turns.values.sorted(), deviceClass: "") },
            events: HueRow.Events(
                time: ["relative_rotary", "rotary_report", "updated"],
                word: ["relative_rotary", "rotary_report", "rotation", "direction"],
                oldWord: ["relative_rotary", "last_event", "rotation", "direction"], types: turns)),
    ]

    // MARK: - Lights

    private static let on = HueField(.on, ["on", "on"], form: .truth, target: ["on", "on"])
    private static let brightness = HueField(
        .brightness, ["dimming", "brightness"], form: .number(times: 100), target: ["dimming", "brightness"])

    private static let light = HueRow(
        name: "", pace: .light, kind: lightKind,
        fields: [
            on, brightness,
            HueField(
                .colorTemperature, ["color_temperature", "mirek"], form: .whole,
                target: ["color_temperature", "mirek"], validity: ["color_temperature", "mirek_valid"]),
            HueField(.x, ["color", "xy", "x"], form: .number(times: 1), target: ["color", "xy", "x"]),
            HueField(.y, ["color", "xy", "y"], form: .number(times: 1), target: ["color", "xy", "y"]),
            HueField(.effect, ["effects", "status"], form: .effect, target: ["effects", "effect"]),
        ])

    /// Groups have no colour of their own that they report, so it could not be confirmed.
    private static let group = HueRow(
        name: "", pace: .group,
        kind: { _ in .light(EntityKind.Light(hasBrightness: true, hasTransition: true)) }, fields: [on, brightness])

    private static let scene = HueRow(
        name: "Scene", pace: .group, kind: { _ in .press(deviceClass: "") },
        press: .object(["recall": .object(["action": .string("active")])]))

    @Sendable private static func lightKind(_ light: JSONValue) -> EntityKind {
        let hasColor = light["color"]?["xy"] != nil
        let mireds = mireds(of: light)
        let effects = (light["effects"]?["effect_values"]?.items ?? []).prefix(64).compactMap(\.string)
            .filter { $0 != noEffect && (1...64).contains($0.utf8.count) }
        return .light(
            EntityKind.Light(
                hasBrightness: light["dimming"] != nil, mireds: mireds, color: hasColor ? .xy : .none,
                gamut: gamut(of: light), effects: effects, hasTransition: true))
    }

    /// The colours that a light can show (Hue's documentation, "CLIP API", `light`, `color.gamut`); nil if it has none,
    /// or does not say which.
    private static func gamut(of light: JSONValue) -> ColorGamut? {
        func corner(_ name: String) -> ColorGamut.Point? {
            guard let point = light.at(["color", "gamut", name]), let x = point["x"]?.number,
                let y = point["y"]?.number
            else { return nil }
            return ColorGamut.Point(x: x, y: y)
        }
        guard let red = corner("red"), let green = corner("green"), let blue = corner("blue") else { return nil }
        return ColorGamut(red: red, green: green, blue: blue)
    }

    /// The colour temperatures that a light can show; nil if it has none.
    static func mireds(of light: JSONValue) -> ClosedRange<Double>? {
        guard let temperature = light["color_temperature"] else { return nil }
        let schema = temperature["mirek_schema"]
        guard let low = schema?["mirek_minimum"]?.number, let high = schema?["mirek_maximum"]?.number,
            (50...1_000).contains(low), low < high, high <= 1_000
        else { return 153...500 }
        return low...high  // low <= high, as checked above
    }

    // MARK: - Events

    /// Without `initial_press`, with which each press begins, and `repeat`, which a long one repeats: those would be
    /// further events of one press.
    private static let presses = [
        "short_release": "short_release", "long_press": "long_press", "long_release": "long_release",
        "double_short_release": "double_press",
    ]

    private static let turns = ["clock_wise": "clockwise", "counter_clock_wise": "counterclockwise"]

    private static func types(of button: JSONValue) -> [String] {
        let words = (button["button"]?["event_values"]?.items ?? []).prefix(64).compactMap(\.string)
        let types = Set(words.compactMap { presses[$0] })
        return types.isEmpty ? ["long_press", "long_release", "short_release"] : types.sorted()
    }
}
