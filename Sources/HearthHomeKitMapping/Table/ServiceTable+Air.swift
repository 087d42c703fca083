internal import HearthTraitDescriptors

extension AttributeID {
    static let airQuality = AttributeID(TraitIDs.airQuality, 0, "airQuality")

    /// The attributes of a concentration cluster, which are the same in all.
    static func measured(_ trait: UInt32) -> AttributeID { AttributeID(trait, 0, "measuredValue") }
    static func peak(_ trait: UInt32) -> AttributeID { AttributeID(trait, 3, "peakMeasuredValue") }
    static func unit(_ trait: UInt32) -> AttributeID { AttributeID(trait, 8, "measurementUnit") }
    static func levelValue(_ trait: UInt32) -> AttributeID { AttributeID(trait, 10, "levelValue") }

    /// The attributes of a filter cluster, which are the same in both.
    static func condition(_ trait: UInt32) -> AttributeID { AttributeID(trait, 0, "condition") }
    static func degradation(_ trait: UInt32) -> AttributeID { AttributeID(trait, 1, "degradationDirection") }
    static func changeIndication(_ trait: UInt32) -> AttributeID { AttributeID(trait, 2, "changeIndication") }
}

extension CommandID {
    static func resetCondition(_ trait: UInt32) -> CommandID { CommandID(trait, 0, "ResetCondition") }
}

extension ServiceTable {
    static let air: [ServiceMapping] = [
        airQualitySensor,
        gas(.carbonDioxideSensor, TraitIDs.carbonDioxide, .carbonDioxide, abnormal: 1000),
        gas(.carbonMonoxideSensor, TraitIDs.carbonMonoxide, .carbonMonoxide, abnormal: 35).with {
            $0.part = TraitIDs.carbonMonoxide
        },
        filter(TraitIDs.hepaFilter),
        filter(TraitIDs.carbonFilter).with { $0.part = TraitIDs.carbonFilter },
    ]

    /// AirQualitySensor: AirQuality (0x5B), with the densities of the concentration clusters on the endpoint, in µg/m³.
    private static let airQualitySensor = ServiceMapping(
        .airQualitySensor, traits: [TraitIDs.airQuality],
        [
            quality,
            density(.nitrogenDioxideDensity, TraitIDs.nitrogenDioxide, .nitrogenDioxide),
            density(.ozoneDensity, TraitIDs.ozone, .ozone),
            density(.pm10Density, TraitIDs.dust10, .dust),
            density(.pm2_5Density, TraitIDs.dust2_5, .dust),
            density(.vocDensity, TraitIDs.organicCompounds, .organicCompounds),
        ]
    ).with { $0.accessoryDeviceType = DeviceTypeIDs.airQualitySensor }

