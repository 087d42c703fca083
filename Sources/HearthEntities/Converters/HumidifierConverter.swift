internal import HearthTraitCatalog
internal import HearthTraitCore

/// A humidifier or dehumidifier, with its modes as an endpoint beside it.
struct HumidifierConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let dries: Bool
    private let limits: ClosedRange<Double>
    private let modes: OptionTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, dries: Bool, minimum: Double, maximum: Double, modes: [String]) {
        key = entity.key
        self.dries = dries
        let low = min(max(minimum.isFinite ? minimum : 0, 0), 100)
        limits = low...min(max(maximum.isFinite ? maximum : 100, low), 100)
        self.modes =
            modes.isEmpty
            ? nil
            : OptionTrait(
                key + "#mode", name: entity.name.isEmpty ? "Mode" : entity.name + " mode", entity: key, .mode,
                options: modes)
        let humidifier = TraitDraft(
            T.hearthProjectHumidifierDehumidifier,
            [
                "active": false, "currentState": 0, "targetState": dries ? 2 : 1,
                dries ? "dehumidifierThreshold" : "humidifierThreshold": .rounded(low),
            ])
        let humidity = TraitDraft(
            T.matterRelativeHumidityMeasurement,
            ["measuredValue": nil, "minMeasuredValue": nil, "maxMeasuredValue": nil])
        let main = EntityPart(
            key: key, name: entity.name, types: [T.hearthHumidifierDehumidifierDeviceType],
            traits: [humidifier, humidity])
        parts = [main] + [self.modes?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [key] }

    private var threshold: String { dries ? "dehumidifierThreshold" : "humidifierThreshold" }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        var values: [String: PlainValue] = [:]
        if let isOn = state.bool(.on) { values["active"] = .bool(isOn) }
        if let target = state.number(.targetHumidity) { values[threshold] = .rounded(min(max(target, 0), 100)) }
        let works = dries ? 3 : 2
        switch state.text(.action) {
        case "humidifying", "drying": values["currentState"] = .integer(Int64(works))
        case "idle": values["currentState"] = 1
        case "off": values["currentState"] = 0
        default:
            if let isOn = state.bool(.on) { values["currentState"] = isOn ? .integer(Int64(works)) : 0 }
        }
        var all = modes?.values(states) ?? [:]
        if !values.isEmpty { all[PartTrait(key, T.hearthProjectHumidifierDehumidifier)] = values }
        if state.knows(.currentHumidity) {
            all[PartTrait(key, T.matterRelativeHumidityMeasurement)] = [
                "measuredValue": .rounded(state.number(.currentHumidity).map { $0 * 100 })
            ]
        }
        return all
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let commands = try modes?.commands(call) else { throw call.unsupported }
        return commands
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try modes?.commands(write) { return commands }
        try write.expect("active", threshold)
        var values: [EntityProperty: EntityValue] = [:]
        if let active = write.value("active")?.bool { values[.on] = .bool(active) }
        if let wanted = write.integer(threshold) {
            guard limits.contains(Double(wanted)) else {
                throw write.refusal(
                    threshold, "the device takes \(limits.lowerBound) to \(limits.upperBound) %, and not \(wanted)")
            }
            values[.targetHumidity] = .number(Double(wanted))
        }
        return values.isEmpty ? [] : [EntityCommand(entity: key, values: values)]
    }
}
