internal import HearthTraitCatalog
internal import HearthTraitCore

/// A blind, shutter or curtain as WindowCovering. Matter counts how far it is closed, entities how far it is open.
struct CoverConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let cover: EntityKind.Cover
    let parts: [EntityPart]

    init(_ entity: Entity, _ cover: EntityKind.Cover) {
        key = entity.key
        self.cover = cover
        var features: UInt32 = 0x1
        // Operational, with bits for what knows its position.
        var config: Int64 = 0x1
        var values: [String: PlainValue] = ["operationalStatus": 0, "mode": 0]
        if cover.hasPosition {
            features |= 0x4
            config |= 0x8
            values.merge(["targetPositionLiftPercent100ths": nil, "currentPositionLiftPercent100ths": nil]) { $1 }
        }
        if cover.hasTilt {
            features |= 0x2 | 0x10
            config |= 0x10
            values.merge(["targetPositionTiltPercent100ths": nil, "currentPositionTiltPercent100ths": nil]) { $1 }
        }
        let (type, product) = CoverClass.values(of: cover.deviceClass, hasTilt: cover.hasTilt)
        values["configStatus"] = .integer(config)
        values["type"] = .integer(type)
        values["endProductType"] = .integer(product)
        var commands: Set<String> = []
        if cover.hasPosition { commands.insert("GoToLiftPercentage") }
        if cover.hasTilt { commands.insert("GoToTiltPercentage") }
        parts = [
            EntityPart(
                key: key, name: entity.name, types: [T.windowCoveringDeviceType],
                traits: [TraitDraft(T.matterWindowCovering, features: features, commands: commands, values)])
        ]
    }

    var entities: [String] { [key] }

    /// How far it is closed, in hundredths of a percent.
    static func closed(_ open: Double) -> PlainValue { .rounded(10_000 * (1 - min(max(open, 0), 1))) }

    private static func open(_ closed: Int64) -> Double { 1 - Double(min(max(closed, 0), 10_000)) / 10_000 }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        var values: [String: PlainValue] = [:]
        if cover.hasPosition, state.knows(.position) {
            values["currentPositionLiftPercent100ths"] = state.number(.position).map { Self.closed($0) } ?? .null
        }
        if cover.hasTilt, state.knows(.tilt) {
            values["currentPositionTiltPercent100ths"] = state.number(.tilt).map { Self.closed($0) } ?? .null
        }
        // A cover that reports no action counts as still: its target is its position.
        let action = state.text(.action) ?? "idle"
        // The bits of OperationalStatus: 1 is opening, 2 closing, for the whole and for lift.
        values["operationalStatus"] = action == "opening" ? 0x5 : action == "closing" ? 0xA : 0
        if action == "idle" {
            if cover.hasPosition {
                values["targetPositionLiftPercent100ths"] = values["currentPositionLiftPercent100ths"]
            }
            if cover.hasTilt {
                values["targetPositionTiltPercent100ths"] = values["currentPositionTiltPercent100ths"]
            }
        }
        return values.isEmpty ? [:] : [PartTrait(key, T.matterWindowCovering): values]
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        switch call.command.name {
        case "UpOrOpen": return [set(.position, 1)]
        case "DownOrClose": return [set(.position, 0)]
        case "StopMotion":
            guard cover.canStop else { throw call.unsupported }
            return [EntityCommand(entity: key, action: .stop)]
        case "GoToLiftPercentage":
            guard cover.hasPosition, let value = call.integer("liftPercent100thsValue") else { throw call.unsupported }
            return [set(.position, Self.open(value))]
        case "GoToTiltPercentage":
            guard cover.hasTilt, let value = call.integer("tiltPercent100thsValue") else { throw call.unsupported }
            return [set(.tilt, Self.open(value))]
        default: throw call.unsupported
        }
    }

    private func set(_ property: EntityProperty, _ open: Double) -> EntityCommand {
        EntityCommand(entity: key, values: [property: .number(open)])
    }
}

/// A garage door, gate or door as a closure, which guests and automations need consent for.
struct ClosureConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let canStop: Bool
    let parts: [EntityPart]

    init(_ entity: Entity, _ deviceClass: ClosureClass, canStop: Bool) {
        key = entity.key
        self.canStop = canStop
        // Positioning; without Stop it is instantaneous.
        parts = [
            EntityPart(
                key: key, name: entity.name, types: [T.closureDeviceType], tags: [deviceClass.tag],
                traits: [
                    TraitDraft(
                        T.matterClosureControl, features: canStop ? 0x1 : 0x5,
                        [
                            "mainState": 0, "currentErrorList": [], "overallCurrentState": nil,
                            "overallTargetState": nil,
                        ])
                ])
        ]
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        guard state.knows(.position) || state.knows(.action) else { return [:] }
        let action = state.text(.action)
        var values: [String: PlainValue] = ["mainState": action == "opening" || action == "closing" ? 1 : 0]
        if let position = state.number(.position) {
            let place: Int64 = position <= 0 ? 0 : position >= 1 ? 1 : 2
            values["overallCurrentState"] = .structure([
                "position": .integer(place), "secureState": .bool(position <= 0),
            ])
        } else {
            values["overallCurrentState"] = .null
        }
        switch action {
        case "opening": values["overallTargetState"] = .structure(["position": 1])
        case "closing": values["overallTargetState"] = .structure(["position": 0])
        default: break
        }
        return [PartTrait(key, T.matterClosureControl): values]
    }

    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent] {
        guard let before = old.of(key).number(.position).map({ $0 <= 0 }),
            let after = new.of(key).number(.position).map({ $0 <= 0 }), before != after
        else { return [] }
        return [PartEvent(key, T.matterClosureControl, "SecureStateChanged", ["secureValue": .bool(after)])]
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        switch call.command.name {
        case "MoveTo", "GroupedMoveTo":
            guard let target = call.integer("position"), target < 2 else {
                throw TraitError(
                    .constraintError, "this closure takes moveToFullyOpen and moveToFullyClosed",
                    element: .command(call.command.id), field: "position")
            }
            return [EntityCommand(entity: key, values: [.position: .number(target == 1 ? 1 : 0)])]
        case "Stop":
            guard canStop else { throw call.unsupported }
            return [EntityCommand(entity: key, action: .stop)]
        default: throw call.unsupported
        }
    }
}
