internal import ExampleMaker
internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCore

/// A maker's behaviour of its own trait: a motor under a display stand. Its speed changes by ``rampPerStep`` rpm per
/// ``stepTime``; the rpm attribute is the current speed, and writing it sets the target.
struct SpinnerBehavior: TraitBehavior {
    typealias HandledTrait = ExampleOrganization.SpinnerTrait

    static let stepTime = Duration.milliseconds(500)
    static let rampPerStep = 15
    static let calibrationTime = Duration.seconds(3)

    var attributes = T.Attributes()
    private var target: UInt16 = 0
    private var nextStep: Duration?
    private var spinEnd: Duration?
    private var calibrationEnd: Duration?

    init(label: String, maxSpeed: UInt16 = 120) {
        attributes.featureMap = .variableSpeed
        attributes.rpm = 0
        attributes.maxSpeed = maxSpeed
        attributes.direction = .clockwise
        attributes.label = label
    }

    /// direction and label; the motor is stopped after a restart.
    static let storedAttributes: Set<UInt32> = [0x2, 0x3]

    var deadline: Duration? { [nextStep, spinEnd, calibrationEnd].compactMap { $0 }.min() }
    var isCarryingOut: Bool { deadline != nil }

    private var maxSpeed: UInt16 { attributes.maxSpeed ?? 120 }

    mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        guard calibrationEnd == nil else {
            throw TraitError(.busy, "the spinner is calibrating; it takes \(Self.calibrationTime)")
        }
        switch command {
        case .spin(let command):
            let speed = command.speed.value ?? (target > 0 ? target : maxSpeed / 2)
            guard speed > 0, speed <= maxSpeed, command.turns > 0 else {
                throw TraitError(
                    .constraintError, "turns is at least 1 and speed 1 to \(maxSpeed)", element: .command(0x0),
                    field: command.turns > 0 ? "speed" : "turns")
            }
            head(for: speed, context.now)
            spinEnd = context.now + .seconds(60) * (Double(command.turns) / Double(speed))  // in range: 1 or more
        case .calibrate:
            guard attributes.rpm == 0, target == 0 else {
                throw TraitError(
                    .invalidInState, "the spinner turns; set rpm to 0 first", element: .command(0x1))
            }
            calibrationEnd = context.now + Self.calibrationTime
        }
        return nil
    }

    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        if case .unrecognized_(let value)? = changes.direction {
            throw TraitError(
                .constraintError, "direction is clockwise or counterClockwise, not \(value)", element: .attribute(0x2),
                field: "direction")
        }
        guard let speed = changes.rpm else { return }
        attributes.rpm = before.rpm
        guard speed <= maxSpeed else {
            throw TraitError(
                .constraintError, "rpm is at most \(maxSpeed), not \(speed)", element: .attribute(0x0), field: "rpm",
                constraint: "max = \(maxSpeed)")
        }
        guard calibrationEnd == nil else { throw TraitError(.busy, "the spinner is calibrating") }
        spinEnd = nil
        head(for: speed, context.now)
    }

    /// The motor slows to a stop when the device is turned off.
    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        guard case .switched(on: false, _) = signal, target > 0 else { return }
        spinEnd = nil
        head(for: 0, context.now)
    }

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .jam = input, let speed = attributes.rpm, speed > 0 else { return }
        attributes.rpm = 0
        target = 0
        nextStep = nil
        spinEnd = nil
        var payload = T.JammedEvent.Payload()
        payload.atSpeed = speed
        context.emit(T.JammedEvent.self, payload)
    }

    // MARK: Motor

    /// The first step is taken immediately.
    private mutating func head(for speed: UInt16, _ now: Duration) {
        target = speed
        step(now)
    }

    private mutating func step(_ now: Duration) {
        let present = Int(attributes.rpm ?? 0)
        let change = min(max(Int(target) - present, -Self.rampPerStep), Self.rampPerStep)
        attributes.rpm = UInt16(clamping: present + change)
        nextStep = attributes.rpm == target ? nil : now + Self.stepTime
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        if let end = calibrationEnd, end <= context.now { calibrationEnd = nil }
        if let end = spinEnd, end <= context.now {
            spinEnd = nil
            head(for: 0, context.now)
        } else if let due = nextStep, due <= context.now {
            step(context.now)
        }
    }
}
