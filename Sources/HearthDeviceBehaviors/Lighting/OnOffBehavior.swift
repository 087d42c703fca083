public import HearthCommonTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// OnOff (Matter cluster 0x0006) with the Lighting feature and the state machine of OnWithTimedOff.
///
/// Limits: there is no scene cluster, so OffWithEffect stores nothing beyond what LevelControl and ColorControl keep,
/// and OnWithRecallGlobalScene only turns on. Effects are not played.
public struct OnOffBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.OnOffTrait

    private static let tick = Duration.milliseconds(100)

    public var attributes = T.Attributes()
    private var nextTick: Duration?
    private let actuator: (any OnOffActuator)?
    /// The state that the hardware got last; nil before the start.
    private var applied: Bool?

    /// Creates a switch.
    ///
    /// - Parameters:
    ///   - features: `lighting` adds timed commands and the state after a power cut.
    ///   - isOn: whether it is on at first.
    ///   - actuator: the hardware; nil for none, or if the endpoint's LevelControl operates it.
    public init(
        _ features: HandledTrait.Feature = [], isOn: Bool = false, actuator: (any OnOffActuator)? = nil
    ) {
        self.actuator = actuator
        attributes.onOff = isOn
        attributes.featureMap = features
        guard features.contains(.lighting) else { return }
        attributes.globalSceneControl = true
        attributes.onTime = 0
        attributes.offWaitTime = 0
        attributes.startUpOnOff = nil
    }

    /// onOff and startUpOnOff.
    public static let storedAttributes: Set<UInt32> = [0x0, 0x4003]

    public var deadline: Duration? { nextTick }
    public var isCarryingOut: Bool { nextTick != nil }

    private var isOn: Bool { attributes.onOff ?? false }
    private var hasLighting: Bool { attributes.featureMap?.contains(.lighting) ?? false }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        guard restored else { return }
        switch attributes.startUpOnOff {
        case .off: attributes.onOff = false
        case .on: attributes.onOff = true
        case .toggle: attributes.onOff = !isOn
        case .unrecognized_, nil: break
        }
    }

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        switch command {
        case .off: turnOff(byTrait: false, &context)
        case .on:
            try checkTurnsOn()
            turnOn(byTrait: false, &context)
        case .toggle:
            try checkTurnsOn()
            turn(on: !isOn, &context)
        case .offWithEffect(let arguments): try offWithEffect(arguments, &context)
        case .onWithRecallGlobalScene:
            if attributes.globalSceneControl == false { turnOn(byTrait: false, &context) }
        case .onWithTimedOff(let arguments): try onWithTimedOff(arguments, &context)
        }
        setTick(context.now)
        return nil
    }

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        if case .unrecognized_(let value)? = changes.startUpOnOff {
            throw TraitError(
                .constraintError, "startUpOnOff is one of off, on, toggle or null, not \(value)",
                element: .attribute(0x4003), field: "startUpOnOff")
        }
        if changes.$onTime.isSupported || changes.$offWaitTime.isSupported { nextTick = nil }
        setTick(context.now)
    }

    public mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        guard case .turn(let on) = signal else { return }
        if on { turnOn(byTrait: true, &context) } else { turnOff(byTrait: true, &context) }
        setTick(context.now)
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .toggle = input else { return }
        turn(on: !isOn, &context)
        setTick(context.now)
    }

    // MARK: On and off

    private func checkTurnsOn() throws(TraitError) {
        guard attributes.featureMap?.contains(.offOnly) == true else { return }
        throw TraitError(.unsupportedCommand, "this device can only be turned off from the network")
    }

    private mutating func turn(on: Bool, _ context: inout EndpointContext) {
        if on { turnOn(byTrait: false, &context) } else { turnOff(byTrait: false, &context) }
    }

    private mutating func turnOn(byTrait: Bool, _ context: inout EndpointContext) {
        if hasLighting {
            attributes.globalSceneControl = true
            if attributes.onTime == 0 { attributes.offWaitTime = 0 }
        }
        guard !isOn else { return }
        attributes.onOff = true
        context.send(.switched(on: true, byTrait: byTrait))
    }

    private mutating func turnOff(byTrait: Bool, _ context: inout EndpointContext) {
        if hasLighting { attributes.onTime = 0 }
        guard isOn else { return }
        attributes.onOff = false
        context.send(.switched(on: false, byTrait: byTrait))
    }

    private mutating func offWithEffect(
        _ arguments: T.Commands.OffWithEffect, _ context: inout EndpointContext
    ) throws(TraitError) {
        if case .unrecognized_(let effect) = arguments.effectIdentifier {
            throw TraitError(
                .constraintError, "there is no effect \(effect); there are 0 (delayedAllOff) and 1 (dyingLight)",
                element: .command(0x40), field: "effectIdentifier")
        }
        if attributes.globalSceneControl == true { attributes.globalSceneControl = false }
        turnOff(byTrait: false, &context)
    }

    // MARK: On with timed off

    private mutating func onWithTimedOff(
        _ arguments: T.Commands.OnWithTimedOff, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard arguments.onTime != 0xFFFF, arguments.offWaitTime != 0xFFFF else {
            throw TraitError(
                .constraintError, "onTime and offWaitTime are at most 65534 (0.1 s)", element: .command(0x42),
                field: arguments.onTime == 0xFFFF ? "onTime" : "offWaitTime", constraint: "max = 65534")
        }
        if arguments.onOffControl.contains(.acceptOnlyWhenOn), !isOn { return }
        let guardTime = attributes.offWaitTime ?? 0
        if !isOn, guardTime > 0 {
            attributes.offWaitTime = min(guardTime, arguments.offWaitTime)
        } else {
            let isCounting = isOn && (attributes.onTime ?? 0) > 0
            let onTime = isCounting ? max(attributes.onTime ?? 0, arguments.onTime) : arguments.onTime
            turnOn(byTrait: false, &context)
            attributes.onTime = onTime
            attributes.offWaitTime = arguments.offWaitTime
        }
    }

    private var isCounting: Bool {
        let counter = (isOn ? attributes.onTime : attributes.offWaitTime) ?? 0
        return counter != 0 && counter != 0xFFFF
    }

    private mutating func setTick(_ now: Duration) {
        nextTick = isCounting ? nextTick ?? now + Self.tick : nil
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        while isCounting, let tick = nextTick, tick <= context.now {
            countDown(&context)
            nextTick = isCounting ? tick + Self.tick : nil
        }
    }

    private mutating func countDown(_ context: inout EndpointContext) {
        if isOn {
            let left = max(attributes.onTime ?? 1, 1) - 1
            attributes.onTime = left
            guard left == 0 else { return }
            attributes.offWaitTime = 0
            turnOff(byTrait: false, &context)
        } else {
            attributes.offWaitTime = max(attributes.offWaitTime ?? 1, 1) - 1
        }
    }

    // MARK: Hardware

    public mutating func settle(_ context: inout EndpointContext) {
        guard let actuator, isOn != applied else { return }
        let isOn = isOn
        applied = isOn
        context.operate(T.self) { await actuator.apply(isOn: isOn) }
    }
}
