internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// A trait of a maker's own, which no hub is built with: ExampleOrganization's Spinner, a motor that turns a device. Its
/// speed changes by ``rampPerStep`` rpm per ``stepTime``; the rpm attribute is the current speed, and writing it sets the
/// target.
struct SpinnerBehavior: DescribedBehavior {
    /// The schema; a test compares it with the maker's file.
    static let trait = TraitDescriptor(
        id: 0xFFF1_FC01, name: "Spinner", vendor: "ExampleOrganization",
        package: "hearth.traits.example_organization.v1", revision: 1,
        """
        feature 0x1 VariableSpeed
        enum DirectionEnum 8
          0 clockwise 1 counterClockwise
        bitmap Feature 32
          0x1 variableSpeed
        attribute 0x0 rpm uint16 min=0 max=@0x1 step=5 unit="1/min" default=0 write=operate
        attribute 0x1 maxSpeed uint16 min=5 max=600 unit="1/min" default=120
        attribute 0x2 direction enum(0) optional default=0 required=0x1 write=operate
        attribute 0x3 label string minLength=1 maxLength=32 default="Spinner" write=operate
        attribute 0xFFFC featureMap bitmap(0)
        command 0x0 Spin spin
          0x0 turns uint16 min=1 max=1000
          0x1 speed uint16 nullable optional max=@0x1 unit="1/min"
        command 0x1 Calibrate calibrate invoke=manage timed required=0x1
        event 0x0 Jammed critical
          0x0 atSpeed uint16 unit="1/min"
        """)

    static let stepTime = Duration.milliseconds(500)
    static let rampPerStep: UInt64 = 15
    static let calibrationTime = Duration.seconds(3)

    private static let rpm: UInt32 = 0x0
    private static let maxSpeed: UInt32 = 0x1
    private static let direction: UInt32 = 0x2
    private static let label: UInt32 = 0x3
    private static let spin: UInt32 = 0x0
    private static let jammed: UInt32 = 0x0

    let descriptor = SpinnerBehavior.trait
    var values: StructureValue
    private var target: UInt64 = 0
    private var nextStep: Duration?
    private var spinEnd: Duration?
    private var calibrationEnd: Duration?

    /// The motor is stopped after a restart.
    static let storedAttributes: Set<UInt32> = [direction, label]

    /// Creates a motor that stands still.
    ///
    /// - Parameter maxSpeed: in rpm.
    init(label: String, maxSpeed: UInt16 = 120) {
        values = [
            Self.rpm: .unsigned(0), Self.maxSpeed: .unsigned(UInt64(maxSpeed)), Self.direction: .unsigned(0),
            Self.label: .string(label), GlobalAttribute.featureMap: .unsigned(1),
        ]
    }

    var deadline: Duration? { [nextStep, spinEnd, calibrationEnd].compactMap { $0 }.min() }
    var isCarryingOut: Bool { deadline != nil }

    private var speed: UInt64 { number(values[Self.rpm]) ?? 0 }
    private var limit: UInt64 { number(values[Self.maxSpeed]) ?? 0 }

    private func number(_ value: TraitValue?) -> UInt64? {
        if case .unsigned(let number)? = value { number } else { nil }
    }

    mutating func perform(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout EndpointContext
    ) throws(TraitError) -> StructureValue? {
        try checkIdle()
        guard command.id == Self.spin else {
            guard speed == 0, target == 0 else {
                throw TraitError(
                    .invalidInState, "the spinner turns; set rpm to 0 first", element: .command(command.id))
            }
            calibrationEnd = context.now + Self.calibrationTime
            return nil
        }
        let wanted = number(arguments[1]) ?? (target > 0 ? target : limit / 2)
        guard wanted > 0, let turns = number(arguments[0]) else {
            throw TraitError(
                .constraintError, "the speed of a spin is 1 to \(limit)", element: .command(command.id),
                field: "speed")
        }
        head(for: wanted, context.now)
        spinEnd = context.now + .seconds(60) * (Double(turns) / Double(wanted))  // in range: 1 or more
        return nil
    }

    mutating func write(_ written: StructureValue, _ context: inout EndpointContext) throws(TraitError) {
        try descriptor.checkWrite(written, present: values)
        var others = written
        others[Self.rpm] = nil
        guard let wanted = number(written[Self.rpm]) else { return adopt(others) }
        try checkIdle()
        adopt(others)
        spinEnd = nil
        head(for: wanted, context.now)
    }

    private func checkIdle() throws(TraitError) {
        guard calibrationEnd == nil else {
            throw TraitError(.busy, "the spinner is calibrating; it takes \(Self.calibrationTime)")
        }
    }

    /// The motor slows to a stop when the device is turned off.
    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        guard case .switched(on: false, _) = signal, target > 0 else { return }
        spinEnd = nil
        head(for: 0, context.now)
    }

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        let speed = speed
        guard case .jam = input, speed > 0 else { return }
        values[Self.rpm] = .unsigned(0)
        target = 0
        nextStep = nil
        spinEnd = nil
        context.emit(descriptor.id, Self.jammed, [0: .unsigned(speed)])
    }

    // MARK: Motor

    /// The first step is taken immediately.
    private mutating func head(for speed: UInt64, _ now: Duration) {
        target = speed
        step(now)
    }

    private mutating func step(_ now: Duration) {
        let present = speed
        let distance = min(max(target, present) - min(target, present), Self.rampPerStep)
        values[Self.rpm] = .unsigned(target > present ? present + distance : present - distance)
        nextStep = speed == target ? nil : now + Self.stepTime
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
