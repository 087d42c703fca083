internal import HearthEntities
internal import HearthJSON

extension ExposeMapper {
    /// Maps a thermostat, a valve of a radiator or an air conditioner.
    mutating func addClimate(_ exposed: Exposed, _ key: String) -> Set<String> {
        let heating = exposed.feature("occupied_heating_setpoint") ?? exposed.feature("current_heating_setpoint")
        let cooling = exposed.feature("occupied_cooling_setpoint") ?? exposed.feature("current_cooling_setpoint")
        let target = heating ?? cooling
        let mode = exposed.feature("system_mode")
        let modes = mode.map { $0.words(among: WordTable.systemModes) } ?? []
        let limits = target?.range(5...35) ?? 5...35
        var climate = EntityKind.Climate(
            // A radiator's valve without modes only heats.
            modes: modes.isEmpty ? [heating == nil && cooling != nil ? "cool" : "heat"] : modes.map(\.text),
            minimum: limits.lowerBound, maximum: limits.upperBound,
            step: target?.step.flatMap { $0 > 0 ? $0 : nil } ?? 0.5)
        climate.hasTwoTargets = heating != nil && cooling != nil
        climate.hasCurrentTemperature = exposed.feature("local_temperature") != nil
        climate.hasAction = exposed.feature("running_state") != nil
        let demand = exposed.feature("pi_heating_demand").flatMap { $0.isReadable && !$0.isSettable ? $0 : nil }
        climate.hasHeatingDemand = demand != nil
        climate.fanModes = exposed.feature("fan_mode")?.words.map(\.text) ?? []
        climate.swingModes = exposed.feature("swing_mode")?.words.map(\.text) ?? []
        climate.presets = exposed.feature("preset")?.words.map(\.text) ?? []
        let endpoint = exposed.endpoint ?? exposed.features.lazy.compactMap(\.endpoint).first
        let entity = Entity(key: key, name: exposed.title, kind: .climate(climate))
        guard add(entity, for: target?.property ?? key) else { return Set(exposed.features.map(\.name)) }
        remember(.climate, endpoint, key)

        var handled: Set<String> = []
        addTargets(heating, cooling, climate, key, &handled)
        func bindFeature(_ name: String, _ property: EntityProperty, _ conversion: (Exposed) -> ValueConversion) {
            guard let feature = exposed.feature(name) else { return }
            bind(feature, at: [feature.property], to: key, property, conversion(feature))
            handled.insert(name)
        }
        bindFeature("local_temperature", .currentTemperature) { _ in .number(factor: 1, places: 2) }
        if !modes.isEmpty {
            bindFeature("system_mode", .mode) { feature in
                .words(modes + feature.words(among: WordTable.otherSystemModes), isClosed: true)
            }
        }
        bindFeature("running_state", .action) { _ in
            .words(WordTable.runningStates.map { ValueConversion.Word(.string($0.0), $0.1) }, isClosed: true)
        }
        if let demand {
            read([demand.property], key, .heatingDemand, .number(factor: 1, places: 0))
            ask(demand, at: [demand.property], key)
            handled.insert(demand.name)
        }
        bindFeature("fan_mode", .fanMode) { .words($0.words, isClosed: true) }
        bindFeature("swing_mode", .swingMode) { .words($0.words, isClosed: true) }
        bindFeature("preset", .preset) { .words($0.words, isClosed: true) }
        return handled
    }

    private mutating func addTargets(
        _ heating: Exposed?, _ cooling: Exposed?, _ climate: EntityKind.Climate, _ key: String,
        _ handled: inout Set<String>
    ) {
        let degrees = ValueConversion.number(factor: 1, places: 2)
        for (target, property) in [(heating, EntityProperty.targetLow), (cooling, .targetHigh)] {
            guard let target else { continue }
            bind(
                target, at: [target.property], to: key, climate.hasTwoTargets ? property : .targetTemperature, degrees,
                range: target.range(5...35))
            handled.insert(target.name)
        }
    }
}
