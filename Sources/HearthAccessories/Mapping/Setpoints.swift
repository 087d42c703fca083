/// A thermostat's two setpoints in 0.01 °C, which keep to their limits and a distance from each other (Matter,
/// Thermostat: MinSetpointDeadBand).
struct Setpoints: Hashable, Sendable {
    /// What it heats to; nil if it does not heat.
    var heating: Int64?
    /// What it cools to; nil if it does not cool.
    var cooling: Int64?
    let heatingLimits: ClosedRange<Int64>
    let coolingLimits: ClosedRange<Int64>
    /// The least distance from heating to cooling; 0 where the device has no automatic mode.
    let deadBand: Int64

    /// Sets what it heats to, and pushes what it cools to up if it must.
    mutating func heat(to temperature: Int64) {
        let fitted = Self.fit(temperature, heatingLimits)
        heating = fitted
        guard let present = cooling, present < fitted + deadBand else { return }
        let pushed = Self.fit(fitted + deadBand, coolingLimits)
        cooling = pushed
        if pushed < fitted + deadBand { heating = Self.fit(pushed - deadBand, heatingLimits) }
    }

    /// Sets what it cools to, and pushes what it heats to down if it must.
    mutating func cool(to temperature: Int64) {
        let fitted = Self.fit(temperature, coolingLimits)
        cooling = fitted
        guard let present = heating, present > fitted - deadBand else { return }
        let pushed = Self.fit(fitted - deadBand, heatingLimits)
        heating = pushed
        if pushed > fitted - deadBand { cooling = Self.fit(pushed + deadBand, coolingLimits) }
    }

    /// Moves both, so that their middle is at a temperature.
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
