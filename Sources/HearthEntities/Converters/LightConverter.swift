internal import HearthTraitCatalog
internal import HearthTraitCore

/// A light, with its effects as an endpoint beside it.
struct LightConverter: EntityConverter {
    private let onOff: SwitchedTrait
    private let level: LightLevel?
    private let color: LightColor?
    private let effects: OptionTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, _ light: EntityKind.Light) {
        let key = entity.key
        let hasColor = light.color != .none || light.mireds != nil
        onOff = SwitchedTrait(part: key, entity: key)
        level =
            light.hasBrightness || hasColor
            ? LightLevel(part: key, entity: key, hasTransition: light.hasTransition) : nil
        color = hasColor ? LightColor(part: key, entity: key, light: light) : nil
        effects =
            light.effects.isEmpty
            ? nil
            : OptionTrait(
                key + "#effect", name: entity.name.isEmpty ? "Effect" : entity.name + " effect", entity: key, .effect,
                options: light.effects, none: "None")
        let type =
            light.color != .none
            ? StandardTraits.extendedColorLightDeviceType
            : light.mireds != nil
                ? StandardTraits.colorTemperatureLightDeviceType
                : level != nil ? StandardTraits.dimmableLightDeviceType : StandardTraits.onOffLightDeviceType
        let main = EntityPart(
            key: key, name: entity.name, types: [type],
            traits: [onOff.draft] + [level?.draft, color?.draft].compactMap { $0 })
        parts = [main] + [effects?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [onOff.entity] }

    func values(_ states: EntityStates) -> PartValues {
        var values = onOff.values(states)
        for more in [level?.values(states), color?.values(states), effects?.values(states)] {
            values.merge(more ?? [:]) { $1 }
        }
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try onOff.commands(call, states) { return commands }
        if let commands = try level?.commands(call, states) { return commands }
        if let commands = try color?.commands(call, states) { return commands }
        if let commands = try effects?.commands(call) { return commands }
        throw call.unsupported
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try effects?.commands(write) { return commands }
        try write.expect()
        return []
    }
}
