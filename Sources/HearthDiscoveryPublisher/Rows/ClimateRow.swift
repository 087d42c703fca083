internal import HearthBase
internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Thermostat as a climate device, with FanControl beside it as its fan, and as a water heater.
enum ClimateRow {
    private typealias T = StandardTraits

    private static let local = AttributeID(T.matterThermostat, "localTemperature")
    private static let heating = AttributeID(T.matterThermostat, "occupiedHeatingSetpoint")
    private static let cooling = AttributeID(T.matterThermostat, "occupiedCoolingSetpoint")
    private static let minHeat = AttributeID(T.matterThermostat, "minHeatSetpointLimit")
    private static let maxHeat = AttributeID(T.matterThermostat, "maxHeatSetpointLimit")
    private static let minCool = AttributeID(T.matterThermostat, "minCoolSetpointLimit")
    private static let maxCool = AttributeID(T.matterThermostat, "maxCoolSetpointLimit")
    private static let leastHeat = AttributeID(T.matterThermostat, "absMinHeatSetpointLimit")
    private static let mostHeat = AttributeID(T.matterThermostat, "absMaxHeatSetpointLimit")
    private static let leastCool = AttributeID(T.matterThermostat, "absMinCoolSetpointLimit")
    private static let mostCool = AttributeID(T.matterThermostat, "absMaxCoolSetpointLimit")
    private static let mode = AttributeID(T.matterThermostat, "systemMode")
    private static let running = AttributeID(T.matterThermostat, "thermostatRunningState")
    private static let boost = AttributeID(T.matterWaterHeaterManagement, "boostState")
    private static let startBoost = CommandID(T.matterWaterHeaterManagement, "Boost")
    private static let cancelBoost = CommandID(T.matterWaterHeaterManagement, "CancelBoost")

    static let describing: [AttributeID] = [
        .features(T.matterThermostat), minHeat, maxHeat, minCool, maxCool, leastHeat, mostHeat, leastCool, mostCool,
    ]

    static func isClimate(_ part: Part) -> Bool { part.has(T.matterThermostat) }

    static func components(_ part: Part) -> [Component] {
        guard isClimate(part) else { return [] }
        return [part.isOf(T.waterHeaterDeviceType) ? waterHeater(part) : climate(part)]
    }

    // MARK: Climate

    private static let modes = Words(
        ThermostatWords.modes.flatMap { mode in mode.words.prefix(1).map { (mode.value, $0) } })

    /// The modes that the features promise. Matter does not say whether there are others.
    private static func modes(_ part: Part) -> Words {
        let (heats, cools) = (part.hasFeature(T.matterThermostat, 0x1), part.hasFeature(T.matterThermostat, 0x2))
        let isAutomatic = isAutomatic(part)
        return modes.only { mode in
            switch mode {
            case 0: true
            case 4, 5: heats
            case 3, 6: cools
            case 1: isAutomatic
            default: false
            }
        }
    }

    private static func isAutomatic(_ part: Part) -> Bool { part.hasFeature(T.matterThermostat, 0x20) }

    private static func climate(_ part: Part) -> Component {
        let limits = limits(part)
        var options: [(String, JSON)] = [
            ("modes", modes(part).list), ("temperature_unit", .string("C")), ("precision", .number("0.1")),
            ("temp_step", .number("0.5")), ("min_temp", degrees(limits.lowerBound)),
            ("max_temp", degrees(limits.upperBound)),
        ]
        var properties: [Property] = [
            .named("mode", "mode") {
                isOff($0) ? .string("off") : modes($0).json($0.integer(mode))
            } write: { payload, part throws(SetRefusal) in
                set(part, mode: try modes(part).value(payload))
            },
            .named("temperature", "temperature") {
                degrees(single($0))
            } write: { payload, part throws(SetRefusal) in
                part.write(setpoint(part), try setpoint(payload))
            },
        ]
        if isAutomatic(part) {
            properties += [
                target("temperature_low", heating), target("temperature_high", cooling),
            ]
        }
        if part.has(local) {
            properties.append(
                Property(
                    name: "current_temperature",
                    state: ("current_temperature_topic", "current_temperature_template"),
                    read: { degrees($0.integer(local)) }))
        }
        if part.has(running) {
            properties.append(
                Property(name: "action", state: ("action_topic", "action_template"), read: { action($0) }))
        }
        if FanRow.isFan(part) {
            options.append(("fan_modes", FanRow.modes(part).list))
            properties.append(
                .named("fan_mode", "fan_mode") {
                    FanRow.modes($0).json($0.integer(FanRow.mode))
                } write: {
                    payload, part throws(SetRefusal) in
                    part.write(FanRow.mode, .count(try FanRow.modes(part).value(payload)))
                })
        }
        let swings = FanRow.swings(part)
        if !swings.pairs.isEmpty {
            options.append(("swing_modes", swings.list))
            properties.append(
                .named("swing_mode", "swing_mode") {
                    FanRow.swings($0).json($0.integer(FanRow.rock))
                } write: {
                    payload, part throws(SetRefusal) in
                    part.write(FanRow.rock, .count(try FanRow.swings(part).value(payload)))
                })
        }
        return Component(
            name: "climate", platform: "climate", title: "Climate", isMain: true, options: options,
            properties: properties)
    }

