internal import HearthTraitCatalog
internal import HearthTraitCore

/// A fan, with its presets as an endpoint beside it.
struct FanConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let fan: EntityKind.Fan
    private let presets: OptionTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, _ fan: EntityKind.Fan) {
        key = entity.key
        self.fan = fan
        presets =
            fan.presets.isEmpty
            ? nil
            : OptionTrait(
                key + "#preset", name: entity.name.isEmpty ? "Preset" : entity.name + " preset", entity: key, .preset,
                options: fan.presets, none: "None")
        var features: UInt32 = 0
        // Off, low, medium, high; off and high if it has one speed.
        var values: [String: PlainValue] = [
            "fanMode": 0, "fanModeSequence": fan.speeds > 2 ? 0 : fan.speeds == 2 ? 1 : 5, "percentSetting": 0,
            "percentCurrent": 0,
        ]
        if (1...100).contains(fan.speeds) {
            features |= 0x1
            values.merge([
                "speedMax": .integer(Int64(fan.speeds)), "speedSetting": 0, "speedCurrent": 0,
            ]) { $1 }
        }
        if fan.oscillates {
            features |= 0x4
            values.merge(["rockSupport": 0x1, "rockSetting": 0]) { $1 }
        }
        if fan.hasDirection {
            features |= 0x20
            values["airflowDirection"] = 0
        }
        let main = EntityPart(
            key: key, name: entity.name, types: [T.fanDeviceType],
            traits: [TraitDraft(T.matterFanControl, features: features, values)])
        parts = [main] + [presets?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        var values: [String: PlainValue] = [:]
        let speed = state.bool(.on) == false ? 0 : state.number(.speed).map { min(max($0, 0), 1) }
        if let speed = speed ?? (state.bool(.on) == true && fan.speeds == 0 ? 1 : nil) {
            let percent = (speed * 100).rounded(.toNearestOrAwayFromZero)
            values["percentSetting"] = .rounded(percent)
            values["percentCurrent"] = .rounded(percent)
            values["fanMode"] = .integer(Self.mode(speed, speeds: fan.speeds))
            if (1...100).contains(fan.speeds) {
                let level = (speed * Double(fan.speeds)).rounded(.toNearestOrAwayFromZero)
                values["speedSetting"] = .rounded(level)
                values["speedCurrent"] = .rounded(level)
            }
        }
        if fan.oscillates, let oscillating = state.bool(.oscillating) { values["rockSetting"] = oscillating ? 1 : 0 }
        if fan.hasDirection, let direction = state.text(.direction) {
            values["airflowDirection"] = direction == "reverse" ? 1 : 0
        }
        var all = presets?.values(states) ?? [:]
        if !values.isEmpty { all[PartTrait(key, T.matterFanControl)] = values }
        return all
    }

    /// A value of FanModeEnum for a speed of 0 to 1: thirds are low, medium and high.
    static func mode(_ speed: Double, speeds: Int) -> Int64 {
        if speed <= 0 { return 0 }
        if speeds <= 1 { return 3 }
        if speeds == 2 { return speed <= 0.5 ? 1 : 3 }
        return speed <= 1 / 3 + 0.005 ? 1 : speed <= 2 / 3 + 0.005 ? 2 : 3
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let commands = try presets?.commands(call) else { throw call.unsupported }
        return commands
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try presets?.commands(write) { return commands }
        try write.expect("fanMode", "percentSetting", "speedSetting", "rockSetting", "airflowDirection")
        var values: [EntityProperty: EntityValue] = [:]
        if let mode = write.integer("fanMode") { values = try speed(mode: mode, write) }
        if let percent = write.integer("percentSetting") { values = speed(Double(percent) / 100) }
        if let level = write.integer("speedSetting"), fan.speeds > 0 {
            values = speed(Double(level) / Double(fan.speeds))
        }
        for name in ["percentSetting", "speedSetting"] where write.value(name) == .null {
            throw write.refusal(name, "the fan has no automatic speed; write a number")
        }
        if let rock = write.integer("rockSetting") { values[.oscillating] = .bool(rock != 0) }
        if let direction = write.integer("airflowDirection") {
            values[.direction] = .text(direction == 1 ? "reverse" : "forward")
        }
        return values.isEmpty ? [] : [EntityCommand(entity: key, values: values)]
    }

    private func speed(mode: Int64, _ write: TraitWrite) throws(TraitError) -> [EntityProperty: EntityValue] {
        switch mode {
        case 0: return [.on: .bool(false)]
        case 1: return speed(1.0 / 3)
        case 2: return speed(2.0 / 3)
        case 3: return speed(1)
        case 4: return [.on: .bool(true)]
        default: throw write.refusal("fanMode", "the fan has no automatic speed; choose off, low, medium, high or on")
        }
    }

    /// A wanted speed, raised to the next that the fan has.
    private func speed(_ wanted: Double) -> [EntityProperty: EntityValue] {
        guard wanted > 0 else { return [.on: .bool(false)] }
        guard fan.speeds > 0 else { return [.on: .bool(true)] }
        let count = Double(fan.speeds)
        // A level's percent is rounded, so up to half a percent more is still that level.
        let level = min(max((wanted * count - 0.005 * count - 1e-9).rounded(.up), 1), count)
        return [.on: .bool(true), .speed: .number(level / count)]
    }
}
