internal import HearthTraitDescriptors

extension AttributeID {
    static let absMinHeat = AttributeID(TraitIDs.thermostat, 3, "absMinHeatSetpointLimit")
    static let absMaxHeat = AttributeID(TraitIDs.thermostat, 4, "absMaxHeatSetpointLimit")
    static let absMinCool = AttributeID(TraitIDs.thermostat, 5, "absMinCoolSetpointLimit")
    static let absMaxCool = AttributeID(TraitIDs.thermostat, 6, "absMaxCoolSetpointLimit")
    static let coolingSetpoint = AttributeID(TraitIDs.thermostat, 17, "occupiedCoolingSetpoint")
    static let heatingSetpoint = AttributeID(TraitIDs.thermostat, 18, "occupiedHeatingSetpoint")
    static let minHeat = AttributeID(TraitIDs.thermostat, 21, "minHeatSetpointLimit")
    static let maxHeat = AttributeID(TraitIDs.thermostat, 22, "maxHeatSetpointLimit")
    static let minCool = AttributeID(TraitIDs.thermostat, 23, "minCoolSetpointLimit")
    static let maxCool = AttributeID(TraitIDs.thermostat, 24, "maxCoolSetpointLimit")
    static let deadBand = AttributeID(TraitIDs.thermostat, 25, "minSetpointDeadBand")

    static let setpointLimits = [
        minHeat, maxHeat, minCool, maxCool, absMinHeat, absMaxHeat, absMinCool, absMaxCool,
    ]
}

extension ServiceReading {
    /// The setpoints with the thermostat's limits, or Matter's defaults for missing ones.
    var setpoints: Setpoints {
        // Clamped to Matter's range of temperatures.
        func temperature(_ attribute: AttributeID) -> Int64? {
            integer(attribute).map { min(max($0, -27_315), 32_767) }
        }
        func limits(_ low: [AttributeID], _ high: [AttributeID], _ usual: ClosedRange<Int64>) -> ClosedRange<Int64> {
            let first = low.lazy.compactMap { temperature($0) }.first ?? usual.lowerBound
            let last = high.lazy.compactMap { temperature($0) }.first ?? usual.upperBound
            return min(first, last)...max(first, last)
        }
        // MinSetpointDeadBand is in 0.1 °C, and applies only with the feature AutoMode.
        let isAutomatic = features(TraitIDs.thermostat) & ThermostatFeature.auto != 0
        let band = min(max(integer(.deadBand) ?? 20, 0), 127) * 10
        return Setpoints(
            heating: temperature(.heatingSetpoint), cooling: temperature(.coolingSetpoint),
            heatingLimits: limits([.minHeat, .absMinHeat], [.maxHeat, .absMaxHeat], 700...3000),
            coolingLimits: limits([.minCool, .absMinCool], [.maxCool, .absMaxCool], 1600...3200),
            deadBand: isAutomatic ? band : 0)
    }
}

/// Bits of Thermostat's feature map.
enum ThermostatFeature {
    static let heating: UInt32 = 0x1
    static let cooling: UInt32 = 0x2
    static let auto: UInt32 = 0x20
}

extension ServiceTable {
    /// Writes TargetTemperature and the thresholds: values written together are combined into one update of the changed
    /// setpoints.
    private static let writeSetpoints: CharacteristicLink.Write = { values, reading in
        let before = reading.setpoints
        var after = before
        func raw(_ type: CharacteristicType) -> Int64? {
            values[type].flatMap(Conversion.temperature.toTrait)?.integer
        }
        if let target = raw(.targetTemperature) {
            switch thermostatMode(values, reading) {
            case .heat where before.heating != nil: after.heat(to: target)
            case .cool where before.cooling != nil: after.cool(to: target)
            case .auto: after.center(at: target)
            default: break
            }
        }
        if let heating = raw(.heatingThresholdTemperature), before.heating != nil { after.heat(to: heating) }
        if let cooling = raw(.coolingThresholdTemperature), before.cooling != nil { after.cool(to: cooling) }
        var update = StructureValue()
        if let heating = after.heating, heating != before.heating {
            update[AttributeID.heatingSetpoint.id] = .signed(heating)
        }
        if let cooling = after.cooling, cooling != before.cooling {
            update[AttributeID.coolingSetpoint.id] = .signed(cooling)
        }
        guard !update.isEmpty else { return [] }
        return [
            TraitRequest(endpoint: reading.endpoint.number, trait: TraitIDs.thermostat, content: .update(update))
        ]
    }

    enum ThermostatGoal {
        case heat, cool, auto
    }

