internal import HearthTraitCatalog
internal import HearthTraitCore

/// OnOff of an air conditioner, which is off in its mode `off`.
struct ConditionerSwitch: Sendable {
    private typealias T = StandardTraits

    /// Words of fan modes that are no speed. A heating and cooling of a whole home has a fan that only circulates the
    /// air, and is no room's air conditioner.
    private static let withoutSpeed: Set<String> = ["on", "off", "auto"]
    /// Matter's RoomAirConditioner has the feature DeadFrontBehavior (Matter Device Library 1.4, section 9.3.5).
    private static let deadFront: UInt32 = 0x2
    /// The modes to begin with, the best first.
    private static let first = ["auto", "heat_cool", "cool"]

    private let part: String
    private let entity: String
    private let modes: [String]

    /// Nil for a thermostat that is no room's air conditioner: it cools nothing, has no fan with a speed, or can't be
    /// switched off, which OnOff promises.
    init?(_ thermostat: ThermostatTrait) {
        let climate = thermostat.climate
        guard thermostat.cools, climate.modes.contains("off"),
            climate.fanModes.contains(where: { !Self.withoutSpeed.contains($0) })
        else { return nil }
        (part, entity, modes) = (thermostat.part, thermostat.entity, climate.modes)
    }

    var draft: TraitDraft { TraitDraft(T.matterOnOff, features: Self.deadFront, ["onOff": false]) }

    private func isOn(_ states: EntityStates) -> Bool? {
        let state = states.of(entity)
        return state.text(.mode).map { $0 != "off" } ?? state.bool(.on)
    }

    func values(_ states: EntityStates) -> PartValues {
        guard let isOn = isOn(states) else { return [:] }
        return [PartTrait(part, T.matterOnOff): ["onOff": .bool(isOn)]]
    }

    /// What a command of OnOff asks; nil for another trait's.
    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand]? {
        guard call.part == part, call.trait.id == T.matterOnOff.id else { return nil }
        switch call.command.name {
        case "Off": return set(false, states)
        case "On": return set(true, states)
        case "Toggle": return set(isOn(states) != true, states)
        default: throw call.unsupported
        }
    }

    private func set(_ wanted: Bool, _ states: EntityStates) -> [EntityCommand] {
        // One that is on keeps its mode.
        if wanted, isOn(states) == true { return [] }
        // A device that reports whether it is on returns to its last mode by itself.
        if states.of(entity).knows(.on) { return [EntityCommand(entity: entity, values: [.on: .bool(wanted)])] }
        let start = Self.first.first { modes.contains($0) } ?? "cool"
        return [EntityCommand(entity: entity, values: [.mode: .text(wanted ? start : "off")])]
    }
}
