internal import HearthTraitCatalog
internal import HearthTraitCore

/// LevelControl of a light: levels 1 to 254 of its brightness.
struct LightLevel: Sendable {
    private typealias T = StandardTraits

    let part: String
    let entity: String
    let hasTransition: Bool

    static let lowest: Int64 = 1
    static let highest: Int64 = 254

    var draft: TraitDraft {
        TraitDraft(
            T.matterLevelControl, features: 0x1,
            [
                "currentLevel": nil, "minLevel": .integer(Self.lowest), "maxLevel": .integer(Self.highest),
                "options": 0, "onLevel": nil,
            ])
    }

    /// The level of a brightness of 0 to 1. A light that is on is never at 0.
    static func level(_ brightness: Double) -> Int64 {
        guard let level = Int64(exactly: (brightness * 254).rounded(.toNearestOrAwayFromZero)) else { return lowest }
        return min(max(level, lowest), highest)
    }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(entity)
        guard let brightness = state.number(.brightness) else { return [:] }
        // A light that is off says 0, or the brightness that it had.
        if brightness <= 0, state.bool(.on) != true { return [:] }
        return [PartTrait(part, T.matterLevelControl): ["currentLevel": .integer(Self.level(brightness))]]
    }

    /// What a command of LevelControl asks; nil for another trait's.
    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand]? {
        guard call.part == part, call.trait.id == T.matterLevelControl.id else { return nil }
        let state = states.of(entity)
        let withOnOff = call.command.name.hasSuffix("WithOnOff")
        // Nothing can be set for later: a light that is off ignores what doesn't switch it on.
        guard withOnOff || state.bool(.on) != false else { return [] }
        let present = state.number(.brightness).map { Self.level($0) } ?? call.attribute("currentLevel")?.integer
        switch call.command.name {
        case "MoveToLevel", "MoveToLevelWithOnOff":
            guard let level = call.integer("level") else { return [] }
            return [move(to: level, withOnOff, call.transition)]
        case "Step", "StepWithOnOff":
            guard let size = call.integer("stepSize"), let present else { return [] }
            return [
                move(to: call.integer("stepMode") == 0 ? present + size : present - size, withOnOff, call.transition)
            ]
        case "Move", "MoveWithOnOff":
            let end = call.integer("moveMode") == 0 ? Self.highest : Self.lowest
            guard let rate = call.integer("rate"), rate > 0, let present else {
                return [move(to: end, withOnOff, nil)]
            }
            return [move(to: end, withOnOff, .seconds(1) * Int(abs(end - present)) / Int(rate))]
        case "Stop", "StopWithOnOff":
            guard hasTransition, let brightness = state.number(.brightness) else { return [] }
            return [EntityCommand(entity: entity, values: [.brightness: .number(brightness)], transition: .zero)]
        default: throw call.unsupported
        }
    }

    private func move(to level: Int64, _ withOnOff: Bool, _ transition: Duration?) -> EntityCommand {
        let transition = hasTransition ? transition : nil
        // At its lowest level a light is off (Matter Application Clusters 1.4, section 1.6.4.1.1).
        if withOnOff, level <= Self.lowest {
            return EntityCommand(entity: entity, values: [.on: .bool(false)], transition: transition)
        }
        let brightness = Double(min(max(level, Self.lowest), Self.highest)) / 254
        return EntityCommand(
            entity: entity, values: [.on: .bool(true), .brightness: .number(brightness)], transition: transition)
    }
}
