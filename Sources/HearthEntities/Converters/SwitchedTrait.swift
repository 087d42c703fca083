internal import HearthTraitCatalog
internal import HearthTraitCore

/// OnOff of an entity.
struct SwitchedTrait: Sendable {
    let part: String
    let entity: String

    var draft: TraitDraft { TraitDraft(StandardTraits.matterOnOff, ["onOff": false]) }

    func values(_ states: EntityStates) -> PartValues {
        guard let isOn = states.of(entity).bool(.on) else { return [:] }
        return [PartTrait(part, StandardTraits.matterOnOff): ["onOff": .bool(isOn)]]
    }

    /// What a command of OnOff asks; nil for another trait's.
    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand]? {
        guard call.part == part, call.trait.id == StandardTraits.matterOnOff.id else { return nil }
        switch call.command.name {
        case "Off": return [set(false)]
        case "On": return [set(true)]
        case "Toggle":
            guard let isOn = states.of(entity).bool(.on) else {
                return [EntityCommand(entity: entity, action: .toggle)]
            }
            return [set(!isOn)]
        default: throw call.unsupported
        }
    }

    private func set(_ isOn: Bool) -> EntityCommand { EntityCommand(entity: entity, values: [.on: .bool(isOn)]) }
}

/// A switch or a plug.
struct ToggleConverter: EntityConverter {
    private let onOff: SwitchedTrait
    let parts: [EntityPart]

    init(_ entity: Entity, deviceClass: String) {
        onOff = SwitchedTrait(part: entity.key, entity: entity.key)
        let type =
            deviceClass == "outlet"
            ? StandardTraits.onOffPluginUnitDeviceType : StandardTraits.mountedOnOffControlDeviceType
        parts = [EntityPart(key: entity.key, name: entity.name, types: [type], traits: [onOff.draft])]
    }

    var entities: [String] { [onOff.entity] }

    func values(_ states: EntityStates) -> PartValues { onOff.values(states) }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let commands = try onOff.commands(call, states) else { throw call.unsupported }
        return commands
    }
}
