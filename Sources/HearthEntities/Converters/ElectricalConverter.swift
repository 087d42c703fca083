internal import HearthTraitCatalog
internal import HearthTraitCore

/// Electrical measures that belong together, such as those of a plug, on one endpoint.
struct ElectricalConverter: EntityConverter {
    private typealias T = StandardTraits

    private let part: String
    /// The entity of each attribute.
    private let power: [String: String]
    private let energy: [Bool: String]
    private let measures: [String: Measure]
    let parts: [EntityPart]

    /// - Parameters:
    ///   - sources: entities with their measures, at most one of each place.
    ///   - isOnly: whether the device has no other electrical endpoint, so that it measures the whole device.
    init(_ sources: [(entity: String, measure: Measure)], part: String, name: String, isOnly: Bool) {
        self.part = part
        var power: [String: String] = [:]
        var energy: [Bool: String] = [:]
        for (entity, measure) in sources {
            switch measure.place {
            case .power(let attribute): power[attribute] = entity
            case .energy(let isExported): energy[isExported] = entity
            default: break
            }
        }
        self.power = power
        self.energy = energy
        measures = Dictionary(sources.map { ($0.entity, $0.measure) }, uniquingKeysWith: { first, _ in first })
        // Node topology, or tree topology (Matter Application Clusters 1.4, section 11.8.4).
        var traits = [TraitDraft(T.matterPowerTopology, features: isOnly ? 0x1 : 0x2)]
        if !power.isEmpty { traits.append(Self.powerDraft(Array(power.keys))) }
        if !energy.isEmpty { traits.append(Self.energyDraft(energy)) }
        parts = [EntityPart(key: part, name: name, types: [T.electricalSensorDeviceType], traits: traits)]
    }

    var entities: [String] { Array(measures.keys) }

    /// The limits of a measurement in Matter's milli-units.
    private static let most: Int64 = 1_000_000_000_000

    private static func powerDraft(_ attributes: [String]) -> TraitDraft {
        let types: [String: Int64] = [
            "activePower": 5, "apparentPower": 7, "reactivePower": 6, "rmsVoltage": 8, "rmsCurrent": 9,
            "frequency": 11, "powerFactor": 12,
        ]
        let kinds = Set(attributes + ["activePower"]).compactMap { types[$0] }.sorted()
        var values: [String: PlainValue] = [
            "powerMode": 2, "numberOfMeasurementTypes": .integer(Int64(kinds.count)), "activePower": nil,
            "accuracy": .list(kinds.map { Accuracy.of(type: $0, from: -most, to: most) }),
        ]
        for attribute in attributes { values[attribute] = .null }
        return TraitDraft(T.matterElectricalPowerMeasurement, features: 0x2, values)
    }

    private static func energyDraft(_ energy: [Bool: String]) -> TraitDraft {
        var features: UInt32 = 0x4
        var values: [String: PlainValue] = ["accuracy": Accuracy.of(type: 14, from: 0, to: most)]
        if energy[false] != nil {
            features |= 0x1
            values["cumulativeEnergyImported"] = .null
        }
        if energy[true] != nil {
            features |= 0x2
            values["cumulativeEnergyExported"] = .null
        }
        return TraitDraft(T.matterElectricalEnergyMeasurement, features: features, values)
    }

    func values(_ states: EntityStates) -> PartValues {
        var values: PartValues = [:]
        for (attribute, entity) in power where states.of(entity).knows(.value) {
            values[PartTrait(part, T.matterElectricalPowerMeasurement), default: [:]][attribute] =
                .rounded(number(entity, states))
        }
        for (isExported, entity) in energy where states.of(entity).knows(.value) {
            let number = number(entity, states).map { PlainValue.structure(["energy": .rounded($0)]) }
            values[PartTrait(part, T.matterElectricalEnergyMeasurement), default: [:]][
                isExported ? "cumulativeEnergyExported" : "cumulativeEnergyImported"] = number ?? .null
        }
        return values
    }

    private func number(_ entity: String, _ states: EntityStates) -> Double? {
        guard let number = states.of(entity).number(.value), let measure = measures[entity] else { return nil }
        let converted = measure.converted(number)
        if case .energy = measure.place, converted < 0 { return nil }
        return converted
    }
}

/// The strength of the signal by which the device reaches its network.
struct SignalConverter: EntityConverter {
    let entities: [String]
    let parts: [EntityPart]

    init(_ entity: Entity) {
        entities = [entity.key]
        parts = [
            EntityPart(
                key: EntityPart.root,
                traits: [
                    TraitDraft(
                        StandardTraits.matterWiFiNetworkDiagnostics,
                        ["bssid": nil, "securityType": nil, "wiFiVersion": nil, "channelNumber": nil, "rssi": nil])
                ])
        ]
    }

    func values(_ states: EntityStates) -> PartValues {
        guard let key = entities.first, states.of(key).knows(.value) else { return [:] }
        let strength = states.of(key).number(.value).map { min(max($0, -120), 0) }
        return [
            PartTrait(EntityPart.root, StandardTraits.matterWiFiNetworkDiagnostics): ["rssi": .rounded(strength)]
        ]
    }
}
