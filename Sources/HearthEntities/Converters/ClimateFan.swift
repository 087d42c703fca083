internal import HearthTraitCatalog
internal import HearthTraitCore

/// The fan of an air conditioner as FanControl beside Thermostat, with its vanes as rocking. It runs while the air
/// conditioner does: it is off with it, and switches it off.
struct ClimateFan: Sendable {
    private typealias T = StandardTraits

    /// Words for values of FanModeEnum.
    private static let words: [(mode: Int64, words: [String])] = [
        (1, ["low"]), (2, ["medium", "middle", "mid"]), (3, ["high"]), (5, ["auto"]),
    ]
    /// Values of FanModeSequenceEnum by the modes that they have besides off.
    private static let sequences: [[Int64]: Int64] = [
        [1, 2, 3]: 0, [1, 3]: 1, [1, 2, 3, 5]: 2, [1, 3, 5]: 3, [3, 5]: 4, [3]: 5,
    ]
    /// Bits of RockBitmap for words of swing modes: left and right, up and down.
    private static let rocking: [(word: String, bits: Int64)] = [
        ("off", 0), ("horizontal", 0x1), ("vertical", 0x2), ("both", 0x3), ("on", 0x2),
    ]

    private static let high: Int64 = 3
    private static let auto: Int64 = 5

    private let part: String
    private let entity: String
    /// Whether the air conditioner can be switched off by its mode.
    private let canBeOff: Bool
    private let sequence: Int64
    /// The device's words by values of FanModeEnum.
    private let modes: [Int64: String]
    /// The device's swing modes by bits of RockBitmap; empty if they are no rocking.
    private let rocks: [Int64: String]
    /// Whether FanControl has all fan modes, and all swing modes, so that no other endpoint needs to.
    let hasAllModes: Bool
    let hasAllSwings: Bool

    /// Nil if the fan modes are none that FanControl has.
    init?(part: String, entity: String, climate: EntityKind.Climate) {
        var modes: [Int64: String] = [:]
        for (mode, words) in Self.words { modes[mode] = words.first { climate.fanModes.contains($0) } }
        guard let sequence = Self.sequences[modes.keys.sorted()] else { return nil }
        (self.part, self.entity, self.sequence, self.modes) = (part, entity, sequence, modes)
        canBeOff = climate.modes.contains("off")
        let known = Set(modes.values)
        hasAllModes = climate.fanModes.allSatisfy { known.contains($0) }
        var rocks: [Int64: String] = [:]
        for (word, bits) in Self.rocking where climate.swingModes.contains(word) { rocks[bits] = rocks[bits] ?? word }
        if rocks[0] == nil || rocks.count < 2 { rocks = [:] }
        self.rocks = rocks
        let swings = Set(rocks.values)
        hasAllSwings = !swings.isEmpty && climate.swingModes.allSatisfy { swings.contains($0) }
    }

    var draft: TraitDraft {
        var features: UInt32 = modes[Self.auto] == nil ? 0 : 0x2
        var values: [String: PlainValue] = [
            "fanMode": 0, "fanModeSequence": .integer(sequence), "percentSetting": 0, "percentCurrent": 0,
        ]
        if !rocks.isEmpty {
            features |= 0x4
            values.merge(["rockSupport": .integer(rocks.keys.reduce(0) { $0 | $1 }), "rockSetting": 0]) { $1 }
        }
        return TraitDraft(T.matterFanControl, features: features, values)
    }

    /// The percent of a mode: that of equal steps up to high.
    private func percent(_ mode: Int64) -> Int64 {
        let steps = modes.keys.filter { $0 != Self.auto }.sorted()
        let place = (steps.firstIndex(of: mode) ?? 0) + 1
        return Int64(100 * place / max(steps.count, 1))
    }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(entity)
        var values: [String: PlainValue] = [:]
        if state.text(.mode).map({ $0 == "off" }) ?? (state.bool(.on) == false) {
            values = ["fanMode": 0, "percentSetting": 0, "percentCurrent": 0]
        } else if let word = state.text(.fanMode) {
            // FanControl has no value for other words: the fan runs, and its speed is not known, as in auto.
            let mode = modes.first { $0.value == word }?.key ?? Self.high
            let speed = modes[mode] == word && mode != Self.auto ? percent(mode) : nil
            values["fanMode"] = .integer(mode)
            values["percentSetting"] = speed.map { .integer($0) } ?? .null
            values["percentCurrent"] = .integer(speed ?? 0)
        }
        if let bits = rocks.first(where: { $0.value == state.text(.swingMode) })?.key {
            values["rockSetting"] = .integer(bits)
        }
        return values.isEmpty ? [:] : [PartTrait(part, T.matterFanControl): values]
    }

    /// What a write to FanControl asks; nil for another trait's.
    func commands(_ write: TraitWrite) throws(TraitError) -> [EntityCommand]? {
        guard write.part == part, write.trait.id == T.matterFanControl.id else { return nil }
        try write.expect("fanMode", "percentSetting", "rockSetting")
        var values: [EntityProperty: EntityValue] = [:]
        if let wanted = write.integer("percentSetting") {
            let mode =
                wanted == 0 ? 0 : modes.keys.filter { $0 != Self.auto && percent($0) >= wanted }.min() ?? Self.high
            values = try speed(mode, "percentSetting", write)
        } else if let mode = write.integer("fanMode") {
            values = try speed(mode, "fanMode", write)
        } else if write.value("percentSetting") == .null {
            values = try speed(Self.auto, "percentSetting", write)
        }
        if let bits = write.integer("rockSetting") {
            let present = write.trait.attribute(named: "rockSetting").flatMap { write.present[$0.field.id]?.integer }
            guard let word = swing(bits, present ?? 0) else {
                throw write.refusal("rockSetting", "the vanes do not swing so; see rockSupport")
            }
            values[.swingMode] = .text(word)
        }
        return values.isEmpty ? [] : [EntityCommand(entity: entity, values: values)]
    }

    /// What sets the fan to a value of FanModeEnum.
    private func speed(
        _ mode: Int64, _ name: String, _ write: TraitWrite
    ) throws(TraitError) -> [EntityProperty: EntityValue] {
        if mode == 0, canBeOff { return [.mode: .text("off")] }
        if let word = modes[mode] { return [.fanMode: .text(word)] }
        let words = modes.sorted { $0.key < $1.key }.map(\.value).joined(separator: ", ")
        throw write.refusal(
            name,
            mode == 0
                ? "the air conditioner can't be switched off; its fan has \(words)"
                : "the fan has no such mode; it has \(words)")
    }

    /// The swing mode for bits of RockBitmap. People switch one bit at a time, and few devices have all combinations:
    /// a bit more is the least that has it, else that bit alone; a bit less is the most that is left. Of two bits at once
    /// that no mode has together, up and down counts.
    private func swing(_ bits: Int64, _ present: Int64) -> String? {
        if let word = rocks[bits] { return word }
        let added = bits & ~present
        guard added != 0 else {
            return rocks.filter { $0.key & ~bits == 0 }.max { $0.key.nonzeroBitCount < $1.key.nonzeroBitCount }?.value
        }
        let more = rocks.filter { bits & ~$0.key == 0 }.min { $0.key.nonzeroBitCount < $1.key.nonzeroBitCount }
        if let word = more?.value { return word }
        return [2, 1].lazy.compactMap { added & $0 == 0 ? nil : self.rocks[$0] }.first
    }
}
