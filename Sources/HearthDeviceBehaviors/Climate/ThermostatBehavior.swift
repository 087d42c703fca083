public import HearthClimateTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// Thermostat (Matter cluster 0x0201). With an actuator, the room's temperature is what a sensor measures
/// (`PhysicalInput.temperature`); without one, the room is simulated and warms and cools. While the temperature of a
/// real room is unknown, before the first value and after nil, LocalTemperature is null and nothing heats or cools.
///
/// Limits: heating, cooling and auto mode; no presets, schedules, setback or occupancy.
public struct ThermostatBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.ThermostatTrait

    /// Time between updates of the room's temperature.
    private static let step = Duration.seconds(5)
    /// Temperature change per step by heating or cooling, and by the weather, in 0.01 °C.
    private static let power = 6
    private static let loss = 2
    /// The deviation from the setpoint at which heating or cooling starts, in 0.01 °C.
    private static let hysteresis = 20

    public var attributes = T.Attributes()
    /// Measured temperature before calibration, in 0.01 °C; nil while it is unknown.
    private var room: Int?
    private let outside: Int
    private var nextStep: Duration?
    private var holdEnd: Duration?
    private let actuator: (any ClimateActuator)?
    /// The relays that the hardware got last; nil before the start.
    private var applied: T.RelayStateBitmap?

    /// Creates a thermostat.
    ///
    /// - Parameters:
    ///   - features: heating, cooling or both, and auto mode.
    ///   - room: initial temperature of a simulated room, in 0.01 °C.
    ///   - outside: temperature that a simulated room approaches without heating and cooling, in 0.01 °C.
    ///   - actuator: the hardware; nil for none.
    public init(
        _ features: T.Feature = [.heating, .cooling, .autoMode], room: Int16 = 2050, outside: Int16 = 1200,
        actuator: (any ClimateActuator)? = nil
    ) {
        self.actuator = actuator
        self.room = actuator == nil ? Int(room) : nil
        self.outside = Int(outside)
        attributes.featureMap = features
        attributes.localTemperature = features.contains(.localTemperatureNotExposed) || actuator != nil ? nil : room
        attributes.localTemperatureCalibration = 0
        if features.contains(.heating) {
            attributes.absMinHeatSetpointLimit = 700
            attributes.absMaxHeatSetpointLimit = 3000
            attributes.minHeatSetpointLimit = 700
            attributes.maxHeatSetpointLimit = 3000
            attributes.occupiedHeatingSetpoint = 2000
            attributes.piHeatingDemand = 0
        }
        if features.contains(.cooling) {
            attributes.absMinCoolSetpointLimit = 1600
            attributes.absMaxCoolSetpointLimit = 3200
            attributes.minCoolSetpointLimit = 1600
            attributes.maxCoolSetpointLimit = 3200
            attributes.occupiedCoolingSetpoint = 2600
            attributes.piCoolingDemand = 0
        }
        if features.contains(.autoMode) {
            attributes.minSetpointDeadBand = 20
            attributes.thermostatRunningMode = .off
        }
        attributes.controlSequenceOfOperation =
            features.isSuperset(of: [.heating, .cooling])
            ? .coolingAndHeating : features.contains(.cooling) ? .coolingOnly : .heatingOnly
        attributes.systemMode = features.contains(.autoMode) ? .auto : features.contains(.heating) ? .heat : .cool
        attributes.thermostatRunningState = []
        attributes.temperatureSetpointHold = .setpointHoldOff
        attributes.temperatureSetpointHoldDuration = nil
        attributes.setpointHoldExpiryTimestamp = nil
    }

    /// Setpoints, limits, modes, calibration and hold.
    public static let storedAttributes: Set<UInt32> = [
        0x10, 0x11, 0x12, 0x15, 0x16, 0x17, 0x18, 0x1C, 0x23, 0x24, 0x52,
    ]

    public var deadline: Duration? { [nextStep, holdEnd].compactMap { $0 }.min() }

    private var features: T.Feature { attributes.featureMap ?? [] }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        nextStep = nextStep(after: context.now)
        publishTemperature()
        if let expiry = attributes.setpointHoldExpiryTimestamp {
            holdEnd = context.now + .seconds(Int64(expiry) - Int64(context.matterSeconds))
        }
        runPlant()
    }

    // MARK: Commands

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        guard case .setpointRaiseLower(let command) = command else {
            throw TraitError(.unsupportedCommand, "this thermostat has no schedules, presets or suggestions")
        }
        let (heats, cools): (Bool, Bool)
        switch command.mode {
        case .heat: (heats, cools) = (true, false)
        case .cool: (heats, cools) = (false, true)
        case .both: (heats, cools) = (features.contains(.heating), features.contains(.cooling))
        case .unrecognized_: throw Self.lacksMode("\(command.mode.rawValue)")
        }
        guard !heats || features.contains(.heating) else { throw Self.lacksMode("heat") }
        guard !cools || features.contains(.cooling) else { throw Self.lacksMode("cool") }
        raise(by: Int(command.amount) * 10, heats: heats, cools: cools)
        runPlant()
        return nil
    }

    private static func lacksMode(_ mode: String) -> TraitError {
        TraitError(
            .invalidCommand, "this thermostat has no setpoint for mode \(mode)", element: .command(0x0), field: "mode")
    }

    /// Raises setpoints, clamped to the limits without an error; the other setpoint moves to keep the dead band.
    private mutating func raise(by amount: Int, heats: Bool, cools: Bool) {
        var setpoints = ThermostatSetpoints(attributes)
        if heats { setpoints.moveHeat(to: setpoints.heat + amount) }
        if cools { setpoints.moveCool(to: setpoints.cool + amount) }
        setpoints.store(in: &attributes)
    }

    // MARK: Writes

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        attributes.minSetpointDeadBand = before.minSetpointDeadBand
        attributes.controlSequenceOfOperation = before.controlSequenceOfOperation
        if let calibration = changes.localTemperatureCalibration {
            attributes.localTemperatureCalibration = max(-127, calibration)
        }
        if changes.systemMode != nil { try checkMode() }
        try ThermostatSetpoints.settle(&attributes, changes: changes)
        if changes.$temperatureSetpointHold.isSupported || changes.$temperatureSetpointHoldDuration.isSupported {
            setHold(context)
        }
        publishTemperature()
        runPlant()
    }

    private func checkMode() throws(TraitError) {
        guard let mode = attributes.systemMode, !allows(mode) else { return }
        throw TraitError(
            .constraintError, "this thermostat's control sequence does not allow system mode \(mode)",
            element: .attribute(0x1C), field: "systemMode")
    }

    private func allows(_ mode: T.SystemModeEnum) -> Bool {
        let sequence = attributes.controlSequenceOfOperation
        let heats = sequence != .coolingOnly && sequence != .coolingWithReheat && features.contains(.heating)
        let cools = sequence != .heatingOnly && sequence != .heatingWithReheat && features.contains(.cooling)
        switch mode {
        case .off, .fanOnly, .sleep: return true
        case .auto: return features.contains(.autoMode) && heats && cools
        case .cool, .precooling, .dry: return cools
        case .heat, .emergencyHeat: return heats
        case .unrecognized_: return false
        }
    }

    private mutating func setHold(_ context: EndpointContext) {
        guard attributes.temperatureSetpointHold == .setpointHoldOn,
            let minutes = attributes.temperatureSetpointHoldDuration
        else {
            holdEnd = nil
            attributes.setpointHoldExpiryTimestamp = nil
            return
        }
        holdEnd = context.now + .seconds(Int64(minutes) * 60)
        attributes.setpointHoldExpiryTimestamp = UInt32(clamping: Int64(context.matterSeconds) + Int64(minutes) * 60)
    }

    // MARK: Room

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .temperature(let value) = input, value != nil || actuator != nil else { return }
        room = value.map { Int($0) }
        publishTemperature()
        runPlant()
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        if let end = holdEnd, end <= context.now {
            holdEnd = nil
            attributes.temperatureSetpointHold = .setpointHoldOff
            attributes.setpointHoldExpiryTimestamp = nil
        }
        guard let due = nextStep, due <= context.now else { return }
        nextStep = nextStep(after: context.now)
        guard var room else { return }
        let state = attributes.thermostatRunningState ?? []
        if state.contains(.heat) { room += Self.power }
        if state.contains(.cool) { room -= Self.power }
        room += min(max(outside - room, -Self.loss), Self.loss)
        self.room = room
        publishTemperature()
        runPlant()
    }

    /// When the simulated room changes next; nil for a real one.
    private func nextStep(after now: Duration) -> Duration? { actuator == nil ? now + Self.step : nil }

    private mutating func publishTemperature() {
        guard !features.contains(.localTemperatureNotExposed) else { return }
        attributes.localTemperature = measured.map { Int16(clamping: max(-27315, $0)) }
    }

    private var measured: Int? { room.map { $0 + Int(attributes.localTemperatureCalibration ?? 0) * 10 } }

    /// Starts and stops heating and cooling.
    private mutating func runPlant() {
        let mode = attributes.systemMode ?? .off
        let state = attributes.thermostatRunningState ?? []
        let mayHeat = mode == .heat || mode == .auto || mode == .emergencyHeat
        let mayCool = mode == .cool || mode == .auto || mode == .precooling
        var heats = false
        var cools = false
        if mayHeat, let measured, let setpoint = attributes.occupiedHeatingSetpoint.map(Int.init) {
            heats = measured < setpoint - (state.contains(.heat) ? -Self.hysteresis : Self.hysteresis)
        }
        if mayCool, let measured, let setpoint = attributes.occupiedCoolingSetpoint.map(Int.init) {
            cools = measured > setpoint + (state.contains(.cool) ? -Self.hysteresis : Self.hysteresis)
        }
        var running: T.RelayStateBitmap = []
        if heats { running.insert(.heat) }
        if cools { running.insert(.cool) }
        if heats || cools || mode == .fanOnly { running.insert(.fan) }
        attributes.thermostatRunningState = running
        if features.contains(.heating) { attributes.piHeatingDemand = heats ? 100 : 0 }
        if features.contains(.cooling) { attributes.piCoolingDemand = cools ? 100 : 0 }
        if features.contains(.autoMode) { attributes.thermostatRunningMode = heats ? .heat : cools ? .cool : .off }
    }

    // MARK: Hardware

    public mutating func settle(_ context: inout EndpointContext) {
        let relays = attributes.thermostatRunningState?.intersection([.heat, .cool]) ?? []
        guard let actuator, relays != applied else { return }
        applied = relays
        context.operate(T.self) {
            await actuator.apply(heats: relays.contains(.heat), cools: relays.contains(.cool))
        }
    }
}
