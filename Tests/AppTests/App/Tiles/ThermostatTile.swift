import Foundation
import Hearth
import HearthTraits

/// A thermostat: its temperature, its mode and its setpoint for heating.
final class ThermostatTile: KindTile<ThermostatDeviceType> {
    typealias Thermostat = Matter.ThermostatTrait

    /// In 0.01 °C.
    @Published private(set) var heatingPoint: Int16?
    @Published private(set) var systemMode: Thermostat.SystemModeEnum?

    private var thermostat: Thermostat? { latest?.matterTraits.thermostatTrait }

    /// Whether the thermostat may heat in its present mode.
    var heats: Bool { systemMode == .heat || systemMode == .emergencyHeat || systemMode == .auto }

    override func draw(_ report: ThermostatDeviceType) {
        guard let state = report.matterTraits.thermostatTrait?.attributes else { return }
        systemMode = state.systemMode
        heatingPoint = state.occupiedHeatingSetpoint
        choices = Self.modes(of: state).map { "\($0)" }.sorted()
        let runs: Thermostat.ThermostatRunningModeEnum = state.thermostatRunningMode ?? .unrecognized_
        choice = "\(runs)"
        let temperature = state.localTemperature.map { "\(Float($0) / 100)" } ?? "?"
        status = "\(temperature) °C"
    }

    func set(_ mode: Thermostat.SystemModeEnum) {
        guard let thermostat = self.thermostat, Self.modes(of: thermostat.attributes).contains(mode) else { return }
        perform { _ = try await thermostat.update { $0.setSystemMode(mode) } }
    }

    /// - Parameter setpoint: in 0.01 °C.
    func heat(to setpoint: Int16) {
        guard let thermostat = self.thermostat else { return }
        let allowed = Self.setpoints(of: thermostat.attributes)
        perform {
            guard allowed.contains(setpoint) else {
                throw HomeError.outOfRange("It can't heat to \(setpoint), only to \(allowed)")
            }
            _ = try await thermostat.update { $0.setOccupiedHeatingSetpoint(setpoint) }
        }
    }

    /// - Parameter amount: in 0.1 °C.
    func raise(by amount: Int8) {
        guard let thermostat = self.thermostat else { return }
        perform { try await thermostat.setpointRaiseLower(mode: .heat, amount: amount) }
    }

    /// The modes for which the thermostat has what it takes.
    private static func modes(of state: Thermostat.Attributes) -> [Thermostat.SystemModeEnum] {
        let features: Thermostat.Feature = state.featureMap ?? []
        let heats = features.contains(.heating)
        let cools = features.contains(.cooling)
        var modes: [Thermostat.SystemModeEnum] = [.off]
        if heats { modes.append(.heat) }
        if cools { modes.append(.cool) }
        if heats && cools && features.contains(.autoMode) { modes.append(.auto) }
        return modes
    }

    /// The setpoints for heating that the thermostat takes, in 0.01 °C. The user's limits default to the device's, and
    /// those to 7 °C and 30 °C (Matter Application Clusters 1.4, 4.3).
    private static func setpoints(of state: Thermostat.Attributes) -> ClosedRange<Int16> {
        let lowest = state.minHeatSetpointLimit ?? state.absMinHeatSetpointLimit ?? 700
        let highest = state.maxHeatSetpointLimit ?? state.absMaxHeatSetpointLimit ?? 3_000
        return lowest...max(lowest, highest)
    }
}
