internal import HearthTraitCatalog
internal import HearthTraitCore

/// A measured number with an endpoint of its own. A value about the device itself, such as the temperature of its
/// electronics, is a Reading, so that it does not count as a measurement of the room.
struct SensorConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let measure: Measure?
    let parts: [EntityPart]

    init(_ entity: Entity, deviceClass: String, unit: String, stateClass: String) {
        key = entity.key
        let measure =
            entity.category == .diagnostic
            ? nil : Measure.of(deviceClass: deviceClass, unit: unit, stateClass: stateClass)
        let reading = TraitDraft(
            T.hearthProjectReading,
            [
                "value": nil, "unit": .text(unit.prefix(bytes: 32)),
                "deviceClass": .text(deviceClass.prefix(bytes: 64)),
                "stateClass": .integer(["measurement": 1, "total": 2, "total_increasing": 3][stateClass] ?? 0),
            ])
        let shape = measure.flatMap { Self.shape($0.place) }
        self.measure = shape == nil ? nil : measure
        var (types, traits) = shape ?? ([T.hearthReadingDeviceType], [reading])
        // Words have no number beside them.
        if measure?.place == .airQuality, deviceClass != AirQualityWords.deviceClass {
            types.append(T.hearthReadingDeviceType)
            traits.append(reading)
        }
        parts = [EntityPart(key: key, name: entity.name, types: types, traits: traits)]
    }

    var entities: [String] { [key] }

    /// The device type and trait of a place; nil for a place that entities share.
    private static func shape(_ place: Measure.Place) -> ([DeviceTypeDescriptor], [TraitDraft])? {
        let unknown: [String: PlainValue] = ["measuredValue": nil, "minMeasuredValue": nil, "maxMeasuredValue": nil]
        switch place {
        case .temperature:
            return ([T.temperatureSensorDeviceType], [TraitDraft(T.matterTemperatureMeasurement, unknown)])
        case .humidity:
            return ([T.humiditySensorDeviceType], [TraitDraft(T.matterRelativeHumidityMeasurement, unknown)])
        case .flow: return ([T.flowSensorDeviceType], [TraitDraft(T.matterFlowMeasurement, unknown)])
        case .illuminance: return ([T.lightSensorDeviceType], [TraitDraft(T.matterIlluminanceMeasurement, unknown)])
        case .pressure:
            var draft = TraitDraft(T.matterPressureMeasurement, features: 0x1, unknown)
            draft.set(["scaledValue": nil, "minScaledValue": nil, "maxScaledValue": nil, "scale": 1])
            return ([T.pressureSensorDeviceType], [draft])
        case .soilMoisture:
            let accuracy = Accuracy.of(type: 17, from: 0, to: 100)
            return (
                [T.soilSensorDeviceType],
                [
                    TraitDraft(
                        T.matterSoilMeasurement,
                        ["soilMoistureMeasurementLimits": accuracy, "soilMoistureMeasuredValue": nil])
                ]
            )
        case .concentration(let gas, let unit):
            var draft = TraitDraft(gas.trait, features: 0x1, unknown)
            draft.set(["measurementUnit": .integer(unit), "measurementMedium": 0])
            return ([T.airQualitySensorDeviceType], [draft])
        case .airQuality:
            return ([T.airQualitySensorDeviceType], [TraitDraft(T.matterAirQuality, features: 0xF, ["airQuality": 0])])
        case .power, .energy, .battery, .signal: return nil
        }
    }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        guard state.knows(.value) else { return [:] }
        let number = state.number(.value)
        guard let measure else { return [PartTrait(key, T.hearthProjectReading): ["value": Self.real(number)]] }
        let converted = number.map { measure.converted($0) }
        switch measure.place {
        case .pressure:
            return [
                PartTrait(key, T.matterPressureMeasurement): [
                    "measuredValue": .rounded(converted.map { $0 / 100 }),
                    "scaledValue": .rounded(converted.map { $0 / 10 }),
                ]
            ]
        case .soilMoisture:
            return [PartTrait(key, T.matterSoilMeasurement): ["soilMoistureMeasuredValue": .rounded(converted)]]
        case .concentration(let gas, _): return [PartTrait(key, gas.trait): ["measuredValue": Self.real(converted)]]
        case .airQuality:
            return [
                PartTrait(key, T.matterAirQuality): [
                    "airQuality": .integer(Self.airQuality(number, state.text(.value)))
                ],
                PartTrait(key, T.hearthProjectReading): ["value": Self.real(number)],
            ]
        case .temperature: return measured(T.matterTemperatureMeasurement, converted)
        case .humidity: return measured(T.matterRelativeHumidityMeasurement, converted)
        case .flow: return measured(T.matterFlowMeasurement, converted)
        case .illuminance: return measured(T.matterIlluminanceMeasurement, converted)
        case .power, .energy, .battery, .signal: return [:]
        }
    }

    private func measured(_ trait: TraitDescriptor, _ value: Double?) -> PartValues {
        [PartTrait(key, trait): ["measuredValue": .rounded(value)]]
    }

    private static func real(_ value: Double?) -> PlainValue { value.map { .real($0) } ?? .null }

    /// A value of AirQualityEnum for an index of the United States' Environmental Protection Agency, or for its word;
    /// 0 is unknown.
    static func airQuality(_ index: Double?, _ word: String?) -> Int64 {
        if let index {
            let limits: [Double] = [50, 100, 150, 200, 300]
            return index < 0 ? 0 : Int64(limits.filter { index > $0 }.count + 1)
        }
        return word.map { AirQualityWords.value($0) } ?? 0
    }
}

/// The accuracy of a measurement, which entities don't say: the range is all that is known.
enum Accuracy {
    /// - Parameter type: a value of MeasurementTypeEnum.
    static func of(type: Int64, from low: Int64, to high: Int64) -> PlainValue {
        .structure([
            "measurementType": .integer(type), "measured": true, "minMeasuredValue": .integer(low),
            "maxMeasuredValue": .integer(high),
            "accuracyRanges": [.structure(["rangeMin": .integer(low), "rangeMax": .integer(high)])],
        ])
    }
}
