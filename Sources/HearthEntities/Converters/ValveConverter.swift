internal import HearthTraitCatalog
internal import HearthTraitCore

/// A valve.
struct ValveConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let hasPosition: Bool
    let parts: [EntityPart]

    init(_ entity: Entity, hasPosition: Bool) {
        key = entity.key
        self.hasPosition = hasPosition
        var values: [String: PlainValue] = [
            "openDuration": nil, "defaultOpenDuration": nil, "remainingDuration": nil, "currentState": nil,
            "targetState": nil,
        ]
        if hasPosition { values.merge(["currentLevel": nil, "targetLevel": nil]) { $1 } }
        parts = [
            EntityPart(
                key: key, name: entity.name, types: [T.waterValveDeviceType],
                traits: [
                    TraitDraft(T.matterValveConfigurationAndControl, features: hasPosition ? 0x2 : 0, values)
                ])
        ]
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        guard state.knows(.position) || state.knows(.action) else { return [:] }
        let position = state.number(.position).map { min(max($0, 0), 1) }
        var values: [String: PlainValue] = [:]
        switch state.text(.action) {
        case "opening":
            values["currentState"] = 2
            values["targetState"] = 1
        case "closing":
            values["currentState"] = 2
            values["targetState"] = 0
        default:
            values["currentState"] = position.map { $0 > 0 ? 1 : 0 } ?? .null
            values["targetState"] = .null
        }
        if hasPosition { values["currentLevel"] = .rounded(position.map { $0 * 100 }) }
        return [PartTrait(key, T.matterValveConfigurationAndControl): values]
    }

    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent] {
        guard let before = old.of(key).number(.position), let after = new.of(key).number(.position),
            (before > 0) != (after > 0)
        else { return [] }
        var fields: [String: PlainValue] = ["valveState": after > 0 ? 1 : 0]
        if hasPosition { fields["valveLevel"] = .rounded(after * 100) }
        return [PartEvent(key, T.matterValveConfigurationAndControl, "ValveStateChanged", fields)]
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        switch call.command.name {
        case "Open":
            guard call.integer("openDuration") == nil else {
                throw TraitError(
                    .constraintError, "the valve opens until it is closed; leave out openDuration",
                    element: .command(call.command.id), field: "openDuration")
            }
            let level = hasPosition ? call.integer("targetLevel") ?? 100 : 100
            return [set(Double(min(max(level, 1), 100)) / 100)]
        case "Close": return [set(0)]
        default: throw call.unsupported
        }
    }

    private func set(_ open: Double) -> EntityCommand {
        EntityCommand(entity: key, values: [.position: .number(open)])
    }
}
