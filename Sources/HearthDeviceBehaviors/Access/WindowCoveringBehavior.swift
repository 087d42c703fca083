internal import HearthBase
public import HearthClosureTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// WindowCovering (Matter cluster 0x0102): lift and tilt that take time to move. 0 is open, 10000 is closed.
///
/// Positions are estimates: the share of `liftTime` or `tiltTime` that has passed. The hardware doesn't report where it
/// is, and is stopped where it is. Without position awareness, a percentage of 0 opens and any other closes. Limits: no absolute positions.
public struct WindowCoveringBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.WindowCoveringTrait

    /// Lift or tilt.
    private struct Axis: Hashable, Sendable {
        /// Time from open to closed.
        let fullTime: Duration
        var ramp: Ramp

        init(fullTime: Duration, at position: Double) {
            self.fullTime = fullTime
            ramp = Ramp(from: position, to: position, start: .zero, length: .zero)
        }

        var target: UInt16 { UInt16(nearest: ramp.to) }

        func isMoving(at now: Duration) -> Bool { now < ramp.end }

        /// 0 stopped, 1 opening, 2 closing.
        func status(at now: Duration) -> UInt8 {
            isMoving(at: now) ? ramp.to < ramp.from ? 1 : 2 : 0
        }

        mutating func go(to target: Double, at now: Duration) {
            let from = ramp.value(at: now)
            let share = abs(target - from) / 10000
            ramp = Ramp(from: from, to: target, start: now, length: fullTime * share)  // in range: 0 to 1
        }
    }

    private static let reportInterval = Duration.seconds(1)

    public var attributes = T.Attributes()
    private var lift: Axis?
    private var tilt: Axis?
    private var nextReport: Duration?
    private let actuator: (any CoveringActuator)?
    private enum Order {
        case go, stop
    }

    /// The instruction for the hardware at the end of the call.
    private var order: Order?

    /// Creates a covering that is open.
    ///
    /// - Parameters:
    ///   - features: lift, tilt, and whether it knows their positions.
    ///   - type: what moves.
    ///   - endProduct: what it is sold as.
    ///   - liftTime: time from open to closed; nil for a covering that can't lift.
    ///   - tiltTime: time from open to closed; nil for a covering that can't tilt.
    ///   - actuator: the hardware; nil for none.
    public init(
        _ features: T.Feature, type: T.TypeEnum, endProduct: T.EndProductType, liftTime: Duration?,
        tiltTime: Duration?, actuator: (any CoveringActuator)? = nil
    ) {
        self.actuator = actuator
        lift = features.contains(.lift) ? liftTime.map { Axis(fullTime: $0, at: 0) } : nil
        tilt = features.contains(.tilt) ? tiltTime.map { Axis(fullTime: $0, at: 0) } : nil
        attributes.featureMap = features
        attributes.type = type
        attributes.endProductType = endProduct
        attributes.operationalStatus = []
        attributes.mode = []
        if features.contains(.lift) { attributes.numberOfActuationsLift = 0 }
        if features.contains(.tilt) { attributes.numberOfActuationsTilt = 0 }
        if features.contains(.positionAwareLift) { attributes.targetPositionLiftPercent100ths = 0 }
        if features.contains(.positionAwareTilt) { attributes.targetPositionTiltPercent100ths = 0 }
        setConfigStatus()
        publish(.zero)
    }

    /// Positions, position counters and mode.
    public static let storedAttributes: Set<UInt32> = [0x5, 0x6, 0x8, 0x9, 0xE, 0xF, 0x17]

    /// GoToLiftPercentage and GoToTiltPercentage, if the covering supports them.
    public var optionalCommands: Set<OptionalCommand<HandledTrait>> {
        Set((lift == nil ? [] : [.goToLiftPercentage]) + (tilt == nil ? [] : [.goToTiltPercentage]))
    }

    public var deadline: Duration? { nextReport }
    public var isCarryingOut: Bool { nextReport != nil }

    private var features: T.Feature { attributes.featureMap ?? [] }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        if let position = attributes.currentPositionLiftPercent100ths { lift?.ramp = Self.still(position, context.now) }
        if let position = attributes.currentPositionTiltPercent100ths { tilt?.ramp = Self.still(position, context.now) }
        if features.contains(.positionAwareLift) {
            attributes.targetPositionLiftPercent100ths = attributes.currentPositionLiftPercent100ths
        }
        if features.contains(.positionAwareTilt) {
            attributes.targetPositionTiltPercent100ths = attributes.currentPositionTiltPercent100ths
        }
        setConfigStatus()
        publish(context.now)
    }

    public mutating func settle(_ context: inout EndpointContext) {
        guard let order else { return }
        self.order = nil
        guard let actuator else { return }
        let (lift, tilt) = (lift?.target, tilt?.target)
        context.operate(T.self) {
            switch order {
            case .go: await actuator.apply(lift: lift, tilt: tilt)
            case .stop: await actuator.stop()
            }
        }
    }

    private static func still(_ position: UInt16, _ now: Duration) -> Ramp {
        Ramp(from: Double(position), to: Double(position), start: now, length: .zero)
    }

    // MARK: Commands

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        try checkMayMove()
        let now = context.now
        switch command {
        case .upOrOpen: go(lift: 0, tilt: 0, now)
        case .downOrClose: go(lift: 10000, tilt: 10000, now)
        case .stopMotion: stop(now)
        case .goToLiftPercentage(let command):
            let target = try target(
                command.liftPercent100thsValue, lift != nil, knows: features.contains(.positionAwareLift),
                "liftPercent100thsValue", 0x5)
            go(lift: target, tilt: nil, now)
        case .goToTiltPercentage(let command):
            let target = try target(
                command.tiltPercent100thsValue, tilt != nil, knows: features.contains(.positionAwareTilt),
                "tiltPercent100thsValue", 0x8)
            go(lift: nil, tilt: target, now)
        case .goToLiftValue, .goToTiltValue:
            throw TraitError(.unsupportedCommand, "this covering supports percentages only")
        }
        return nil
    }

    private func checkMayMove() throws(TraitError) {
        let mode = attributes.mode ?? []
        if mode.contains(.maintenanceMode) {
            throw TraitError(.busy, "the covering is in maintenance mode; it does not move")
        }
        if mode.contains(.calibrationMode) {
            throw TraitError(.failure, "the covering is in calibration mode; it does not move")
        }
    }

    private func target(
        _ percent: UInt16, _ hasAxis: Bool, knows: Bool, _ field: String, _ command: UInt32
    ) throws(TraitError) -> UInt16 {
        guard hasAxis else {
            throw TraitError(.unsupportedCommand, "this covering can't move this way", element: .command(command))
        }
        guard percent <= 10000 else {
            throw TraitError(
                .constraintError, "\(field) is at most 10000 (0.01 %), not \(percent)", element: .command(command),
                field: field, constraint: "max = 10000")
        }
        return knows || percent == 0 ? percent : 10000
    }

    private mutating func go(lift liftTarget: UInt16?, tilt tiltTarget: UInt16?, _ now: Duration) {
        order = .go
        if lift != nil, let liftTarget {
            lift?.go(to: Double(liftTarget), at: now)
            attributes.numberOfActuationsLift = (attributes.numberOfActuationsLift ?? 0) &+ 1
            if features.contains(.positionAwareLift) { attributes.targetPositionLiftPercent100ths = liftTarget }
        }
        if tilt != nil, let tiltTarget {
            tilt?.go(to: Double(tiltTarget), at: now)
            attributes.numberOfActuationsTilt = (attributes.numberOfActuationsTilt ?? 0) &+ 1
            if features.contains(.positionAwareTilt) { attributes.targetPositionTiltPercent100ths = tiltTarget }
        }
        publish(now)
    }

    /// Stops at the current position.
    private mutating func stop(_ now: Duration) {
        order = .stop
        for axis in [\Self.lift, \Self.tilt] {
            guard let position = self[keyPath: axis]?.ramp.value(at: now) else { continue }
            self[keyPath: axis]?.ramp = Self.still(UInt16(nearest: position), now)
        }
        publish(now)
        if features.contains(.positionAwareLift) {
            attributes.targetPositionLiftPercent100ths = attributes.currentPositionLiftPercent100ths
        }
        if features.contains(.positionAwareTilt) {
            attributes.targetPositionTiltPercent100ths = attributes.currentPositionTiltPercent100ths
        }
    }

    // MARK: Mode

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard let mode = changes.mode else { return }
        guard mode.rawValue <= 0xF else {
            throw TraitError(
                .constraintError, "mode has bits 0 to 3 only", element: .attribute(0x17), field: "mode",
                constraint: "max = 15")
        }
        setConfigStatus()
        if !mode.isDisjoint(with: [.maintenanceMode, .calibrationMode]) { stop(context.now) }
    }

    private mutating func setConfigStatus() {
        var status: T.ConfigStatus = [.onlineReserved]
        let mode = attributes.mode ?? []
        if mode.isDisjoint(with: [.maintenanceMode, .calibrationMode]) { status.insert(.operational) }
        if mode.contains(.motorDirectionReversed) { status.insert(.liftMovementReversed) }
        if features.contains(.positionAwareLift) { status.insert(.liftPositionAware) }
        if features.contains(.positionAwareTilt) { status.insert(.tiltPositionAware) }
        attributes.configStatus = status
    }

    // MARK: Motion

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        if case .jam = input { stop(context.now) }
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        publish(context.now)
    }

    private mutating func publish(_ now: Duration) {
        if features.contains(.positionAwareLift) {
            let position = Self.position(lift, now)
            attributes.currentPositionLiftPercent100ths = position
            attributes.currentPositionLiftPercentage = position.map { UInt8(clamping: $0 / 100) }
        }
        if features.contains(.positionAwareTilt) {
            let position = Self.position(tilt, now)
            attributes.currentPositionTiltPercent100ths = position
            attributes.currentPositionTiltPercentage = position.map { UInt8(clamping: $0 / 100) }
        }
        let lifting = lift?.status(at: now) ?? 0
        let tilting = tilt?.status(at: now) ?? 0
        let global = lifting != 0 ? lifting : tilting
        attributes.operationalStatus = T.OperationalStatus(rawValue: global | lifting << 2 | tilting << 4)
        let ends = [lift, tilt].compactMap { $0 }.filter { $0.isMoving(at: now) }.map(\.ramp.end)
        nextReport = ends.min().map { min($0, now + Self.reportInterval) }
    }

    private static func position(_ axis: Axis?, _ now: Duration) -> UInt16? {
        axis.map { UInt16(nearest: min(10000, max(0, $0.ramp.value(at: now)))) }
    }
}
