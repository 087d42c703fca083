import Dispatch
import Foundation
import Hearth
import HearthTraits

/// A refrigerator by its compartments.
@MainActor final class FridgeModel: ObservableObject {
    typealias Cabinet = TemperatureControlledCabinetDeviceType

    struct Compartment: Equatable {
        let name: String
        /// In °C.
        let setpoint: Double?
    }

    @Published private(set) var compartments: [Compartment] = []
    private var cabinets: [Cabinet] = []
    private var cancellable: AnyCancellable?

    init(home: Home, deviceID: String) {
        self.cancellable = home.device(id: deviceID, enableMultipartDevices: true)
            .map { device in device.parts.subscribeAll(of: Cabinet.self) }
            .switchToLatest()
            .receive(on: DispatchQueue.main)
            .sink(receiveCompletion: { _ in }) { [weak self] cabinets in
                self?.cabinets = cabinets
                self?.compartments = cabinets.map(Self.compartment)
            }
    }

    func cool(_ name: String, to degrees: Double) async throws {
        guard let index = self.compartments.firstIndex(where: { $0.name == name }),
            let trait = self.cabinets[index].matterTraits.temperatureControlTrait
        else { throw HomeError.notFound("There is no compartment \(name)") }
        try await trait.setTemperature { $0.setTargetTemperature(Int16(degrees * 100)) }
    }

    private static func compartment(_ cabinet: Cabinet) -> Compartment {
        let name: String
        switch cabinet.tags {
        case [.CommonPosition.top]: name = "Top"
        case [.CommonPosition.bottom]: name = "Bottom"
        default: name = "Compartment"
        }
        let setpoint = cabinet.matterTraits.temperatureControlTrait?.attributes.temperatureSetpoint
        return Compartment(name: name, setpoint: setpoint.map { Double($0) / 100 })
    }
}
