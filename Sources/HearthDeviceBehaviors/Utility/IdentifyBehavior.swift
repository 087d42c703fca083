public import HearthCommonTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// Identify (Matter cluster 0x0003): counts down; reports only starts, ends and commands.
public struct IdentifyBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.IdentifyTrait

    public var attributes = T.Attributes()
    private var end: Duration?
    private let actuator: (any IdentifyActuator)?
    private var isShown = false

    /// Creates the identification of a device.
    ///
    /// - Parameters:
    ///   - type: how the device shows itself.
    ///   - actuator: the hardware; nil for none.
    public init(
        _ type: HandledTrait.IdentifyTypeEnum = .visibleIndicator, actuator: (any IdentifyActuator)? = nil
    ) {
        self.actuator = actuator
        attributes.identifyTime = 0
        attributes.identifyType = type
    }

    /// TriggerEffect. It succeeds, and the hardware is not told.
    public var optionalCommands: Set<OptionalCommand<HandledTrait>> { [.triggerEffect] }

    public var deadline: Duration? { end }
    public var isCarryingOut: Bool { end != nil }

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        if case .identify(let command) = command { begin(command.identifyTime, context.now) }
        return nil
    }

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        if let time = changes.identifyTime { begin(time, context.now) }
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        guard let end, end <= context.now else { return }
        begin(0, context.now)
    }

    private mutating func begin(_ seconds: UInt16, _ now: Duration) {
        attributes.identifyTime = seconds
        end = seconds > 0 ? now + .seconds(Int64(seconds)) : nil
    }

    public mutating func settle(_ context: inout EndpointContext) {
        guard let actuator, isShown != (end != nil) else { return }
        isShown.toggle()
        let isShown = isShown
        context.operate(T.self) { await actuator.apply(isIdentifying: isShown) }
    }
}
