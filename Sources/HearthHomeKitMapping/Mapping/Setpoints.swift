/// A thermostat's two setpoints in 0.01 °C. They stay within their limits and keep a minimum distance (Matter
/// Application Clusters, Thermostat, MinSetpointDeadBand).
struct Setpoints: Hashable, Sendable {
    /// The heating setpoint; nil if it does not heat.
    var heating: Int64?
    /// The cooling setpoint; nil if it does not cool.
    var cooling: Int64?
    let heatingLimits: ClosedRange<Int64>
    let coolingLimits: ClosedRange<Int64>
    /// The minimum distance between heating and cooling; 0 if the device has no automatic mode.
    let deadBand: Int64

    /// Sets the heating setpoint, and raises the cooling one if necessary.
    mutating func heat(to temperature: Int64) {
        let fitted = Self.fit(temperature, heatingLimits)
        heating = fitted
        guard let present = cooling, present < fitted + deadBand else { return }
        let pushed = Self.fit(fitted + deadBand, coolingLimits)
        cooling = pushed
        if pushed < fitted + deadBand { heating = Self.fit(pushed - deadBand, heatingLimits) }
    }

    /// Sets the cooling setpoint, and lowers the heating one if necessary.
    mutating func cool(to temperature: Int64) {
        let fitted = Self.fit(temperature, coolingLimits)
        cooling = fitted
        guard let present = heating, present > fitted - deadBand else { return }
        let pushed = Self.fit(fitted - deadBand, heatingLimits)
        heating = pushed
        if pushed > fitted - deadBand { cooling = Self.fit(pushed + deadBand, coolingLimits) }
    }

    /// Moves both setpoints so that their midpoint is at a temperature.
    mutating func center(at temperature: Int64) {
        guard let heating, let cooling else { return }
        let half = max(cooling - heating, deadBand) / 2
        heat(to: temperature - half)
        cool(to: temperature + half)
    }

    private static func fit(_ value: Int64, _ limits: ClosedRange<Int64>) -> Int64 {
        min(max(value, limits.lowerBound), limits.upperBound)
    }
}
