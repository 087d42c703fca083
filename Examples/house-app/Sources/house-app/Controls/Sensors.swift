import Foundation
import Hearth
import HearthTraits

/// A temperature in 0.01 °C, as people read it.
func degrees(_ centidegrees: Int16) -> String {
    let tenths = (Int(centidegrees) + (centidegrees < 0 ? -5 : 5)) / 10
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) °C"
}

/// What measures, with all that it measures in one line.
struct SensorControl: Control {
    let status: String
    var usage: String { "it is a sensor, which only tells" }

    /// nil for what measures nothing that this app knows.
    init?(_ types: DeviceTypeCollection) {
        var readings: [String] = []
        for sensor in types.getAll(of: TemperatureSensorDeviceType.self) {
            readings += [sensor.matterTraits.temperatureMeasurementTrait?.measuredValue.map(degrees)].compactMap { $0 }
        }
        for sensor in types.getAll(of: HumiditySensorDeviceType.self) {
            let value = sensor.matterTraits.relativeHumidityMeasurementTrait?.measuredValue
            readings += [value.map { "\($0 / 100) % humid" }].compactMap { $0 }
        }
        for sensor in types.getAll(of: LightSensorDeviceType.self) {
            // Matter counts light by its logarithm.
            guard let value = sensor.matterTraits.illuminanceMeasurementTrait?.measuredValue, value > 0 else {
                continue
            }
            readings.append("\(Int(pow(10, Double(value - 1) / 10_000))) lux")
        }
        for sensor in types.getAll(of: OccupancySensorDeviceType.self) {
            let occupancy = sensor.matterTraits.occupancySensingTrait?.occupancy
            readings.append(occupancy?.contains(.occupied) == true ? "somebody" : "nobody")
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
