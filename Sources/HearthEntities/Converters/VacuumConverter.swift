internal import HearthTraitCatalog
internal import HearthTraitCore

/// A robotic vacuum cleaner. Features are those of Home Assistant: `pause`, `return_home`, `locate`.
struct VacuumConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let features: Set<String>
    private let speeds: OptionTrait?
    private let locate: PressTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, features: [String], fanSpeeds: [String]) {
        let key = entity.key
        let features = Set(features)
        self.key = key
        self.features = features
        func name(_ word: String) -> String {
            entity.name.isEmpty ? word.prefix(1).uppercased() + word.dropFirst() : entity.name + " " + word
        }
        speeds =
            fanSpeeds.isEmpty
            ? nil
            : OptionTrait(key + "#speed", name: name("suction"), entity: key, .fanMode, options: fanSpeeds)
        locate =
            features.contains("locate")
            ? PressTrait(
                part: key + "#locate", name: name("locate"), command: EntityCommand(entity: key, action: .locate),
                deviceClass: "identify") : nil
        // Tags of modes: idle and cleaning (Matter Application Clusters 1.4, section 7.2.7).
        let modes = [("Idle", 0, 0x4000), ("Cleaning", 1, 0x4001)].map { label, mode, tag in
            PlainValue.structure([
                "label": .text(label), "mode": .integer(Int64(mode)),
                "modeTags": [.structure(["value": .integer(Int64(tag))])],
            ])
        }
        let run = TraitDraft(T.matterRvcRunMode, ["supportedModes": .list(modes), "currentMode": 0])
        var commands: Set<String> = []
        if features.contains("pause") { commands.formUnion(["Pause", "Resume"]) }
        if features.contains("return_home") { commands.insert("GoHome") }
        let operational = TraitDraft(
            T.matterRvcOperationalState, commands: commands,
            [
                "phaseList": nil, "currentPhase": nil,
                "operationalStateList": .list(
                    [0, 1, 2, 3, 0x40, 0x42].map { .structure(["operationalStateID": .integer($0)]) }),
                "operationalState": 0, "operationalError": .structure(["errorStateID": 0]),
            ])
        let main = EntityPart(
            key: key, name: entity.name, types: [T.roboticVacuumCleanerDeviceType], traits: [run, operational])
        parts = [main] + [speeds?.endpoint, locate?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        var values = speeds?.values(states) ?? [:]
        guard let activity = states.of(key).text(.activity) else { return values }
        let operations: [String: Int64] = [
            "cleaning": 1, "paused": 2, "error": 3, "returning": 0x40, "docked": 0x42, "idle": 0,
        ]
        let isRunning = activity == "cleaning" || activity == "paused"
        values[PartTrait(key, T.matterRvcRunMode)] = ["currentMode": isRunning ? 1 : 0]
        // An error without a name: unable to complete the operation.
        values[PartTrait(key, T.matterRvcOperationalState)] = [
            "operationalState": .integer(operations[activity] ?? 0),
            "operationalError": .structure(["errorStateID": activity == "error" ? 2 : 0]),
        ]
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = locate?.commands(call) { return commands }
        if let commands = try speeds?.commands(call) { return commands }
        switch call.command.name {
        case "ChangeToMode":
            guard let mode = call.integer("newMode"), (0...1).contains(mode) else {
                throw TraitError(
                    .constraintError, "the vacuum cleaner has the modes 0, idle, and 1, cleaning",
                    element: .command(call.command.id), field: "newMode")
            }
            return [EntityCommand(entity: key, action: mode == 1 ? .start : .stop)]
        case "Pause" where features.contains("pause"): return [EntityCommand(entity: key, action: .pause)]
        case "Resume" where features.contains("pause"): return [EntityCommand(entity: key, action: .start)]
        case "GoHome" where features.contains("return_home"):
            return [EntityCommand(entity: key, action: .returnToBase)]
        default: throw call.unsupported
        }
    }
}
