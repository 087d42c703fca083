import Dispatch
import Foundation
import Hearth
import HearthTraits

/// A sensor whose one trait becomes a line of text.
class SensorTile<Sensor: DeviceType>: Tile {
    private var cancellable: AnyCancellable?

    init(device: HomeDevice, show: @escaping (Sensor) -> String?) throws {
        guard device.types.contains(Sensor.self) else {
            throw TileError.wrongType(Sensor.identifier)
        }
        try super.init(device: device)
        self.cancellable = self.device.types.subscribe(Sensor.self)
            .compactMap(show)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .catch { _ in Just("Unknown") }
            .assign(to: \.status, on: self)
    }
}

final class TemperatureTile: SensorTile<TemperatureSensorDeviceType> {
    init(device: HomeDevice) throws {
        try super.init(device: device) {
            $0.matterTraits.temperatureMeasurementTrait?.attributes.measuredValue.map { "\(Float($0) / 100) °C" }
        }
    }
}

final class OccupancyTile: SensorTile<OccupancySensorDeviceType> {
    init(device: HomeDevice) throws {
        try super.init(device: device) { sensor in
            guard let occupancy = sensor.matterTraits.occupancySensingTrait?.attributes.occupancy else { return nil }
            return occupancy.contains(.occupied) ? "Somebody" : "Nobody"
        }
    }
}

final class ContactTile: SensorTile<ContactSensorDeviceType> {
    init(device: HomeDevice) throws {
        try super.init(device: device) {
            $0.matterTraits.booleanStateTrait?.attributes.stateValue.map { $0 ? "Closed" : "Open" }
        }
    }
}
