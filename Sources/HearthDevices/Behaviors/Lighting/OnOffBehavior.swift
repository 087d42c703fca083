internal import HearthCommonTraits
internal import HearthMessage
internal import HearthTraitCatalog
internal import HearthTraitCore

/// OnOff (Matter cluster 0x0006) with the Lighting feature and the state machine of OnWithTimedOff.
///
/// Limits: there is no scene cluster, so OffWithEffect stores nothing beyond what LevelControl and ColorControl keep,
/// and OnWithRecallGlobalScene only turns on. Effects are not played.
struct OnOffBehavior: Behavior {
    typealias T = Matter.OnOffTrait

    private static let tick = Duration.milliseconds(100)

    var attributes = T.Attributes()
    private var nextTick: Duration?

    init(_ features: T.Feature = [], isOn: Bool = false) {
        attributes.onOff = isOn
        attributes.featureMap = features
        guard features.contains(.lighting) else { return }
        attributes.globalSceneControl = true
        attributes.onTime = 0
        attributes.offWaitTime = 0
        attributes.startUpOnOff = nil
    }

    /// onOff and startUpOnOff.
    static let storedAttributes: Set<UInt32> = [0x0, 0x4003]

    var deadline: Duration? { nextTick }
    var isCarryingOut: Bool { nextTick != nil }

    private var isOn: Bool { attributes.onOff ?? false }
    private var hasLighting: Bool { attributes.featureMap?.contains(.lighting) ?? false }

    mutating func start(restored: Bool, _ context: inout BehaviorContext) {
        guard restored else { return }
        switch attributes.startUpOnOff {
        case .off: attributes.onOff = false
        case .on: attributes.onOff = true
        case .toggle: attributes.onOff = !isOn
        case .unrecognized_, nil: break
        }
    }

    mutating func invoke(
        _ command: T.Command, _ context: inout BehaviorContext
    ) throws(TraitError) -> (any Message)? {
        switch command {
        case .off: turnOff(byLevel: false, &context)
        case .on:
            try checkTurnsOn()
            turnOn(byLevel: false, &context)
        case .toggle:
            try checkTurnsOn()
            turn(on: !isOn, &context)
        case .offWithEffect(let arguments): try offWithEffect(arguments, &context)
        case .onWithRecallGlobalScene:
            if attributes.globalSceneControl == false { turnOn(byLevel: false, &context) }
        case .onWithTimedOff(let arguments): try onWithTimedOff(arguments, &context)
        }
        setTick(context.now)
        return nil
    }

    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout BehaviorContext
    ) throws(TraitError) {
        if case .unrecognized_(let value)? = changes.startUpOnOff {
            throw TraitError(
                .constraintError, "startUpOnOff is one of off, on, toggle or null, not \(value)",
                element: .attribute(0x4003), field: "startUpOnOff")
        }
        if changes.$onTime.isSupported || changes.$offWaitTime.isSupported { nextTick = nil }
        setTick(context.now)
    }

    mutating func receive(_ signal: EndpointSignal, _ context: inout BehaviorContext) {
        guard case .turn(let on) = signal else { return }
        if on { turnOn(byLevel: true, &context) } else { turnOff(byLevel: true, &context) }
        setTick(context.now)
    }

    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext) {
        guard case .toggle = input else { return }
        turn(on: !isOn, &context)
        setTick(context.now)
    }

    // MARK: On and off

    private func checkTurnsOn() throws(TraitError) {
        guard attributes.featureMap?.contains(.offOnly) == true else { return }
        throw TraitError(.unsupportedCommand, "this device can only be turned off from the network")
    }

    private mutating func turn(on: Bool, _ context: inout BehaviorContext) {
        if on { turnOn(byLevel: false, &context) } else { turnOff(byLevel: false, &context) }
    }

    private mutating func turnOn(byLevel: Bool, _ context: inout BehaviorContext) {
        if hasLighting {
            attributes.globalSceneControl = true
            if attributes.onTime == 0 { attributes.offWaitTime = 0 }
        }
        guard !isOn else { return }
        attributes.onOff = true
        context.send(.switched(on: true, byLevel: byLevel))
    }

    private mutating func turnOff(byLevel: Bool, _ context: inout BehaviorContext) {
        if hasLighting { attributes.onTime = 0 }
        guard isOn else { return }
        attributes.onOff = false
        context.send(.switched(on: false, byLevel: byLevel))
    }

    private mutating func offWithEffect(
        _ arguments: T.Commands.OffWithEffect, _ context: inout BehaviorContext
    ) throws(TraitError) {
        if case .unrecognized_(let effect) = arguments.effectIdentifier {
            throw TraitError(
                .constraintError, "there is no effect \(effect); there are 0 (delayedAllOff) and 1 (dyingLight)",
                element: .command(0x40), field: "effectIdentifier")
        }
        if attributes.globalSceneControl == true { attributes.globalSceneControl = false }
        turnOff(byLevel: false, &context)
    }

    // MARK: On with timed off

    private mutating func onWithTimedOff(
        _ arguments: T.Commands.OnWithTimedOff, _ context: inout BehaviorContext
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
            turnOn(byLevel: false, &context)
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

    mutating func timePassed(_ context: inout BehaviorContext) {
        while isCounting, let tick = nextTick, tick <= context.now {
            countDown(&context)
            nextTick = isCounting ? tick + Self.tick : nil
        }
    }

    private mutating func countDown(_ context: inout BehaviorContext) {
        if isOn {
            let left = max(attributes.onTime ?? 1, 1) - 1
            attributes.onTime = left
            guard left == 0 else { return }
            attributes.offWaitTime = 0
            turnOff(byLevel: false, &context)
        } else {
            attributes.offWaitTime = max(attributes.offWaitTime ?? 1, 1) - 1
        }
    }
}
