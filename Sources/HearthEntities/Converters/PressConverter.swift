internal import HearthTraitCatalog
internal import HearthTraitCore

/// A command without a state, as an endpoint.
struct PressTrait: Sendable {
    let part: String
    let name: String
    let command: EntityCommand
    var deviceClass = ""

    var endpoint: EntityPart {
        EntityPart(
            key: part, name: name, types: [StandardTraits.hearthPressDeviceType],
            traits: [
                TraitDraft(
                    StandardTraits.hearthProjectPress, ["deviceClass": .text(deviceClass.prefix(bytes: 64))])
            ])
    }

    /// The entity command for a call; nil if the call is for another endpoint or trait.
    func commands(_ call: TraitCall) -> [EntityCommand]? {
        call.part == part && call.trait.id == StandardTraits.hearthProjectPress.id ? [command] : nil
    }
}

/// A button of the ecosystem that people press in an app.
struct PressConverter: EntityConverter {
    private let press: PressTrait
    let parts: [EntityPart]

    init(_ entity: Entity, deviceClass: String) {
        press = PressTrait(
            part: entity.key, name: entity.name, command: EntityCommand(entity: entity.key, action: .press),
            deviceClass: deviceClass)
        parts = [press.endpoint]
    }

    var entities: [String] { [press.command.entity] }

    func values(_ states: EntityStates) -> PartValues { [:] }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let commands = press.commands(call) else { throw call.unsupported }
        return commands
    }
}
