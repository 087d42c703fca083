internal import HearthTraitCatalog
internal import HearthTraitCore

/// A siren, with its tones and its volume as endpoints beside it. How long it sounds is a number that the hub keeps, and
/// sends along when it switches the siren on.
struct SirenConverter: EntityConverter {
    private let onOff: SwitchedTrait
    private let tones: OptionTrait?
    private let volume: NumberTrait?
    private let duration: NumberTrait?
    let parts: [EntityPart]

    /// The seconds that a siren may sound.
    private static let durations = 1.0...1_800

    init(_ entity: Entity, tones: [String], hasVolume: Bool, hasDuration: Bool) {
        let key = entity.key
        let prefix = entity.name.isEmpty ? "" : entity.name + " "
        onOff = SwitchedTrait(part: key, entity: key)
        self.tones =
            tones.isEmpty
            ? nil
            : OptionTrait(
                key + "#tone", name: prefix.isEmpty ? "Tone" : prefix + "tone", entity: key, .tone, options: tones)
        volume =
            hasVolume
            ? NumberTrait(
                part: key + "#volume", name: prefix.isEmpty ? "Volume" : prefix + "volume", entity: key,
                property: .volume, minimum: 0, maximum: 100, step: 1, unit: "%", scale: 100) : nil
        duration =
            hasDuration
            ? NumberTrait(
                part: key + "#duration", name: prefix.isEmpty ? "Duration" : prefix + "duration", entity: key,
                property: .value, minimum: Self.durations.lowerBound, maximum: Self.durations.upperBound, step: 1,
                unit: "s", deviceClass: "duration") : nil
        let main = EntityPart(
            key: key, name: entity.name, types: [StandardTraits.mountedOnOffControlDeviceType],
            traits: [onOff.draft])
        parts = [main] + [self.tones?.endpoint, volume?.endpoint, duration?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [onOff.entity] }

    func values(_ states: EntityStates) -> PartValues {
        var values = onOff.values(states)
        values.merge(tones?.values(states) ?? [:]) { $1 }
        values.merge(volume?.values(states) ?? [:]) { $1 }
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if var commands = try onOff.commands(call, states) {
            for index in commands.indices where commands[index].values[.on] == .bool(true) {
                commands[index].duration = time(call)
            }
            return commands
        }
        if let commands = try tones?.commands(call) { return commands }
        throw call.unsupported
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try tones?.commands(write) { return commands }
        if let commands = try volume?.commands(write) { return commands }
        try write.expect()
        return []
    }

    func kept(_ write: TraitWrite) throws(TraitError) -> [String: PlainValue]? {
        try duration?.number(write).map { ["value": .real($0)] }
    }

    /// How long the siren is to sound; nil for its own time.
    private func time(_ call: TraitCall) -> Duration? {
        let trait = StandardTraits.hearthProjectNumberSetting
        guard let duration, let id = trait.attribute(named: "value")?.field.id,
            case .double(let seconds) = call.beside(PartTrait(duration.part, trait))[id],
            Self.durations.contains(seconds)
        else { return nil }
        return .seconds(seconds)
    }
}
