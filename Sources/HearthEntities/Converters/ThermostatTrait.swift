internal import HearthTraitCatalog
internal import HearthTraitCore

/// Thermostat of a climate or a water heater. A device with one target shows it as both setpoints.
struct ThermostatTrait: Sendable {
    private typealias T = StandardTraits

    /// Whether the modes are those of a water heater, all of which but `off` heat.
    enum Use: Hashable, Sendable {
        case room, water
    }

    let part: String
    let entity: String
    let climate: EntityKind.Climate
    let use: Use

    /// A device without modes has the one that its targets are for.
    init(part: String, entity: String, climate: EntityKind.Climate, use: Use) {
        (self.part, self.entity, self.use) = (part, entity, use)
        var climate = climate
        if climate.modes.isEmpty { climate.modes = [use == .room && climate.hasTwoTargets ? "heat_cool" : "heat"] }
        self.climate = climate
    }

    var cools: Bool { use == .room && climate.modes.contains { ["cool", "heat_cool"].contains($0) } }
    /// An automatic mode heats if it has a target of its own for that.
    var heats: Bool {
        use == .water || !cools || climate.modes.contains { ["heat", "heat_cool"].contains($0) }
            || climate.modes.contains("auto") && climate.hasTwoTargets
    }
    private var isAutomatic: Bool { heats && cools && climate.modes.contains { ["heat_cool", "auto"].contains($0) } }

    /// Whether the device has modes that Thermostat's features do not promise, or several of one value. Apps offer the
    /// modes that the features promise, as nothing else says which SystemModeEnum values a device takes.
    var needsModeSelect: Bool {
        guard use == .room else { return climate.modes.count { $0 != "off" } > 1 }
        guard climate.modes.count > 1 else { return false }
        return !climate.modes.allSatisfy { isPromised($0) }
            || climate.modes.contains("auto") && climate.modes.contains("heat_cool")
    }

    private func isPromised(_ mode: String) -> Bool {
        switch mode {
        case "off": true
        case "heat": heats
        case "cool": cools
        case "heat_cool", "auto": isAutomatic
        default: false
        }
    }

    /// The SystemMode of a device that has one mode, which it need not report.
    private var onlyMode: Int64? {
        guard climate.modes.count == 1, let word = climate.modes.first else { return nil }
        return systemMode(word)
    }

    /// The value of SystemModeEnum that shows a word; nil if none does.
    private func systemMode(_ word: String) -> Int64? {
        guard use == .room else { return word == "off" ? 0 : 4 }
        // Auto needs the feature AUTO (Matter Application Clusters 1.4, section 4.3.9.19).
        return ThermostatWords.mode(word).map { $0 == 1 && !isAutomatic ? heats ? 4 : 3 : $0 }
    }

    private static func hundredths(_ degrees: Double) -> PlainValue { .rounded(degrees * 100) }