    /// Whether an air conditioner is switched off beside its mode.
    private static func isOff(_ part: Part) -> Bool { part.bool(SwitchRow.onOff) == false }

    private static func set(_ part: Part, mode value: Int64) -> [PublishedRequest] {
        guard part.has(T.matterOnOff) else { return part.write(mode, .count(value)) }
        guard value != 0 else { return SwitchRow.off.request(part.number) }
        // On first: it may choose a mode.
        return (isOff(part) ? SwitchRow.on.request(part.number) : []) + part.write(mode, .count(value))
    }

    private static func target(_ name: String, _ attribute: AttributeID) -> Property {
        .named(name, name) {
            degrees($0.integer(attribute))
        } write: { payload, part throws(SetRefusal) in
            part.write(attribute, try setpoint(payload))
        }
    }

    /// The one target: that of the mode; none while there are two.
    private static func single(_ part: Part) -> Int64? {
        if isAutomatic(part), part.integer(mode) == 1 { return nil }
        return part.integer(setpoint(part))
    }

    private static func setpoint(_ part: Part) -> AttributeID {
        guard part.has(heating) else { return cooling }
        guard part.has(cooling) else { return heating }
        return [3, 6].contains(part.integer(mode)) ? cooling : heating
    }

    /// The present operation.
    private static func action(_ part: Part) -> JSON {
        guard let state = part.integer(running) else { return .null }
        return .string(isOff(part) || part.integer(mode) == 0 ? "off" : ThermostatWords.action(state))
    }

    /// The lowest and the highest setpoint in hundredths of a degree.
    private static func limits(_ part: Part) -> ClosedRange<Int64> {
        let low = [part.integer(minHeat) ?? part.integer(leastHeat), part.integer(minCool) ?? part.integer(leastCool)]
        let high = [part.integer(maxHeat) ?? part.integer(mostHeat), part.integer(maxCool) ?? part.integer(mostCool)]
        let least = low.compactMap { $0 }.min() ?? 700
        return least...max(high.compactMap { $0 }.max() ?? 3_500, least)
    }

    private static func degrees(_ hundredths: Int64?) -> JSON {
        .number(hundredths.map { Double($0) / 100 }, digits: 2)
    }

    private static func setpoint(_ payload: SetPayload) throws(SetRefusal) -> TraitValue {
        .signed(Int64(nearest: min(max(try payload.number(), -273), 327) * 100))
    }

    // MARK: Water heater

    /// How long a boost lasts if Home Assistant asks for high demand, in seconds.
    private static let boostSeconds: UInt64 = 3_600

    private static func waterHeater(_ part: Part) -> Component {
        let limits = limits(part)
        let hasBoost = part.has(T.matterWaterHeaterManagement)
        var properties: [Property] = [
            .named("mode", "mode") {
                waterMode($0)
            } write: { payload, part throws(SetRefusal) in
                try waterMode(payload, part)
            },
            .named("temperature", "temperature") {
                degrees($0.integer(heating))
            } write: {
                payload, part throws(SetRefusal) in
                part.write(heating, try setpoint(payload))
            },
        ]
        if part.has(local) {
            properties.append(
                Property(
                    name: "current_temperature",
                    state: ("current_temperature_topic", "current_temperature_template"),
                    read: { degrees($0.integer(local)) }))
        }
        return Component(
            name: "water_heater", platform: "water_heater", title: "Water heater", isMain: true,
            options: [
                ("modes", hasBoost ? .words("off", "eco", "high_demand") : .words("off", "eco")),
                ("temperature_unit", .string("C")), ("min_temp", degrees(limits.lowerBound)),
                ("max_temp", degrees(limits.upperBound)),
            ], properties: properties)
    }

    private static func waterMode(_ part: Part) -> JSON {
        if part.integer(boost) == 1 { return .string("high_demand") }
        return .text(part.integer(mode).map { $0 == 0 ? "off" : "eco" })
    }

    private static func waterMode(_ payload: SetPayload, _ part: Part) throws(SetRefusal) -> [PublishedRequest] {
        let word = try payload.word(of: ["off", "eco", "high_demand"].map { ($0, $0) })
        if word == "high_demand" {
            guard part.has(T.matterWaterHeaterManagement) else { throw payload.unknownWord(["off", "eco"]) }
            // Field 0 of WaterHeaterBoostInfoStruct is the duration.
            return startBoost.request(part.number, ["boostInfo": .structure([0: .unsigned(boostSeconds)])])
        }
        let ends = part.integer(boost) == 1 ? cancelBoost.request(part.number) : []
        return ends + part.write(mode, .unsigned(word == "off" ? 0 : 4))
    }
}
