internal import HearthTraitCatalog
internal import HearthTraitCore

/// FanControl as a fan.
enum FanRow {
    private typealias T = StandardTraits

    static let mode = AttributeID(T.matterFanControl, "fanMode")
    private static let sequence = AttributeID(T.matterFanControl, "fanModeSequence")
    private static let percent = AttributeID(T.matterFanControl, "percentSetting")
    private static let speed = AttributeID(T.matterFanControl, "speedSetting")
    private static let speedMax = AttributeID(T.matterFanControl, "speedMax")
    static let rock = AttributeID(T.matterFanControl, "rockSetting")
    private static let rocks = AttributeID(T.matterFanControl, "rockSupport")
    private static let wind = AttributeID(T.matterFanControl, "windSetting")
    private static let winds = AttributeID(T.matterFanControl, "windSupport")
    private static let direction = AttributeID(T.matterFanControl, "airflowDirection")

    static let describing: [AttributeID] = [.features(T.matterFanControl), sequence, speedMax, rocks, winds]

    static func isFan(_ part: Part) -> Bool { part.has(T.matterFanControl) }

    /// Values of FanModeEnum.
    private static let allModes = Words([0: "off", 1: "low", 2: "medium", 3: "high", 4: "high", 5: "auto", 6: "auto"])
    /// The modes of the values of FanModeSequenceEnum.
    private static let sequences: [[Int64]] = [
        [0, 1, 2, 3], [0, 1, 3], [0, 1, 2, 3, 5], [0, 1, 3, 5], [0, 3, 5], [0, 3],
    ]

    /// The fan modes that a device has.
    static func modes(_ part: Part) -> Words {
        let index = part.integer(sequence).flatMap { Int(exactly: $0) } ?? 0
        let known = sequences.indices.contains(index) ? sequences[index] : sequences[0]
        return allModes.only { known.contains($0) || $0 == 4 || $0 == 6 && known.contains(5) }
    }

    /// Values of RockBitmap, left and right, up and down, and round, by Home Assistant's swing modes.
    private static let swings = Words([0: "off", 1: "horizontal", 2: "vertical", 3: "both", 4: "round"])

    /// The swing modes that a device has; empty without rocking.
    static func swings(_ part: Part) -> Words {
        guard part.hasFeature(T.matterFanControl, 0x4) else { return Words([]) }
        let bits = part.integer(rocks) ?? 0
        return swings.only { $0 & ~bits == 0 }
    }

    static func components(_ part: Part) -> [Component] {
        guard isFan(part), !ClimateRow.isClimate(part) else { return [] }
        var options: [(String, JSON)] = []
        var properties: [Property] = [
            Property(
                name: "", state: ("state_topic", "state_value_template"), command: "command_topic",
                read: { .onOff(isOn($0)) }, write: { payload, part throws(SetRefusal) in try power(payload, part) })
        ]
        if let most = part.integer(speedMax), most > 0, part.hasFeature(T.matterFanControl, 0x1) {
            options.append(("speed_range_max", .number(most)))
            properties.append(level(speed, most: most))
        } else {
            properties.append(level(percent, most: 100))
        }
        let presets = presets(part)
        if !presets.isEmpty {
            options.append(("preset_modes", .array(presets.map { .string($0) })))
            properties.append(
                .named("preset", "preset_mode", template: "preset_mode_value_template") {
                    .text(preset($0))
                } write: {
                    payload, part throws(SetRefusal) in
                    try preset(payload, part)
                })
        }
        if part.hasFeature(T.matterFanControl, 0x4) {
            properties.append(
                .named("oscillation", "oscillation", template: "oscillation_value_template") {
                    .text($0.integer(rock).map { $0 == 0 ? "oscillate_off" : "oscillate_on" })
                } write: { payload, part throws(SetRefusal) in
                    let bits = part.integer(rocks) ?? 1
                    return part.write(
                        rock, .count(try payload.word(of: [("oscillate_on", bits), ("oscillate_off", 0)])))
                })
        }
        if part.hasFeature(T.matterFanControl, 0x20) {
            properties.append(
                .named("direction", "direction", template: "direction_value_template") {
                    directions.json($0.integer(direction))
                } write: { payload, part throws(SetRefusal) in
                    part.write(direction, .count(try directions.value(payload)))
                })
        }
        return [
            Component(
                name: "fan", platform: "fan", title: "Fan", isMain: true, options: options, properties: properties)
        ]
    }

    /// Values of AirflowDirectionEnum.
    private static let directions = Words([0: "forward", 1: "reverse"])

    private static func isOn(_ part: Part) -> Bool? {
        if let isOn = part.bool(SwitchRow.onOff) { return isOn }
        return part.integer(mode).map { $0 != 0 }
    }

    private static func power(_ payload: SetPayload, _ part: Part) throws(SetRefusal) -> [PublishedRequest] {
        let isOn = try Words.onOff.value(payload) == 1
        if part.has(T.matterOnOff) { return (isOn ? SwitchRow.on : SwitchRow.off).request(part.number) }
        // A fan that runs keeps its speed.
        if isOn, Self.isOn(part) == true { return [] }
        return part.write(mode, .unsigned(isOn ? 4 : 0))
    }

    private static func level(_ attribute: AttributeID, most: Int64) -> Property {
        .named("percentage", "percentage", template: "percentage_value_template") {
            .number($0.integer(attribute))
        } write: { payload, part throws(SetRefusal) in
            part.write(attribute, .count(try payload.integer(in: 0...most)))
        }
    }

    /// Bits of WindBitmap.
    private static let windWords: [(bit: Int64, word: String)] = [(0x1, "sleep"), (0x2, "natural")]

    private static func presets(_ part: Part) -> [String] {
        let wind = part.hasFeature(T.matterFanControl, 0x8) ? part.integer(winds) ?? 0 : 0
        return (modes(part).words.contains("auto") ? ["auto"] : [])
            + windWords.filter { wind & $0.bit != 0 }.map(\.word)
    }

    private static func preset(_ part: Part) -> String? {
        if let setting = part.integer(wind), let word = windWords.first(where: { setting & $0.bit != 0 }) {
            return word.word
        }
        return [5, 6].contains(part.integer(mode)) ? "auto" : nil
    }

    private static func preset(_ payload: SetPayload, _ part: Part) throws(SetRefusal) -> [PublishedRequest] {
        if payload.text == "auto" { return part.write(mode, .unsigned(5)) }
        guard let row = windWords.first(where: { $0.word == payload.text }) else {
            throw payload.unknownWord(presets(part))
        }
        return part.write(wind, .count(row.bit))
    }
}