    var draft: TraitDraft {
        var features: UInt32 = 0
        var values: [String: PlainValue] = ["localTemperature": nil, "systemMode": .integer(onlyMode ?? 0)]
        let low = Self.hundredths(climate.minimum)
        let high = Self.hundredths(climate.maximum)
        let start = Self.hundredths(min(max(20, climate.minimum), climate.maximum))
        if heats {
            features |= 0x1
            values.merge([
                "absMinHeatSetpointLimit": low, "absMaxHeatSetpointLimit": high, "minHeatSetpointLimit": low,
                "maxHeatSetpointLimit": high, "occupiedHeatingSetpoint": start,
            ]) { $1 }
        }
        if cools {
            features |= 0x2
            values.merge([
                "absMinCoolSetpointLimit": low, "absMaxCoolSetpointLimit": high, "minCoolSetpointLimit": low,
                "maxCoolSetpointLimit": high, "occupiedCoolingSetpoint": start,
            ]) { $1 }
        }
        if isAutomatic {
            features |= 0x20
            values["minSetpointDeadBand"] = 0
        }
        if !climate.hasCurrentTemperature { features |= 0x40 }
        if climate.hasAction { values["thermostatRunningState"] = 0 }
        if heats, climate.hasHeatingDemand { values["piHeatingDemand"] = 0 }
        // Cooling only, heating only, or both.
        values["controlSequenceOfOperation"] = heats && cools ? 4 : heats ? 2 : 0
        return TraitDraft(T.matterThermostat, features: features, values)
    }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(entity)
        var values: [String: PlainValue] = [:]
        if climate.hasCurrentTemperature, state.knows(.currentTemperature) {
            values["localTemperature"] = state.number(.currentTemperature).map { Self.hundredths($0) } ?? .null
        }
        let single = state.number(.targetTemperature)
        if heats, let target = climate.hasTwoTargets ? state.number(.targetLow) ?? single : single {
            values["occupiedHeatingSetpoint"] = shown(target)
        }
        if cools, let target = climate.hasTwoTargets ? state.number(.targetHigh) ?? single : single {
            values["occupiedCoolingSetpoint"] = shown(target)
        }
        if isSwitchedOff(state) {
            values["systemMode"] = 0
        } else if let word = state.text(.mode) {
            if let mode = systemMode(word) { values["systemMode"] = .integer(mode) }
        } else if state.bool(.on) == false {
            values["systemMode"] = 0
        } else if let onlyMode {
            values["systemMode"] = .integer(onlyMode)
        }
        if climate.hasAction, let action = state.text(.action) {
            values["thermostatRunningState"] = .integer(ThermostatWords.runningState(action))
        }
        if heats, climate.hasHeatingDemand, let percent = state.number(.heatingDemand) {
            values["piHeatingDemand"] = .rounded(min(max(percent, 0), 100))
        }
        return values.isEmpty ? [:] : [PartTrait(part, T.matterThermostat): values]
    }

    /// A target within the limits. A device that is off may have a target for frost below them.
    private func shown(_ target: Double) -> PlainValue {
        Self.hundredths(min(max(target, climate.minimum), climate.maximum))
    }

    /// What a command of Thermostat asks; nil for another trait's.
    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand]? {
        guard call.part == part, call.trait.id == T.matterThermostat.id else { return nil }
        guard call.command.name == "SetpointRaiseLower", let amount = call.integer("amount"),
            let mode = call.integer("mode")
        else { throw call.unsupported }
        // 0 is the heating setpoint, 1 the cooling one, 2 both.
        let heating = mode == 1 && climate.hasTwoTargets ? nil : raised(call, "Heat", by: amount)
        let cooling = mode == 0 && climate.hasTwoTargets ? nil : raised(call, "Cool", by: amount)
        return targets(heating: heating, cooling: cooling, mode: nil, states.of(entity))
    }

    /// A setpoint in hundredths, raised by tenths within its limits, as SetpointRaiseLower of Matter is.
    private func raised(_ call: TraitCall, _ side: String, by amount: Int64) -> Int64? {
        guard let setpoint = call.attribute("occupied\(side)ingSetpoint")?.integer else { return nil }
        let low = call.attribute("min\(side)SetpointLimit")?.integer ?? .min
        let high = call.attribute("max\(side)SetpointLimit")?.integer ?? .max
        return min(max(setpoint + amount * 10, low), high)
    }

    /// What a write to Thermostat asks; nil for another trait's.
    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand]? {
        guard write.part == part, write.trait.id == T.matterThermostat.id else { return nil }
        try write.expect("systemMode", "occupiedHeatingSetpoint", "occupiedCoolingSetpoint")
        let state = states.of(entity)
        var commands: [EntityCommand] = []
        var chosen: String?
        if let mode = write.integer("systemMode"), let isOn = switched(mode, state) {
            commands.append(EntityCommand(entity: entity, values: [.on: .bool(isOn)]))
        } else if let mode = write.integer("systemMode") {
            guard let word = word(mode, state) else {
                throw write.refusal(
                    "systemMode", "the device has no such mode; it has \(climate.modes.joined(separator: ", "))")
            }
            chosen = word
            // Nothing confirms the only mode of a device that does not report it.
            if climate.modes.count > 1 || state.knows(.mode) || state.bool(.on) == false {
                commands.append(EntityCommand(entity: entity, values: [.mode: .text(word)]))
            }
        }
        // After the mode: devices have a target for each mode, or none while they are off.
        return commands
            + targets(
                heating: write.integer("occupiedHeatingSetpoint"), cooling: write.integer("occupiedCoolingSetpoint"),
                mode: chosen, state)
    }

    /// Whether a water heater is off beside its mode, to which it returns.
    private func isSwitchedOff(_ state: EntityProperties) -> Bool {
        use == .water && state.bool(.on) == false && state.text(.mode) != "off"
    }

    /// Whether a value of SystemModeEnum switches a water heater on or off beside its modes; nil if it chooses a mode.
    private func switched(_ mode: Int64, _ state: EntityProperties) -> Bool? {
        guard use == .water, state.knows(.on) else { return nil }
        if mode == 4, isSwitchedOff(state) { return true }
        return mode == 0 && !climate.modes.contains("off") ? false : nil
    }

    /// The device's word for a value of SystemModeEnum. A water heater that heats keeps its way to heat.
    private func word(_ mode: Int64, _ state: EntityProperties) -> String? {
        guard use == .water else {
            // A mode that another value shows is chosen with that value, if no mode has it as its own.
            return climate.modes.first { ThermostatWords.mode($0) == mode }
                ?? climate.modes.first { systemMode($0) == mode }
        }
        let words = climate.modes.filter { ($0 == "off") == (mode == 0) && (mode == 0 || mode == 4) }
        return words.first { $0 == state.text(.mode) } ?? words.first
    }

    /// - Parameter mode: the mode that is chosen together with the setpoints; nil for the present one.
    private func targets(
        heating: Int64?, cooling: Int64?, mode: String?, _ state: EntityProperties
    ) -> [EntityCommand] {
        // A device with two targets has one while it only heats or only cools.
        let hasOne =
            state.number(.targetTemperature) != nil && state.number(.targetLow) == nil
            && state.number(.targetHigh) == nil && mode != "heat_cool"
        let isCooling = (mode ?? state.text(.mode)) == "cool"
        var values: [EntityProperty: EntityValue] = [:]
        if climate.hasTwoTargets, !hasOne {
            values[.targetLow] = heating.map { .number(stepped($0)) }
            values[.targetHigh] = cooling.map { .number(stepped($0)) }
        } else if let target = isCooling ? cooling ?? heating : heating ?? cooling {
            values[.targetTemperature] = .number(stepped(target))
        }
        return values.isEmpty ? [] : [EntityCommand(entity: entity, values: values)]
    }

    /// Degrees, at the nearest step of the device and within its limits.
    private func stepped(_ hundredths: Int64) -> Double {
        let degrees = Double(hundredths) / 100
        let step = climate.step.isFinite && climate.step >= 0.01 ? climate.step : 0.01
        let steps = ((degrees - climate.minimum) / step).rounded(.toNearestOrAwayFromZero)
        // Hundredths again, so that 20.1 is not 20.100000000000001.
        let rounded = ((climate.minimum + steps * step) * 100).rounded() / 100
        return min(max(rounded, climate.minimum), climate.maximum)
    }
}
