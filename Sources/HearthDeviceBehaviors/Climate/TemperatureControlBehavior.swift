public import HearthClimateTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// TemperatureControl (Matter cluster 0x0056): an appliance's target, as a temperature or a named level.
public struct TemperatureControlBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.TemperatureControlTrait

    public var attributes = T.Attributes()

    /// Creates a target in 0.01 °C. With a step, only multiples of it above the minimum are allowed.
    public init(_ setpoint: Int16, in range: ClosedRange<Int16>, step: Int16? = nil) {
        attributes.featureMap = step == nil ? .temperatureNumber : [.temperatureNumber, .temperatureStep]
        attributes.temperatureSetpoint = setpoint
        attributes.minTemperature = range.lowerBound
        attributes.maxTemperature = range.upperBound
        attributes.step = step
    }

    /// Creates a target with named levels, lowest first.
    public init(levels: [String], selected: UInt8) {
        attributes.featureMap = .temperatureLevel
        attributes.supportedTemperatureLevels = levels
        attributes.selectedTemperatureLevel = selected
    }

    /// temperatureSetpoint and selectedTemperatureLevel.
    public static let storedAttributes: Set<UInt32> = [0x0, 0x4]

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        guard case .setTemperature(let command) = command else { return nil }
        if attributes.featureMap?.contains(.temperatureLevel) == true {
            try setLevel(command.targetTemperatureLevel)
        } else {
            try setTemperature(command.targetTemperature)
        }
        return nil
    }

    private mutating func setTemperature(_ target: Int16?) throws(TraitError) {
        guard let target else {
            throw TraitError(
                .invalidCommand, "setTemperature needs targetTemperature here", element: .command(0),
                field: "targetTemperature")
        }
        let lowest = attributes.minTemperature ?? .min
        let highest = attributes.maxTemperature ?? .max
        guard lowest <= target, target <= highest else {
            throw TraitError(
                .constraintError, "targetTemperature is \(lowest) to \(highest) (0.01 °C), not \(target)",
                element: .command(0), field: "targetTemperature", constraint: "min = \(lowest), max = \(highest)")
        }
        if let step = attributes.step, step > 0, (Int(target) - Int(lowest)) % Int(step) != 0 {
            throw TraitError(
                .constraintError, "targetTemperature goes in steps of \(step) (0.01 °C) from \(lowest)",
                element: .command(0), field: "targetTemperature", constraint: "step = \(step)")
        }
        attributes.temperatureSetpoint = target
    }

    private mutating func setLevel(_ target: UInt8?) throws(TraitError) {
        let levels = attributes.supportedTemperatureLevels ?? []
        guard let target, Int(target) < levels.count else {
            throw TraitError(
                target == nil ? .invalidCommand : .constraintError,
                "targetTemperatureLevel must be the index of one of \(levels.joined(separator: ", ")), from 0",
                element: .command(0), field: "targetTemperatureLevel")
        }
        attributes.selectedTemperatureLevel = target
    }
}