    /// The supported grades. Fair, moderate, very poor and extremely poor are features.
    private static let quality: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.airQuality, .airQuality, .airQuality).values {
            let features = $0.features(TraitIDs.airQuality)
            return ([0, 1, 4] + grades.filter { features & $0.features != 0 }.map(\.value)).sorted()
        }
        link.features = { metadata in
            let valid = metadata.validValues ?? [2, 3, 5]
            return [TraitIDs.airQuality: grades.filter { valid.contains($0.value) }.reduce(0) { $0 | $1.feature }]
        }
        return link
    }()

    /// The optional grades: the features that enable them, and the feature set for an accessory with the grade.
    private static let grades: [(value: UInt64, features: UInt32, feature: UInt32)] = [
        (2, 0x1, 0x1), (3, 0x2, 0x2), (5, 0xC, 0x4),
    ]

    // MARK: Gases and dust

    private static func concentration(
        _ type: CharacteristicType, _ attribute: AttributeID, _ substance: Concentration
    ) -> CharacteristicLink {
        let unit = AttributeID.unit(attribute.trait)
        var link = CharacteristicLink.computed(type, from: [attribute, unit]) { reading in
            guard let measured = reading.value(attribute)?.number else { return nil }
            return substance.homeKit(measured, unit: reading.integer(unit) ?? 0).map { .float($0) }
        }
        link.isOffered = { $0.has(attribute) }
        // The features NumericMeasurement and PeakMeasurement.
        link.features = { _ in [attribute.trait: attribute == .peak(attribute.trait) ? 0x10 : 0x1] }
        link.attributes = { values in
            guard let number = values.number(type) else { return [:] }
            let homeKitUnit = substance.homeKitUnit
            return [attribute: .float(Float(number)), unit: .unsigned(homeKitUnit)]  // our bug: one attribute for both
        }
        return link
    }

    private static func density(
        _ type: CharacteristicType, _ trait: UInt32, _ substance: Concentration
    ) -> CharacteristicLink {
        concentration(type, .measured(trait), substance)
    }

    /// Carbon dioxide or monoxide. LevelValue high (3) and critical (4) are abnormal. A device without levels is
    /// abnormal above a limit in ppm: stale air (CO₂), or air that makes people ill within hours (CO).
    private static func gas(
        _ service: ServiceType, _ trait: UInt32, _ substance: Concentration, abnormal: Double
    ) -> ServiceMapping {
        let isDioxide = trait == TraitIDs.carbonDioxide
        let measured = AttributeID.measured(trait), level = AttributeID.levelValue(trait)
        let number = concentration(isDioxide ? .carbonDioxideLevel : .carbonMonoxideLevel, measured, substance)
        var detected = CharacteristicLink.computed(
            isDioxide ? .carbonDioxideDetected : .carbonMonoxideDetected, from: [measured, .unit(trait), level]
        ) { reading in
            if let level = reading.integer(level), level > 0 { return .uint(level >= 3 ? 1 : 0) }
            return number.read(reading)?.number.map { .uint($0 > abnormal ? 1 : 0) }
        }
        let type = detected.type
        detected.attributes = { values in
            // LevelValue: low 1, high 3.
            values.truth(type).map { [level: .unsigned($0 ? 3 : 1)] } ?? [:]
        }
        // The feature LevelIndication.
        detected.features = { _ in [trait: 0x2] }
        let peak = concentration(
            isDioxide ? .carbonDioxidePeakLevel : .carbonMonoxidePeakLevel, .peak(trait), substance)
        return ServiceMapping(service, traits: [trait], [detected, number, peak, fault(measured)]).with {
            $0.accessoryDeviceType = DeviceTypeIDs.airQualitySensor
        }
    }

    // MARK: Filters

    /// FilterMaintenance: HepaFilterMonitoring (0x71), ActivatedCarbonFilterMonitoring (0x72).
    private static func filter(_ trait: UInt32) -> ServiceMapping {
        let condition = AttributeID.condition(trait), direction = AttributeID.degradation(trait)
        var life = CharacteristicLink.attribute(.filterLifeLevel, condition, .percent)
        life.sources.append(direction)
        life.read = { reading in
            // DegradationDirection: the condition rises (0) or falls (1) as the filter ages.
            guard let percent = reading.integer(condition).map({ min(max($0, 0), 100) }) else { return nil }
            return .float(Double(reading.integer(direction) == 0 ? 100 - percent : percent))
        }
        // The feature Condition.
        life.features = { _ in [trait: 0x1] }
        life.attributes = { values in
            guard let percent = values[.filterLifeLevel].flatMap(Conversion.percent.toTrait) else { return [:] }
            return [condition: percent, direction: .unsigned(1)]  // our bug: one attribute for both
        }
        var reset = CharacteristicLink(.resetFilterIndication)
        reset.isOffered = { reading in
            let accepted = reading.endpoint.traits[trait]?.attributes[GlobalAttribute.acceptedCommandList]?.list
            return accepted?.contains { $0.integer == 0 } ?? true
        }
        reset = reset.choosing([(.uint(1), .resetCondition(trait), [:])])
        return ServiceMapping(
            .filterMaintenance, traits: [trait],
            [.attribute(.filterChangeIndication, .changeIndication(trait), .anyAboveZero), life, reset]
        ).with {
            $0.isMain = false
            $0.partOf = .airPurifier
            $0.joins = .airPurifier
        }
    }
}
