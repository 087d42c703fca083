internal import HearthCommonTraits
internal import HearthMessage
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Identify (Matter cluster 0x0003): counts down; reports only starts, ends and commands.
struct IdentifyBehavior: Behavior {
    typealias T = Matter.IdentifyTrait

    var attributes = T.Attributes()
    private var end: Duration?

    init(_ type: T.IdentifyTypeEnum = .visibleIndicator) {
        attributes.identifyTime = 0
        attributes.identifyType = type
    }

    /// TriggerEffect. Unknown effects succeed and do nothing.
    var optionalCommands: Set<UInt32> { [0x40] }

    var deadline: Duration? { end }
    var isCarryingOut: Bool { end != nil }

    mutating func invoke(
        _ command: T.Command, _ context: inout BehaviorContext
    ) throws(TraitError) -> (any Message)? {
        if case .identify(let command) = command { begin(command.identifyTime, context.now) }
        return nil
    }

    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout BehaviorContext
    ) throws(TraitError) {
        if let time = changes.identifyTime { begin(time, context.now) }
    }

    mutating func timePassed(_ context: inout BehaviorContext) {
        guard let end, end <= context.now else { return }
        begin(0, context.now)
    }

    private mutating func begin(_ seconds: UInt16, _ now: Duration) {
        attributes.identifyTime = seconds
        end = seconds > 0 ? now + .seconds(Int64(seconds)) : nil
    }
}
