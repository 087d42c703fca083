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

    /// Words by the values of TargetStateEnum.
    private static let targets = ["armed_home", "armed_away", "armed_night", "disarmed"]

    init(_ entity: Entity, modes: [String], needsCode: Bool, needsCodeToArm: Bool) {
        key = entity.key
        self.modes = modes
        self.needsCode = needsCode
        self.needsCodeToArm = needsCodeToArm
        let hasOthers = modes.contains { !Self.targets.contains($0) }
        others =
            hasOthers
            ? OptionTrait(
                key + "#mode", name: entity.name.isEmpty ? "Mode" : entity.name + " mode", entity: key, .alarmState,
                options: modes.contains("disarmed") ? modes : ["disarmed"] + modes) : nil
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
        if let index = Self.targets.firstIndex(of: word) {
            values[place] = ["currentState": .integer(Int64(index)), "targetState": .integer(Int64(index))]
        } else if word == "triggered" {
            values[place] = ["currentState": 4]
        } else if word == "armed_vacation" || word == "armed_custom_bypass" {
            // Armed in a way that has no value: as if people were away.
            values[place] = ["currentState": 1, "targetState": 1]
        } else if word == "disarming" {
            values[place] = ["targetState": 3]
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
        guard let target = write.integer("targetState").flatMap({ Int(exactly: $0) }),
            Self.targets.indices.contains(target)
        else { return [] }
        let word = Self.targets[target]
        guard word == "disarmed" || modes.contains(word) else {
            throw write.refusal(
                "targetState", "the alarm panel has no such mode; it has \(modes.joined(separator: ", "))")
        }
        return [try set(word)]
    }

    private func set(_ word: String) throws(TraitError) -> EntityCommand {
        guard word == "disarmed" ? !needsCode : !needsCodeToArm else {
            throw TraitError(
                .unsupportedAccess,
                "the alarm panel takes this only with a code, which can't be given here; use its keypad or app, or "
                    + "configure it to need none")
        }
        return EntityCommand(entity: key, values: [.alarmState: .text(word)])
    }
}
