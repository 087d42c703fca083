internal import HearthClimateTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// A thermostat's setpoints and limits: AbsMin ≤ MinLimit ≤ setpoint ≤ MaxLimit ≤ AbsMax, and in auto mode heat + dead
/// band ≤ cool (Matter, Thermostat). All in 0.01 °C.
struct ThermostatSetpoints: Hashable, Sendable {
    typealias Attributes = Matter.ThermostatTrait.Attributes

    private(set) var heat: Int
    private(set) var cool: Int
    private let heatLimits: ClosedRange<Int>
    private let coolLimits: ClosedRange<Int>
    /// nil without auto mode.
    private let deadBand: Int?

    init(_ attributes: Attributes) {
        func range(_ low: Int16?, _ high: Int16?) -> ClosedRange<Int> {
            let low = Int(low ?? .min)
            return low...max(low, Int(high ?? .max))
        }
        heat = Int(attributes.occupiedHeatingSetpoint ?? 2000)
        cool = Int(attributes.occupiedCoolingSetpoint ?? 2600)
        heatLimits = range(attributes.minHeatSetpointLimit, attributes.maxHeatSetpointLimit)
        coolLimits = range(attributes.minCoolSetpointLimit, attributes.maxCoolSetpointLimit)
        let isAuto = attributes.featureMap?.contains(.autoMode) ?? false
        deadBand = isAuto ? Int(attributes.minSetpointDeadBand ?? 0) * 10 : nil
    }

    var isSolved: Bool {
        heatLimits.contains(heat) && coolLimits.contains(cool) && (deadBand.map { heat + $0 <= cool } ?? true)
    }

    /// Sets heat, clamped to its limits and to cool's maximum, and moves cool up if needed.
    mutating func moveHeat(to target: Int) {
        let highest = deadBand.map { min(heatLimits.upperBound, coolLimits.upperBound - $0) } ?? heatLimits.upperBound
        heat = max(min(target, highest), heatLimits.lowerBound)
        if let deadBand { cool = max(cool, heat + deadBand) }
    }

    /// Sets cool, clamped to its limits and to heat's minimum, and moves heat down if needed.
    mutating func moveCool(to target: Int) {
        let lowest = deadBand.map { max(coolLimits.lowerBound, heatLimits.lowerBound + $0) } ?? coolLimits.lowerBound
        cool = min(max(target, lowest), coolLimits.upperBound)
        if let deadBand { heat = min(heat, cool - deadBand) }
    }

    func store(in attributes: inout Attributes) {
        if attributes.occupiedHeatingSetpoint != nil { attributes.occupiedHeatingSetpoint = Int16(clamping: heat) }
        if attributes.occupiedCoolingSetpoint != nil { attributes.occupiedCoolingSetpoint = Int16(clamping: cool) }
    }

    /// Validates written limits and setpoints, and moves the setpoints that they affect.
    static func settle(_ attributes: inout Attributes, changes: Attributes) throws(TraitError) {
        try checkLimits(attributes)
        var setpoints = ThermostatSetpoints(attributes)
        if let heat = changes.occupiedHeatingSetpoint {
            try check(Int(heat), setpoints.heatLimits, 0x12, "occupiedHeatingSetpoint")
        }
        if let cool = changes.occupiedCoolingSetpoint {
            try check(Int(cool), setpoints.coolLimits, 0x11, "occupiedCoolingSetpoint")
        }
        setpoints.clamp()
        // The written setpoint moves the other.
        if changes.occupiedHeatingSetpoint != nil, changes.occupiedCoolingSetpoint == nil {
            setpoints.moveHeat(to: setpoints.heat)
        } else {
            setpoints.moveCool(to: setpoints.cool)
        }
        guard setpoints.isSolved else {
            throw TraitError(
                .constraintError, "no heating and cooling setpoints fit these limits and the dead band",
                field: "minSetpointDeadBand")
        }
        let isAsWritten =
            changes.occupiedHeatingSetpoint.map { Int($0) == setpoints.heat } ?? true
            && changes.occupiedCoolingSetpoint.map { Int($0) == setpoints.cool } ?? true
        guard isAsWritten else {
            throw TraitError(
                .constraintError, "heating must be at least the dead band below the cooling limit",
                element: .attribute(0x12), field: "occupiedHeatingSetpoint")
        }
        setpoints.store(in: &attributes)
    }

    private mutating func clamp() {
        heat = min(max(heat, heatLimits.lowerBound), heatLimits.upperBound)
        cool = min(max(cool, coolLimits.lowerBound), coolLimits.upperBound)
    }

    private static func checkLimits(_ attributes: Attributes) throws(TraitError) {
        try check(
            attributes.absMinHeatSetpointLimit, attributes.minHeatSetpointLimit, attributes.maxHeatSetpointLimit,
            attributes.absMaxHeatSetpointLimit, "heating")
        try check(
            attributes.absMinCoolSetpointLimit, attributes.minCoolSetpointLimit, attributes.maxCoolSetpointLimit,
            attributes.absMaxCoolSetpointLimit, "cooling")
    }

    private static func check(
        _ lowest: Int16?, _ low: Int16?, _ high: Int16?, _ highest: Int16?, _ side: String
    ) throws(TraitError) {
        guard let lowest, let low, let high, let highest else { return }
        guard lowest <= low, low <= high, high <= highest else {
            throw TraitError(
                .constraintError,
                "the \(side) limits must lie in this order: \(lowest) ≤ \(low) (low) ≤ \(high) (high) ≤ \(highest)",
                constraint: "min = \(lowest), max = \(highest)")
        }
    }

    private static func check(
        _ value: Int, _ limits: ClosedRange<Int>, _ id: UInt32, _ name: String
    ) throws(TraitError) {
        guard !limits.contains(value) else { return }
        throw TraitError(
            .constraintError, "\(name) is \(limits.lowerBound) to \(limits.upperBound) (0.01 °C), not \(value)",
            element: .attribute(id), field: name, constraint: "min = \(limits.lowerBound), max = \(limits.upperBound)")
    }
}
