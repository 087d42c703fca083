internal import HearthTraitCatalog
internal import HearthTraitCore

/// A media player, with its volume as a speaker beside it. Features are those of Home Assistant: `play`, `pause`,
/// `stop`, `next_track`, `previous_track`, `volume_set`, `volume_mute`, `turn_on`, `turn_off`.
struct MediaPlayerConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let speaker: String
    private let features: Set<String>
    let parts: [EntityPart]

    init(_ entity: Entity, features: [String]) {
        key = entity.key
        speaker = entity.key + "#speaker"
        let features = Set(features)
        self.features = features
        var commands: Set<String> = []
        if features.contains("next_track") { commands.insert("Next") }
        if features.contains("previous_track") { commands.insert("Previous") }
        var traits = [
            TraitDraft(
                T.matterMediaPlayback, commands: commands,
                ["currentState": 2, "availableCommands": nil, "contentInfo": nil])
        ]
        if features.contains("turn_on") || features.contains("turn_off") {
            traits.insert(TraitDraft(T.matterOnOff, ["onOff": false]), at: 0)
        }
        var parts = [
            EntityPart(key: key, name: entity.name, types: [T.basicVideoPlayerDeviceType], traits: traits)
        ]
        if features.contains("volume_set") {
            // OnOff of a speaker is whether it is heard (Matter Device Library 1.4, section 10.4).
            let name = entity.name.isEmpty ? "Volume" : entity.name + " volume"
            let level = TraitDraft(
                T.matterLevelControl, features: 0x1,
                ["currentLevel": nil, "minLevel": 0, "maxLevel": 254, "options": 0, "onLevel": nil])
            parts.append(
                EntityPart(
                    key: speaker, name: name, types: [T.speakerDeviceType],
                    traits: [TraitDraft(T.matterOnOff, ["onOff": true]), level]))
        }
        self.parts = parts
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        var values: PartValues = [:]
        if let activity = state.text(.activity) {
            let playback: [String: Int64] = ["playing": 0, "paused": 1, "buffering": 3]
            values[PartTrait(key, T.matterMediaPlayback)] = ["currentState": .integer(playback[activity] ?? 2)]
            values[PartTrait(key, T.matterOnOff)] = ["onOff": .bool(activity != "off")]
        }
        if let isOn = state.bool(.on) { values[PartTrait(key, T.matterOnOff)] = ["onOff": .bool(isOn)] }
        if let volume = state.number(.volume) {
            values[PartTrait(speaker, T.matterLevelControl)] = ["currentLevel": .rounded(min(max(volume, 0), 1) * 254)]
        }
        if let isMuted = state.bool(.isMuted) { values[PartTrait(speaker, T.matterOnOff)] = ["onOff": .bool(!isMuted)] }
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if call.part == speaker { return try speakerCommands(call, states) }
        switch call.command.name {
        case "Play": return [EntityCommand(entity: key, action: .play)]
        case "Pause": return [EntityCommand(entity: key, action: .pause)]
        case "Stop": return [EntityCommand(entity: key, action: .stop)]
        case "Next" where features.contains("next_track"): return [EntityCommand(entity: key, action: .next)]
        case "Previous" where features.contains("previous_track"):
            return [EntityCommand(entity: key, action: .previous)]
        case "On": return [EntityCommand(entity: key, values: [.on: .bool(true)])]
        case "Off": return [EntityCommand(entity: key, values: [.on: .bool(false)])]
        case "Toggle":
            let isOn = call.attribute("onOff")?.bool ?? false
            return [EntityCommand(entity: key, values: [.on: .bool(!isOn)])]
        default: throw call.unsupported
        }
    }

    private func speakerCommands(
        _ call: TraitCall, _ states: EntityStates
    ) throws(TraitError) -> [EntityCommand] {
        if call.trait.id == T.matterOnOff.id {
            guard features.contains("volume_mute") else { throw call.unsupported }
            let isHeard = call.attribute("onOff")?.bool ?? true
            let wanted = call.command.name == "On" || call.command.name == "Toggle" && !isHeard
            return [EntityCommand(entity: key, values: [.isMuted: .bool(!wanted)])]
        }
        let present = states.of(key).number(.volume).map { $0 * 254 } ?? 0
        let level: Double
        switch call.command.name {
        case "MoveToLevel", "MoveToLevelWithOnOff": level = Double(call.integer("level") ?? 0)
        case "Step", "StepWithOnOff":
            let size = Double(call.integer("stepSize") ?? 0)
            level = call.integer("stepMode") == 0 ? present + size : present - size
        case "Stop", "StopWithOnOff": return []
        // It moves until it is stopped, which no ecosystem can.
        default: throw call.unsupported
        }
        return [EntityCommand(entity: key, values: [.volume: .number(min(max(level / 254, 0), 1))])]
    }
}
