internal import HearthTraitCatalog
internal import HearthTraitCore

/// An alarm panel. Its modes are words such as `armed_home`; those that SecuritySystem has no value for are an endpoint
/// beside it. Codes are passed on with their command and kept nowhere.
struct AlarmPanelConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let modes: [String]
    private let needsCode: Bool
    private let needsCodeToArm: Bool
    private let others: OptionTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, modes: [String], needsCode: Bool, needsCodeToArm: Bool, hasTextCode: Bool) {
        key = entity.key
        self.modes = modes
        self.needsCode = needsCode
        self.needsCodeToArm = needsCodeToArm
        let hasOthers = modes.contains { mode in !AlarmMode.exact.contains { $0.state == mode } }
        others =
            hasOthers
            ? OptionTrait(
                key + "#mode", name: entity.name.isEmpty ? "Mode" : entity.name + " mode", entity: key, .alarmState,
                options: modes.contains(AlarmMode.disarmed.state) ? modes : [AlarmMode.disarmed.state] + modes,
                // A mode is chosen without a code.
                isSettable: !needsCodeToArm) : nil
        var values: [String: PlainValue] = ["currentState": 3, "targetState": 3]
        if needsCode || needsCodeToArm {
            values.merge([
                "requiresCodeToArm": .bool(needsCodeToArm), "requiresCodeToDisarm": .bool(needsCode),
                "codeFormat": .integer(hasTextCode ? 1 : 0),
            ]) { $1 }
        }
        let main = EntityPart(
            key: key, name: entity.name, types: [T.hearthSecuritySystemDeviceType],
            traits: [
                TraitDraft(T.hearthProjectSecuritySystem, features: needsCode || needsCodeToArm ? 1 : 0, values)
            ])
        parts = [main] + [others?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        var values = others?.values(states) ?? [:]
        let state = states.of(key)
        guard let word = state.text(.alarmState) else { return values }
        let place = PartTrait(key, T.hearthProjectSecuritySystem)
        if let mode = AlarmMode.all.first(where: { $0.state == word }) {
            values[place] = ["currentState": .integer(mode.value), "targetState": .integer(mode.value)]
        } else if word == AlarmMode.triggered.state {
            values[place] = ["currentState": .integer(AlarmMode.triggered.value)]
        } else if word == "disarming" {
            values[place] = ["targetState": .integer(AlarmMode.disarmed.value)]
        } else if let target = target(word, commanded: state.text(.alarmTarget)) {
            // While it arms, or waits before an alarm, the current state holds.
            values[place] = ["targetState": .integer(target)]
        }
        return values
    }

    /// The value of TargetStateEnum while a panel is under way, which it does not say: the mode that the hub commanded.
    /// A panel that was armed at a keypad is taken to be armed for people who leave; nil if the last target holds.
    private func target(_ word: String, commanded: String?) -> Int64? {
        guard ["arming", "pending"].contains(word) else { return nil }
        if let mode = AlarmMode.armed.first(where: { $0.state == commanded }) { return mode.value }
        guard word == "arming" else { return nil }
        let armed = AlarmMode.armed.filter { modes.contains($0.state) }
        return armed.contains { $0.value == Self.away } ? Self.away : armed.first?.value ?? Self.away
    }

    /// The value of both enums for a home that people have left.
    private static let away: Int64 = 1

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let word = try others?.word(call) { return [try set(word, code: nil)] }
        guard call.part == key, call.command.name == "SetTargetState", let target = call.integer("targetState") else {
            throw call.unsupported
        }
        guard let word = word(target) else { throw call.refusal("targetState", unknownMode) }
        return [try set(word, code: try call.code("code"))]
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let word = try others?.word(write) { return [try set(word, code: nil)] }
        if write.part != key { return [] }
        try write.expect("targetState")
        guard let target = write.integer("targetState") else { return [] }
        guard let word = word(target) else { throw write.refusal("targetState", unknownMode) }
        return [try set(word, code: nil)]
    }

    /// The panel's word for a value of TargetStateEnum; nil if it has no such mode.
    private func word(_ target: Int64) -> String? {
        let word = AlarmMode.exact.first { $0.value == target }?.state
        return word == AlarmMode.disarmed.state || word.map { modes.contains($0) } ?? false ? word : nil
    }

    private var unknownMode: String { "the alarm panel has no such mode; it has \(modes.joined(separator: ", "))" }

    private func set(_ word: String, code: String?) throws(TraitError) -> EntityCommand {
        let disarms = word == AlarmMode.disarmed.state
        guard code != nil || !(disarms ? needsCode : needsCodeToArm) else {
            throw TraitError(
                .failure,
                "the alarm panel is \(disarms ? "disarmed" : "armed") only with a code; give it with "
                    + "SecuritySystem.setTargetState")
        }
        return EntityCommand(entity: key, values: [.alarmState: .text(word)], code: code)
    }
}
