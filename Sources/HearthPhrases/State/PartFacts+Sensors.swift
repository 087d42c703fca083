internal import HearthTraitDescriptors

/// Facts of heating, air quality and sensors.
extension PartFacts {
    /// A measured value; null means that the device does not know it.
    private func measured(
        _ name: String, _ attribute: String = "measuredValue", of trait: DeviceReading.Trait,
        _ number: (Int64) -> Double, _ words: (Int64) -> String
    ) -> [StateFact] {
        guard let value = trait.value(attribute) else { return [] }
        guard let raw = value.integer else { return [StateFact(name, .unknown, "unknown")] }
        return [StateFact(name, .number(number(raw)), words(raw))]
    }

    private func degrees(
        _ name: String, _ attribute: String, of trait: DeviceReading.Trait, _ before: String = "", isSaid: Bool = true
    ) -> [StateFact] {
        measured(name, attribute, of: trait, { Double($0) / 100 }, { before + Phrase.temperature($0) })
            .map { StateFact($0.name, $0.value, isSaid ? $0.words : nil) }
    }

    func thermostat(_ trait: DeviceReading.Trait) -> [StateFact] {
        var facts = degrees("temperature", "localTemperature", of: trait)
        guard trait.value("systemMode") != nil else { return facts }
        let said = fact("mode", word("systemMode", of: trait))
        facts.append(StateFact(said.name, said.value, isOff ? nil : said.words))
        let mode = trait.integer("systemMode")
        let heats = degrees(
            "heatingTo", "occupiedHeatingSetpoint", of: trait, "heats to ",
            isSaid: ThermostatMode.heats.contains(mode ?? -1))
        let cools = degrees(
            "coolingTo", "occupiedCoolingSetpoint", of: trait, "cools to ",
            isSaid: ThermostatMode.cools.contains(mode ?? -1))
        return facts + heats + cools
    }

    func fan(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard trait.value("fanMode") != nil else { return [] }
        let mode = word("fanMode", of: trait)
        var facts = [fact("fanMode", mode)]
        if let percent = trait.integer("percentCurrent") {
            // A fan that runs with a present speed of 0 % does not know it, such as an air conditioner's in auto.
            facts.append(StateFact("fan", .number(Double(percent)), percent == 0 ? nil : "\(percent) %"))
        }
        return facts
    }

    func temperature(_ trait: DeviceReading.Trait) -> [StateFact] {
        degrees("temperature", "measuredValue", of: trait)
    }

    func targetTemperature(_ trait: DeviceReading.Trait) -> [StateFact] {
        degrees(
            "targetTemperature", "temperatureSetpoint", of: trait, "set to ",
            isSaid: part.traits[TraitID.temperature] == nil)
    }

    func humidity(_ trait: DeviceReading.Trait) -> [StateFact] {
        measured("humidity", of: trait, { Double($0) / 100 }, Phrase.humidity)
    }

    func illuminance(_ trait: DeviceReading.Trait) -> [StateFact] {
        measured("illuminance", of: trait, { Phrase.lux($0).rounded() }, Phrase.illuminance)
    }

    /// The raw value is in 0.1 kPa, which is 1 hPa.
    func pressure(_ trait: DeviceReading.Trait) -> [StateFact] {
        measured("pressure", of: trait, { Double($0) }, { quantity($0, "measuredValue", of: trait) })
    }

    /// The raw value is in mW. ActivePower is mandatory, so it is unknown where a device measures only the voltage.
    func power(drawn trait: DeviceReading.Trait) -> [StateFact] {
        if trait.value("activePower") == .null, trait.integer("rmsVoltage") != nil {
            return measured(
                "voltage", "rmsVoltage", of: trait, { Double($0) / 1000 }, { quantity($0, "rmsVoltage", of: trait) })
        }
        return measured(
            "power", "activePower", of: trait, { Double($0) / 1000 }, { quantity($0, "activePower", of: trait) })
    }

    private func quantity(_ raw: Int64, _ attribute: String, of trait: DeviceReading.Trait) -> String {
        trait.descriptor.attribute(named: attribute).flatMap { Quantity.words(Double(raw), $0.field) } ?? "\(raw)"
    }

    func airQuality(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard trait.value("airQuality") != nil else { return [] }
        let quality = word("airQuality", of: trait)
        return [StateFact("airQuality", quality, fact("airQuality", quality).words.map { "air " + $0 })]
    }

    func occupancy(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let bits = trait.integer("occupancy") else { return [] }
        return [StateFact("occupied", .bool(bits & 1 == 1), Phrase.occupancy(bits & 1 == 1))]
    }

    /// The device type determines what true means (Matter, BooleanState).
    func detection(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let value = trait.value("stateValue")?.bool else { return [] }
        for (type, name, yes, no) in Self.detectors where part.deviceTypes.contains(type) {
            return [StateFact(name, .bool(value), value ? yes : no)]
        }
        if part.deviceTypes.contains(DeviceTypeID.contactSensor) {
            return [fact("contact", .word(value ? "closed" : "open"))]
        }
        return [StateFact("detected", .bool(value), value ? "detected" : "clear")]
    }

    private static let detectors: [(type: UInt32, name: String, yes: String, no: String)] = [
        (DeviceTypeID.waterLeakDetector, "leak", "water!", "dry"),
        (DeviceTypeID.waterFreezeDetector, "freezing", "freezing!", "no frost"),
        (DeviceTypeID.rainSensor, "rain", "rain", "no rain"),
    ]

    func alarm(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard let state = trait.integer("expressedState") else { return [] }
        let words = Self.alarms[state] ?? (name: "unknown", words: "unknown")
        return [
            StateFact("alarm", .bool([1, 2, 7, 8].contains(state)), words.words),
            StateFact("smokeAlarm", .word(words.name), nil),
        ]
    }

    /// SmokeCoAlarm.ExpressedState.
    private static let alarms: [Int64: (name: String, words: String)] = [
        0: ("quiet", "quiet"), 1: ("smoke", "SMOKE!"), 2: ("carbonMonoxide", "CARBON MONOXIDE!"),
        3: ("batteryLow", "battery low"), 4: ("testing", "testing"), 5: ("fault", "broken"),
        6: ("endOfService", "end of its life"), 7: ("smokeElsewhere", "SMOKE ELSEWHERE!"),
        8: ("carbonMonoxideElsewhere", "CARBON MONOXIDE ELSEWHERE!"), 9: ("inoperative", "out of order"),
    ]
}

/// Values of Thermostat.SystemMode, by effect.
enum ThermostatMode {
    /// Auto, heat, emergency heat.
    static let heats: Set<Int64> = [1, 4, 5]
    /// Auto, cool, precooling, dry.
    static let cools: Set<Int64> = [1, 3, 6, 8]
}
