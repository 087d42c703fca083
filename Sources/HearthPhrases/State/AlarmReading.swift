internal import HearthTraitDescriptors

/// The state of an alarm system from its values: Hearth's SecuritySystem (`Schemas/Hearth`), or Google's ArmDisarm
/// (`Schemas/Google`).
package struct AlarmReading: Sendable {
    /// How far an alarm system watches a home.
    package enum Level: String, CaseIterable, Sendable {
        case home, away, night
    }

    private let system: DeviceReading.Trait?
    private let google: DeviceReading.Trait?
    /// The values of SecuritySystem's enums.
    private static let values: [Level: Int64] = [.home: 0, .away: 1, .night: 2]
    static let disarmed: Int64 = 3
    private static let triggered: Int64 = 4
    /// The values of ArmDisarm's LevelCategory: stay, away and night.
    private static let categories: [Level: Int64] = [.home: 5, .away: 1, .night: 4]

    /// nil without one of the traits.
    package init?(_ part: DeviceReading.Part) {
        system = part.traits[TraitID.securitySystem]
        google = part.traits[TraitID.armDisarm]
        guard system != nil || google != nil else { return nil }
    }

    /// The levels that it has; empty if it is only armed or not.
    package var levels: [Level] {
        system != nil ? Level.allCases : Level.allCases.filter { name(of: $0) != nil }
    }

    /// Whether it is armed, also while it raises an alarm; nil if unknown.
    package var isArmed: Bool? {
        if let system { return system.integer("currentState").map { $0 != Self.disarmed } }
        // ArmDisarm.ArmState: armed, disarmed, before an alarm, alarm. While people leave, it is not armed yet.
        let states: [Int64: Bool] = [1: true, 2: false, 3: true, 4: true, 5: false]
        return google?.value("isArmed")?.bool ?? google?.integer("armState").flatMap { states[$0] }
    }

    /// The level to which it is armed; nil if it is not, or has no such level.
    package var level: Level? {
        guard isArmed == true else { return nil }
        if let system {
            let state = system.integer("currentState")
            // An alarm that was raised has the level of its target.
            let value = state == Self.triggered ? system.integer("targetState") : state
            return Level.allCases.first { Self.values[$0] == value }
        }
        guard case .string(let name)? = google?.value("currentArmLevel") else { return nil }
        return Level.allCases.first { self.name(of: $0) == name }
    }

    /// Arms it to a level, or as it is armed without one; nil if it can't.
    func arm(_ level: Level?) -> (trait: DeviceReading.Trait, content: DeviceAction.Content)? {
        if let system {
            return level.flatMap { Self.values[$0] }.flatMap { set(system, $0) }
        }
        guard let google else { return nil }
        var arguments: [String: TraitValue] = ["arm": .bool(true)]
        if let level {
            guard let name = name(of: level) else { return nil }
            arguments["armLevel"] = .string(name)
        }
        return google.command("armDisarm", arguments).map { (google, $0) }
    }

    func disarm() -> (trait: DeviceReading.Trait, content: DeviceAction.Content)? {
        if let system { return set(system, Self.disarmed) }
        guard let google else { return nil }
        return google.command("armDisarm", ["arm": .bool(false)]).map { (google, $0) }
    }

    private func set(
        _ system: DeviceReading.Trait, _ target: Int64
    ) -> (trait: DeviceReading.Trait, content: DeviceAction.Content)? {
        system.update("targetState", .unsigned(UInt64(target))).map { (system, $0) }
    }

    /// The name that ArmDisarm's commands have for a level. Field 0 of AvailableArmLevels is the list of Levels, whose
    /// field 0 is the name and 2 the category.
    private func name(of level: Level) -> String? {
        guard case .structure(let available)? = google?.value("availableArmLevels") else { return nil }
        for case .structure(let entry) in available[0]?.list ?? []
        where entry[2]?.integer == Self.categories[level] {
            if case .string(let name)? = entry[0] { return name }
        }
        return nil
    }
}
