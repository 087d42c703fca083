internal import HearthTraitCatalog
internal import HearthTraitCore

/// An alarm panel. Its modes are words such as `armed_home`; those that SecuritySystem has no value for are an endpoint
/// beside it.
struct AlarmPanelConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let modes: [String]
    private let needsCode: Bool
    private let needsCodeToArm: Bool
    private let others: OptionTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, modes: [String], needsCode: Bool, needsCodeToArm: Bool) {
        key = entity.key
        self.modes = modes
        self.needsCode = needsCode
        self.needsCodeToArm = needsCodeToArm
        let hasOthers = modes.contains { mode in !AlarmMode.exact.contains { $0.state == mode } }
        others =
            hasOthers
            ? OptionTrait(
                key + "#mode", name: entity.name.isEmpty ? "Mode" : entity.name + " mode", entity: key, .alarmState,
                options: modes.contains(AlarmMode.disarmed.state) ? modes : [AlarmMode.disarmed.state] + modes) : nil
        let main = EntityPart(
            key: key, name: entity.name, types: [T.hearthSecuritySystemDeviceType],
            traits: [TraitDraft(T.hearthProjectSecuritySystem, ["currentState": 3, "targetState": 3])])
        parts = [main] + [others?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        var values = others?.values(states) ?? [:]
        guard let word = states.of(key).text(.alarmState) else { return values }
        let place = PartTrait(key, T.hearthProjectSecuritySystem)
        if let mode = AlarmMode.all.first(where: { $0.state == word }) {
            values[place] = ["currentState": .integer(mode.value), "targetState": .integer(mode.value)]
        } else if word == AlarmMode.triggered.state {
            values[place] = ["currentState": .integer(AlarmMode.triggered.value)]
        } else if word == "disarming" {
            values[place] = ["targetState": .integer(AlarmMode.disarmed.value)]
        }
        // While it arms, or waits before an alarm, the last state holds.
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let word = try others?.word(call) else { throw call.unsupported }
        return [try set(word)]
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let word = try others?.word(write) { return [try set(word)] }
        try write.expect("targetState")
        let target = write.integer("targetState")
        guard let word = AlarmMode.exact.first(where: { $0.value == target })?.state else { return [] }
        guard word == AlarmMode.disarmed.state || modes.contains(word) else {
            throw write.refusal(
                "targetState", "the alarm panel has no such mode; it has \(modes.joined(separator: ", "))")
        }
        return [try set(word)]
    }

    private func set(_ word: String) throws(TraitError) -> EntityCommand {
        guard word == AlarmMode.disarmed.state ? !needsCode : !needsCodeToArm else {
            throw TraitError(
                .unsupportedAccess,
                "the alarm panel takes this only with a code, which can't be given here; use its keypad or app, or "
                    + "configure it to need none")
        }
        return EntityCommand(entity: key, values: [.alarmState: .text(word)])
    }
}