    /// The goal that the target temperature applies to: the mode written with it, else the current one.
    private static func thermostatMode(_ values: CharacteristicValues, _ reading: ServiceReading) -> ThermostatGoal {
        let written = values[.targetHeatingCoolingState]
            .flatMap(Conversion.thermostatTarget.toTrait)?.integer
        let setpoints = reading.setpoints
        let goal: ThermostatGoal =
            switch written ?? reading.integer(.systemMode) ?? 0 {
            case 1: .auto
            case 3, 6: .cool
            case 4, 5: .heat
            default: setpoints.heating == nil ? .cool : .heat
            }
        if setpoints.heating == nil { return .cool }
        return setpoints.cooling == nil ? .heat : goal
    }

    static let targetTemperature: CharacteristicLink = {
        var link = CharacteristicLink.computed(
            .targetTemperature, from: [.systemMode, .heatingSetpoint, .coolingSetpoint] + AttributeID.setpointLimits
        ) { reading in
            let setpoints = reading.setpoints
            let raw: Int64? =
                switch thermostatMode([:], reading) {
                case .heat: setpoints.heating
                case .cool: setpoints.cooling
                case .auto: setpoints.heating.flatMap { low in setpoints.cooling.map { (low + $0) / 2 } }
                }
            return raw.map { .float(Double($0) / 100) }
        }
        link.limit = { reading, metadata in
            let setpoints = reading.setpoints
            let heating = setpoints.heating == nil ? setpoints.coolingLimits : setpoints.heatingLimits
            let cooling = setpoints.cooling == nil ? setpoints.heatingLimits : setpoints.coolingLimits
            metadata.minimum = Double(min(heating.lowerBound, cooling.lowerBound)) / 100
            metadata.maximum = Double(max(heating.upperBound, cooling.upperBound)) / 100
        }
        link.write = writeSetpoints
        link.attributes = { values in
            guard let target = values[.targetTemperature].flatMap(Conversion.temperature.toTrait) else { return [:] }
            switch values.integer(.targetHeatingCoolingState) {
            case 2: return [.coolingSetpoint: target]
            case 3 where values[.heatingThresholdTemperature] != nil: return [:]
            default: return [.heatingSetpoint: target]
            }
        }
        // An accessory without thresholds has a single temperature for all modes.
        for attribute in [AttributeID.heatingSetpoint, .coolingSetpoint] {
            link.updates[attribute] = { value, values in
                let threshold: CharacteristicType =
                    attribute == .heatingSetpoint ? .heatingThresholdTemperature : .coolingThresholdTemperature
                let cools = values.integer(.targetHeatingCoolingState) == 2
                let isMeant = cools == (attribute == .coolingSetpoint)
                guard let temperature = Conversion.temperature.toCharacteristic(value),
                    isMeant && values.integer(.targetHeatingCoolingState) != 3 || values[threshold] == nil
                else { return [:] }
                return [.targetTemperature: temperature]
            }
        }
        return link
    }()

    static let heatingThreshold = threshold(.heatingThresholdTemperature, .heatingSetpoint) { $0.heatingLimits }
    static let coolingThreshold = threshold(.coolingThresholdTemperature, .coolingSetpoint) { $0.coolingLimits }

    private static func threshold(
        _ type: CharacteristicType, _ attribute: AttributeID,
        _ limits: @escaping @Sendable (Setpoints) -> ClosedRange<Int64>
    ) -> CharacteristicLink {
        var link = CharacteristicLink.attribute(type, attribute, .temperature).updating(.temperature)
        link.sources += AttributeID.setpointLimits + [.deadBand]
        link.limit = { reading, metadata in
            let limits = limits(reading.setpoints)
            metadata.minimum = Double(limits.lowerBound) / 100
            metadata.maximum = Double(limits.upperBound) / 100
        }
        link.limits = { metadata in
            let isHeating = type == .heatingThresholdTemperature
            var limits: [AttributeID: TraitValue] = [:]
            limits[isHeating ? .minHeat : .minCool] = metadata.minimum.flatMap {
                Conversion.temperature.toTrait(.float($0))
            }
            limits[isHeating ? .maxHeat : .maxCool] = metadata.maximum.flatMap {
                Conversion.temperature.toTrait(.float($0))
            }
            return limits
        }
        link.write = writeSetpoints
        link.updates[attribute] = { value, values in
            guard values[type] != nil, let temperature = Conversion.temperature.toCharacteristic(value) else {
                return [:]
            }
            return [type: temperature]
        }
        return link
    }
}
