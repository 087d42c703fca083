internal import HearthBase
public import HearthCommonTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// LevelControl (Matter cluster 0x0008): brightness of a light, volume of a speaker.
///
/// Where Matter leaves a choice: levels over 254 are refused and others clamped to the limits; without a rate in the
/// command or DefaultMoveRate it moves at full speed; it doesn't turn a device on only to fade it to the lowest level.
/// With an actuator, hardware follows the level through fades, and goes dark when the endpoint's OnOff is off. Limits:
/// no frequency feature.
public struct LevelControlBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.LevelControlTrait

    /// What happens at the end of a transition.
    private enum Ending: Hashable {
        case stay
        /// A "with on/off" command has reached the lowest level.
        case turnOff
        /// A light has faded out; restore its previous level while it is off.
        case restore(UInt8)
    }

    private struct Transition: Hashable {
        var ramp: Ramp
        var ending: Ending
        var nextReport: Duration
        /// When the hardware gets its next level; nil without hardware.
        var nextStep: Duration?
        /// Whether the light still shows though OnOff is off, because it fades out.
        var isFadingOut = false

        var deadline: Duration { min(ramp.end, nextReport, nextStep ?? ramp.end) }
    }

    /// The minimum interval between reports of a changing CurrentLevel (Matter, "quieter reporting").
    private static let reportInterval = Duration.seconds(1)
    /// The minimum interval between the levels that hardware gets during a transition.
    static let stepInterval = Duration.milliseconds(50)

    public var attributes = T.Attributes()
    private var transition: Transition?
    private var remaining = RemainingTimeRule()
    private let actuator: (any LevelActuator)?
    /// The level that the hardware got last; nil before the start.
    private var applied: UInt8?
    /// The state of OnOff that it has requested in this call. The change that follows needs no fade.
    private var asked: Bool?

    /// Creates a level.
    ///
    /// - Parameters:
    ///   - features: `onOff` couples it to the endpoint's OnOff; `lighting` makes 1 the lowest level.
    ///   - level: initial level.
    ///   - onOffTransitionTime: how long switching on and off takes, in 0.1 s; nil for a device without the attribute.
    ///   - actuator: the hardware; nil for none.
    public init(
        _ features: HandledTrait.Feature, level: UInt8, onOffTransitionTime: UInt16? = nil,
        actuator: (any LevelActuator)? = nil
    ) {
        self.actuator = actuator
        attributes.featureMap = features
        attributes.currentLevel = level
        attributes.maxLevel = 254
        attributes.onLevel = nil
        attributes.options = []
        attributes.defaultMoveRate = 50
        if features.contains(.lighting) {
            attributes.remainingTime = 0
            attributes.startUpCurrentLevel = nil
        } else {
            attributes.minLevel = 0
        }
        guard let onOffTransitionTime else { return }
        attributes.onOffTransitionTime = onOffTransitionTime
        attributes.onTransitionTime = nil
        attributes.offTransitionTime = nil
    }

    /// currentLevel, startUpCurrentLevel and settings.
    public static let storedAttributes: Set<UInt32> = [0x0, 0xF, 0x10, 0x11, 0x12, 0x13, 0x14, 0x4000]

    public var deadline: Duration? { transition?.deadline }
    public var isCarryingOut: Bool { transition != nil }

    private var hasLighting: Bool { attributes.featureMap?.contains(.lighting) ?? false }
    private var isCoupled: Bool { attributes.featureMap?.contains(.onOff) ?? false }
    private var lowest: UInt8 { attributes.minLevel ?? (hasLighting ? 1 : 0) }
    private var highest: UInt8 { max(lowest, attributes.maxLevel ?? 254) }

    private func clamped(_ level: UInt8) -> UInt8 { min(max(level, lowest), highest) }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        guard restored else { return }
        attributes.currentLevel =
            (hasLighting ? attributes.startUpCurrentLevel : nil).map(clamped)
            ?? attributes.currentLevel.map(clamped)
    }

    // MARK: Commands

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        switch command {
        case .moveToLevel(let command):
            guard executes(command.optionsMask, command.optionsOverride, context) else { return nil }
            try moveToLevel(command.level, command.transitionTime, withOnOff: false, &context)
        case .moveToLevelWithOnOff(let command):
            try moveToLevel(command.level, command.transitionTime, withOnOff: true, &context)
        case .move(let command):
            try checkMove(command.moveMode, command.rate)
            guard executes(command.optionsMask, command.optionsOverride, context) else { return nil }
            try move(up: command.moveMode == .up, command.rate, withOnOff: false, &context)
        case .moveWithOnOff(let command):
            try checkMove(command.moveMode, command.rate)
            try move(up: command.moveMode == .up, command.rate, withOnOff: true, &context)
        case .step(let command):
            try checkStep(command.stepMode, command.stepSize)
            guard executes(command.optionsMask, command.optionsOverride, context) else { return nil }
            try step(up: command.stepMode == .up, command.stepSize, command.transitionTime, withOnOff: false, &context)
        case .stepWithOnOff(let command):
            try checkStep(command.stepMode, command.stepSize)
            try step(up: command.stepMode == .up, command.stepSize, command.transitionTime, withOnOff: true, &context)
        case .stop(let command):
            guard executes(command.optionsMask, command.optionsOverride, context) else { return nil }
            stop(&context)
        case .stopWithOnOff: stop(&context)
        case .moveToClosestFrequency:
            throw TraitError(.unsupportedCommand, "this device has no frequency to move", element: .command(0x8))
        }
        return nil
    }

    /// Commands without "with on/off" do nothing while the device is off, unless ExecuteIfOff is set.
    private func executes(
        _ mask: T.OptionsBitmap, _ override: T.OptionsBitmap, _ context: EndpointContext
    ) -> Bool {
        guard isCoupled, context.isOn == false else { return true }
        return ExecuteIfOff.isSet(
            options: UInt64(attributes.options?.rawValue ?? 0), mask: UInt64(mask.rawValue),
            override: UInt64(override.rawValue))
    }

    private func checkMove(_ mode: T.MoveModeEnum, _ rate: UInt8?) throws(TraitError) {
        guard mode == .up || mode == .down else { throw invalid("moveMode", "up or down") }
        guard rate != 0 else { throw invalid("rate", "1 to 255 levels a second, or null") }
    }

    private func checkStep(_ mode: T.StepModeEnum, _ size: UInt8) throws(TraitError) {
        guard mode == .up || mode == .down else { throw invalid("stepMode", "up or down") }
        guard size != 0 else { throw invalid("stepSize", "1 to 255 levels") }
    }

    private func invalid(_ field: String, _ right: String) -> TraitError {
        TraitError(.invalidCommand, "\(field) is \(right)", field: field)
    }

    private mutating func moveToLevel(
        _ level: UInt8, _ time: UInt16?, withOnOff: Bool, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard level <= 254 else {
            throw TraitError(
                .constraintError, "level is at most 254, not \(level)", field: "level", constraint: "max = 254")
        }
        let target = clamped(level)
        if withOnOff, target > lowest || context.isOn == true { turn(on: true, &context) }
        begin(to: target, transitionTime(time), withOnOff: withOnOff, &context)
    }

    private mutating func move(
        up: Bool, _ rate: UInt8?, withOnOff: Bool, _ context: inout EndpointContext
    ) throws(TraitError) {
        let level = try presentLevel(context.now)
        if withOnOff, up { turn(on: true, &context) }
        let target = Double(up ? highest : lowest)
        var length = Duration.zero
        if let rate = rate ?? attributes.defaultMoveRate, rate > 0 {
            length = .seconds(1) * (abs(target - level) / Double(rate))  // in range: the rate is 1 or more
        }
        begin(to: up ? highest : lowest, length, withOnOff: withOnOff, &context)
    }

    private mutating func step(
        up: Bool, _ size: UInt8, _ time: UInt16?, withOnOff: Bool, _ context: inout EndpointContext
    ) throws(TraitError) {
        let level = try presentLevel(context.now)
        if withOnOff, up { turn(on: true, &context) }
        let wanted = level + (up ? Double(size) : -Double(size))
        let target = min(max(wanted, Double(lowest)), Double(highest))
        let share = abs(target - level) / Double(size)
        begin(
            to: UInt8(nearest: target), transitionTime(time) * share, withOnOff: withOnOff, &context)
    }

    private func presentLevel(_ now: Duration) throws(TraitError) -> Double {
        guard let level = attributes.currentLevel else {
            throw TraitError(.failure, "the present level is unknown; move to a level first")
        }
        return transition?.ramp.value(at: now) ?? Double(level)
    }

    private func transitionTime(_ time: UInt16?) -> Duration {
        .tenths(time ?? attributes.onOffTransitionTime ?? 0)
    }

    // MARK: OnOff

    private mutating func turn(on: Bool, _ context: inout EndpointContext) {
        asked = on
        context.send(.turn(on: on))
    }

    public mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        guard isCoupled, case .switched(let on, let byTrait) = signal, !byTrait || on != asked else { return }
        if on { fadeOn(&context) } else { fadeOff(&context) }
    }

    /// Fades from off to OnLevel, or to the previous level.
    private mutating func fadeOn(_ context: inout EndpointContext) {
        var from = lowest
        var last = attributes.currentLevel ?? highest
        if let transition, case .restore(let level) = transition.ending {
            from = UInt8(nearest: transition.ramp.value(at: context.now))
            last = level
        }
        let target = clamped(attributes.onLevel ?? last)
        let time = attributes.onTransitionTime ?? attributes.onOffTransitionTime ?? 0
        if time > 0 { attributes.currentLevel = from }
        transition = nil
        begin(to: target, .tenths(time), withOnOff: false, &context)
    }

    /// Fades to the lowest level, then restores the previous one if OnLevel is null.
    private mutating func fadeOff(_ context: inout EndpointContext) {
        guard let level = attributes.currentLevel else { return }
        let old = transition.map { UInt8(nearest: $0.ramp.to) } ?? level
        let time = attributes.offTransitionTime ?? attributes.onOffTransitionTime ?? 0
        let ending: Ending = attributes.onLevel == nil ? .restore(clamped(max(old, lowest))) : .stay
        begin(to: lowest, .tenths(time), ending: ending, &context)
        transition?.isFadingOut = true
    }

    // MARK: Transitions

    private mutating func begin(
        to target: UInt8, _ length: Duration, withOnOff: Bool, _ context: inout EndpointContext
    ) {
        begin(to: target, length, ending: withOnOff && target == lowest ? .turnOff : .stay, &context)
    }

    private mutating func begin(
        to target: UInt8, _ length: Duration, ending: Ending, _ context: inout EndpointContext
    ) {
        let from = transition?.ramp.value(at: context.now) ?? Double(attributes.currentLevel ?? target)
        let ramp = Ramp(from: from, to: Double(target), start: context.now, length: length)
        guard length > .zero, from != Double(target) else {
            transition = Transition(ramp: ramp, ending: ending, nextReport: context.now)
            return finish(&context)
        }
        transition = Transition(ramp: ramp, ending: ending, nextReport: context.now + Self.reportInterval)
        if hasLighting, let report = remaining.begin(end: ramp.end, at: context.now) {
            attributes.remainingTime = report
        }
    }

    private mutating func stop(_ context: inout EndpointContext) {
        guard let transition else { return }
        let level = UInt8(nearest: transition.ramp.value(at: context.now))
        self.transition = nil
        reach(level, &context)
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        guard let transition else { return }
        if context.now >= transition.ramp.end { return finish(&context) }
        guard context.now >= transition.nextReport else { return }
        let level = UInt8(nearest: transition.ramp.value(at: context.now))
        // A slow transition has no new value for many intervals.
        self.transition?.nextReport = max(
            context.now + Self.reportInterval, transition.ramp.leaves(Double(level)))
        setLevel(level, &context)
    }

    private mutating func finish(_ context: inout EndpointContext) {
        guard let transition else { return }
        self.transition = nil
        switch transition.ending {
        case .stay: reach(UInt8(clamping: Int(transition.ramp.to)), &context)
        case .turnOff:
            reach(UInt8(clamping: Int(transition.ramp.to)), &context)
            turn(on: false, &context)
        case .restore(let level): reach(level, &context)
        }
    }

    private mutating func reach(_ level: UInt8, _ context: inout EndpointContext) {
        if hasLighting { attributes.remainingTime = remaining.finish() }
        setLevel(level, &context)
    }

    private mutating func setLevel(_ level: UInt8, _ context: inout EndpointContext) {
        attributes.currentLevel = level
        context.send(
            .levelChanged(
                level: level, lowest: lowest, highest: highest,
                couplesColorTemperature: attributes.options?.contains(.coupleColorTempToLevel) ?? false))
    }

    // MARK: Hardware

    public mutating func settle(_ context: inout EndpointContext) {
        asked = nil
        guard let actuator else { return }
        let output = output(context)
        if let ramp = transition?.ramp {
            let next = ramp.leaves(ramp.value(at: context.now).rounded())
            transition?.nextStep = max(context.now + Self.stepInterval, next)
        }
        guard output != applied else { return }
        applied = output
        context.operate(T.self) { await actuator.apply(level: output) }
    }

    /// The level that the hardware should have now.
    private func output(_ context: EndpointContext) -> UInt8 {
        if isCoupled, context.isOn == false, transition?.isFadingOut != true { return 0 }
        return transition.map { UInt8(nearest: $0.ramp.value(at: context.now)) } ?? attributes.currentLevel ?? 0
    }
}
