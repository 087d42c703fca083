import Dispatch
import Foundation
import Hearth
import HearthTraits

extension Matter.ThermostatTrait {
    /// In 0.01 °C.
    var minHeatSetpointLimit: Int16 {
        self.attributes.minHeatSetpointLimit ?? self.attributes.absMinHeatSetpointLimit ?? 700
    }

    var maxHeatSetpointLimit: Int16 {
        self.attributes.maxHeatSetpointLimit ?? self.attributes.absMaxHeatSetpointLimit ?? 3000
    }

    var runningMode: Matter.ThermostatTrait.ThermostatRunningModeEnum {
        self.attributes.thermostatRunningMode ?? .unrecognized_
    }

    var supportedSystemModes: Set<Matter.ThermostatTrait.SystemModeEnum> {
        var modes: Set<Matter.ThermostatTrait.SystemModeEnum> = [.off]
        guard let features = self.attributes.featureMap else { return modes }
        if features.contains(.autoMode) && features.contains(.heating) && features.contains(.cooling) {
            modes.insert(.auto)
        }
        if features.contains(.heating) { modes.insert(.heat) }
        if features.contains(.cooling) { modes.insert(.cool) }
        return modes
    }

    func setHeatingPoint(to centidegrees: Int16) async throws {
        guard (minHeatSetpointLimit...maxHeatSetpointLimit).contains(centidegrees) else {
            throw HomeError.outOfRange("It can't heat to \(centidegrees)")
        }
        _ = try await self.update {
            $0.setOccupiedHeatingSetpoint(centidegrees)
        }
    }
}

extension Matter.ThermostatTrait.SystemModeEnum {
    var heats: Bool {
        switch self {
        case .auto, .heat, .emergencyHeat: return true
        default: return false
        }
    }
}

/// A thermostat.
final class ThermostatTile: Tile {
    @Published private(set) var heatingPoint: Int16?
    @Published private(set) var systemMode: Matter.ThermostatTrait.SystemModeEnum?
    private var trait: Matter.ThermostatTrait?
    private var cancellables = Set<AnyCancellable>()

    override init(device: HomeDevice) throws {
        guard device.types.contains(ThermostatDeviceType.self) else {
            throw TileError.wrongType(ThermostatDeviceType.identifier)
        }
        try super.init(device: device)

        self.device.types.subscribe(ThermostatDeviceType.self)
            .receive(on: DispatchQueue.main)
            .map { $0.matterTraits.thermostatTrait }
            .replaceError(with: nil)
            .sink { [weak self] trait in
                guard let self = self, let trait = trait else { return }
                self.trait = trait
                self.systemMode = trait.attributes.systemMode
                self.heatingPoint = trait.attributes.occupiedHeatingSetpoint
                self.choices = trait.supportedSystemModes.map { "\($0)" }.sorted()
                let degrees = trait.attributes.localTemperature.map { String(Float($0) / 100) }
                self.status = "\(degrees ?? "?") °C"
            }
            .store(in: &self.cancellables)
    }

    func set(_ mode: Matter.ThermostatTrait.SystemModeEnum) {
        guard let trait = self.trait, trait.supportedSystemModes.contains(mode) else { return }
        self.perform { _ = try await trait.update { $0.setSystemMode(mode) } }
    }

    func heat(to centidegrees: Int16) {
        guard let trait = self.trait else { return }
        self.perform { try await trait.setHeatingPoint(to: centidegrees) }
    }

    /// - Parameter amount: in 0.1 °C.
    func raise(by amount: Int8) {
        guard let trait = self.trait else { return }
        self.perform { try await trait.setpointRaiseLower(mode: .heat, amount: amount) }
    }
}
