internal import HearthTraitCatalog
internal import HearthTraitCore

/// A siren, with its tones and its volume as endpoints beside it. How long it sounds is the device's own.
struct SirenConverter: EntityConverter {
    private let onOff: SwitchedTrait
    private let tones: OptionTrait?
    private let volume: NumberTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, tones: [String], hasVolume: Bool) {
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
        let main = EntityPart(
            key: key, name: entity.name, types: [StandardTraits.mountedOnOffControlDeviceType],
            traits: [onOff.draft])
        parts = [main] + [self.tones?.endpoint, volume?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [onOff.entity] }

    func values(_ states: EntityStates) -> PartValues {
        var values = onOff.values(states)
        values.merge(tones?.values(states) ?? [:]) { $1 }
        values.merge(volume?.values(states) ?? [:]) { $1 }
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try onOff.commands(call, states) { return commands }
        if let commands = try tones?.commands(call) { return commands }
        throw call.unsupported
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try tones?.commands(write) { return commands }
        if let commands = try volume?.commands(write) { return commands }
        try write.expect()
        return []
    }
}
