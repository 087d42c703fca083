internal import HearthTraitCatalog
internal import HearthTraitCore

/// A thermostat, an air conditioner or a water heater. Words that Thermostat has no value for are endpoints beside it.
struct ClimateConverter: EntityConverter {
    private typealias T = StandardTraits

    private let thermostat: ThermostatTrait
    private let options: [OptionTrait]
    private let humidity: NumberTrait?
    private let fan: ClimateFan?
    /// nil for all but room air conditioners.
    private let power: ConditionerSwitch?
    let parts: [EntityPart]

    init(_ entity: Entity, _ climate: EntityKind.Climate, use: ThermostatTrait.Use) {
        let key = entity.key
        func name(_ word: String) -> String {
            entity.name.isEmpty ? word.prefix(1).uppercased() + word.dropFirst() : entity.name + " " + word
        }
        thermostat = ThermostatTrait(part: key, entity: key, climate: climate, use: use)
        fan = thermostat.cools ? ClimateFan(part: key, entity: key, climate: climate) : nil
        power = ConditionerSwitch(thermostat)
        var options: [OptionTrait] = []
        if thermostat.needsModeSelect {
            options.append(
                OptionTrait(key + "#mode", name: name("mode"), entity: key, .mode, options: climate.modes))
        }
        let lists: [(String, EntityProperty, [String], String?)] = [
            ("fan", .fanMode, fan?.hasAllModes == true ? [] : climate.fanModes, nil),
            ("swing", .swingMode, fan?.hasAllSwings == true ? [] : climate.swingModes, nil),
            ("preset", .preset, climate.presets, "none"),
        ]
        for (word, property, words, none) in lists where !words.isEmpty {
            options.append(
                OptionTrait(key + "#" + word, name: name(word), entity: key, property, options: words, none: none))
        }
        self.options = options
        humidity =
            climate.hasTargetHumidity
            ? NumberTrait(
                part: key + "#humidity", name: name("humidity"), entity: key, property: .targetHumidity, minimum: 0,
                maximum: 100, step: 1, unit: "%", deviceClass: "humidity") : nil
        var traits = [power?.draft, thermostat.draft, fan?.draft].compactMap { $0 }
        if climate.hasCurrentHumidity {
            traits.append(
                TraitDraft(
                    T.matterRelativeHumidityMeasurement,
                    ["measuredValue": nil, "minMeasuredValue": nil, "maxMeasuredValue": nil]))
        }
        let type =
            use == .water
            ? T.waterHeaterDeviceType : power == nil ? T.thermostatDeviceType : T.roomAirConditionerDeviceType
        let main = EntityPart(key: key, name: entity.name, types: [type], traits: traits)
        parts = [main] + options.map(\.endpoint) + [humidity?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [thermostat.entity] }

    func values(_ states: EntityStates) -> PartValues {
        var values = thermostat.values(states)
        for option in options { values.merge(option.values(states)) { $1 } }
        values.merge(humidity?.values(states) ?? [:]) { $1 }
        values.merge(fan?.values(states) ?? [:]) { $1 }
        values.merge(power?.values(states) ?? [:]) { $1 }
        let state = states.of(thermostat.entity)
        if thermostat.climate.hasCurrentHumidity, state.knows(.currentHumidity) {
            values[PartTrait(thermostat.part, T.matterRelativeHumidityMeasurement)] = [
                "measuredValue": .rounded(state.number(.currentHumidity).map { $0 * 100 })
            ]
        }
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try thermostat.commands(call, states) { return commands }
        if let commands = try power?.commands(call, states) { return commands }
        for option in options {
            if let commands = try option.commands(call) { return commands }
        }
        throw call.unsupported
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        if let commands = try thermostat.commands(write, states) { return commands }
        for option in options {
            if let commands = try option.commands(write) { return commands }
        }
        if let commands = try humidity?.commands(write) { return commands }
        if let commands = try fan?.commands(write) { return commands }
        try write.expect()
        return []
    }
}
