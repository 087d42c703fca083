internal import HearthEntities

extension Components {
    private static let modes = ["auto", "off", "cool", "heat", "dry", "fan_only"]
    private static let waterModes = ["off", "eco", "electric", "gas", "heat_pump", "high_demand", "performance"]

    /// The conversion of temperatures in °C, °F or K.
    private static func temperature(_ unit: String) -> Conversion {
        switch unit {
        case "F", "°F": .linear(zero: 32, one: 33.8, places: 1)
        case "K": .linear(zero: 273.15, one: 274.15, places: 2)
        default: .linear(zero: 0, one: 1, places: 2)
        }
    }

    /// A temperature of the device's unit in °C, to hundredths.
    private static func celsius(_ number: Double, _ unit: Conversion) -> Double {
        guard case .linear(let zero, let one, _) = unit else { return number }
        return ((number - zero) / (one - zero)).rounded(places: 2)
    }

    /// What climates and water heaters have in common.
    ///
    /// - Parameter limits: the least and greatest target in °C if the device says none.
    private static func thermostat(
        _ builder: inout EntityBuilder, modes defaults: [String], limits: ClosedRange<Double>
    ) throws(Refusal) -> EntityKind.Climate {
        let options = builder.options
        let unit = temperature(builder.text("temperature_unit", "C"))
        let hasCurrent = try builder.read(
            "current_temperature_topic", "current_temperature_template", .currentTemperature, unit)
        try builder.read("temperature_state_topic", "temperature_state_template", .targetTemperature, unit)
        try builder.write("temperature_command_topic", "temperature_command_template", .targetTemperature, unit)
        var modes = options.has("modes") ? options.words("modes") : defaults
        let readsMode = try builder.read("mode_state_topic", "mode_state_template", .mode, .same(modes))
        let setsMode = try builder.write("mode_command_topic", "mode_command_template", .mode, .same(modes))
        if !readsMode, !setsMode { modes = [] }
        if setsMode, !modes.contains("off"),
            let power = try builder.target("power_command_topic", "power_command_template"),
            let on = builder.fixed(power, "payload_on", default: "ON"),
            let off = builder.fixed(power, "payload_off", default: "OFF")
        {
            modes.append("off")
            builder.map.power = EntityMap.Power(on: on, off: off)
        }
        var climate = EntityKind.Climate(modes: modes, hasCurrentTemperature: hasCurrent)
        climate.minimum = options.number("min_temp").map { celsius($0, unit) } ?? limits.lowerBound
        climate.maximum = options.number("max_temp").map { celsius($0, unit) } ?? limits.upperBound
        guard climate.minimum < climate.maximum else {
            throw Refusal("its min_temp \(climate.minimum) is not below its max_temp \(climate.maximum)")
        }
        if case .linear(let zero, let one, _) = unit, let step = options.number("temp_step"), step > 0 {
            climate.step = (step / (one - zero)).rounded(places: 2)
        } else {
            climate.step = 1
        }
        return climate
    }

    static func climate(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        let options = builder.options
        var climate = try thermostat(&builder, modes: modes, limits: 7...35)
        let unit = temperature(builder.text("temperature_unit", "C"))
        for (name, property) in [("low", EntityProperty.targetLow), ("high", .targetHigh)] {
            try builder.read("temperature_\(name)_state_topic", "temperature_\(name)_state_template", property, unit)
            let isSettable = try builder.write(
                "temperature_\(name)_command_topic", "temperature_\(name)_command_template", property, unit)
            if isSettable { climate.hasTwoTargets = true }
        }
        climate.hasAction = try builder.read(
            "action_topic", "action_template", .action,
            .words(ThermostatWords.actions.map { Conversion.Word($0, $0) }, isClosed: true))
        climate.hasCurrentHumidity = try builder.read(
            "current_humidity_topic", "current_humidity_template", .currentHumidity, .number)
        try builder.read(
            "target_humidity_state_topic", "target_humidity_state_template", .targetHumidity, .number)
        climate.hasTargetHumidity = try builder.write(
            "target_humidity_command_topic", "target_humidity_command_template", .targetHumidity, .number)
        let fanModes = options.has("fan_modes") ? options.words("fan_modes") : ["auto", "low", "medium", "high"]
        try builder.read("fan_mode_state_topic", "fan_mode_state_template", .fanMode, .same(fanModes))
        if try builder.write("fan_mode_command_topic", "fan_mode_command_template", .fanMode, .same(fanModes)) {
            climate.fanModes = fanModes
        }
        let swings = options.has("swing_modes") ? options.words("swing_modes") : ["on", "off"]
        try builder.read("swing_mode_state_topic", "swing_mode_state_template", .swingMode, .same(swings))
        if try builder.write("swing_mode_command_topic", "swing_mode_command_template", .swingMode, .same(swings)) {
            climate.swingModes = swings
        }
        let presets = options.words("preset_modes")
        try builder.read("preset_mode_state_topic", "preset_mode_value_template", .preset, .same(presets))
        let settable = presets.contains("none") ? presets : presets + ["none"]
        if try builder.write("preset_mode_command_topic", "preset_mode_command_template", .preset, .same(settable)) {
            climate.presets = presets
        }
        guard !builder.map.sources.isEmpty || !builder.map.writes.isEmpty else { throw Refusal("it has no topics") }
        return builder.finished(.climate(climate), hasState: !builder.map.sources.isEmpty)
    }

    static func waterHeater(_ builder: inout EntityBuilder) throws(Refusal) -> EntityMap {
        // 110 °F to 140 °F.
        let heater = try thermostat(&builder, modes: waterModes, limits: 43.33...60)
        guard !builder.map.sources.isEmpty || !builder.map.writes.isEmpty else { throw Refusal("it has no topics") }
        return builder.finished(.waterHeater(heater), hasState: !builder.map.sources.isEmpty)
    }
}
