import Hearth
import HearthTraits
import HearthPhrases

/// A temperature in 0.01 °C, in words.
func degrees(_ centidegrees: Int16) -> String { Phrase.temperature(Int64(centidegrees)) }

/// A sensor, with all its measurements in one line.
struct SensorControl: Control {
    let status: String
    var usage: String { "it is a sensor, which only tells" }

    /// nil if it has no measurement that this app knows.
    init?(_ types: DeviceTypeCollection) {
        var readings: [String] = []
        for sensor in types.getAll(of: TemperatureSensorDeviceType.self) {
            readings += [sensor.matterTraits.temperatureMeasurementTrait?.measuredValue.map(degrees)].compactMap { $0 }
        }
        for sensor in types.getAll(of: HumiditySensorDeviceType.self) {
            let value = sensor.matterTraits.relativeHumidityMeasurementTrait?.measuredValue
            readings += [value.map { Phrase.humidity(Int64($0)) }].compactMap { $0 }
        }
        for sensor in types.getAll(of: LightSensorDeviceType.self) {
            let value = sensor.matterTraits.illuminanceMeasurementTrait?.measuredValue
            readings += [value.map { Phrase.illuminance(Int64($0)) }].compactMap { $0 }
        }
        for sensor in types.getAll(of: OccupancySensorDeviceType.self) {
            let occupancy = sensor.matterTraits.occupancySensingTrait?.occupancy
            readings.append(Phrase.occupancy(occupancy?.contains(.occupied) == true))
        }
        for sensor in types.getAll(of: ContactSensorDeviceType.self) {
            readings.append(sensor.matterTraits.booleanStateTrait?.stateValue == true ? "closed" : "open")
        }
        for sensor in types.getAll(of: WaterLeakDetectorDeviceType.self) {
            readings.append(sensor.matterTraits.booleanStateTrait?.stateValue == true ? "wet" : "dry")
        }
        for sensor in types.getAll(of: SmokeCOAlarmDeviceType.self) {
            let state = sensor.matterTraits.smokeCoAlarmTrait?.expressedState
            readings.append(state == .normal ? "quiet" : "ALARM")
        }
        guard !readings.isEmpty else { return nil }
        status = readings.joined(separator: ", ")
    }

    func perform(_ words: [String]) async throws { throw refuse() }
}
