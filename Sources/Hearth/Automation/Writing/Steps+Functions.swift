public import HearthTraitCore

// Functions that create the steps of automations.

/// Ends the run unless an expression is true.
public func condition(_ expression: () -> TypedExpression<Bool>) -> Condition { Condition(expression().expression) }

/// Continues the run if an expression is true and stays true for a duration from now on. The duration continues over a
/// restart of the hub.
///
/// - Parameters:
///   - duration: how long, 5 s to 24 h; otherwise the automation has a warning.
///   - isStrict: whether the duration starts again after the device was offline or the hub was down.
public func condition(
    for duration: Duration, isStrict: Bool = false, _ expression: () -> TypedExpression<Bool>
) -> Condition {
    Condition(expression().expression, duration: duration, isStrict: isStrict)
}

/// Sends a command to a device, or writes its attributes.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that receives it.
///   - endpoint: the part's number, for a device with several parts of the type.
///   - onFailure: what happens after it fails.
///   - behavior: the command or the attributes: `Matter.OnOffTrait.on()`, `Matter.OnOffTrait.update { … }`.
public func action(
    _ device: HomeDevice, _ deviceType: any DeviceType.Type, endpoint: UInt16? = nil,
    onFailure: Action.FailureResponse = .continue, _ behavior: () -> any ActionBehavior
) -> Action {
    let behavior = behavior()
    let place = AutomationEntity(device, deviceType, trait: behavior.ofTrait ?? 0, endpoint: endpoint)
    return Action(place, behavior, onFailure: onFailure)
}

/// Sends a command to a structure's own trait, or writes its attributes.
public func action(
    _ structure: Structure, onFailure: Action.FailureResponse = .continue, _ behavior: () -> any ActionBehavior
) -> Action {
    Action(AutomationEntity(structure), behavior(), onFailure: onFailure)
}

/// Sends a command to all devices of a type that are in a room when it is reached, or writes their attributes.
public func action(
    _ room: Room, _ deviceType: any DeviceType.Type, onFailure: Action.FailureResponse = .continue,
    _ behavior: () -> any ActionBehavior
) -> Action {
    Action(AutomationEntity(room, deviceType), behavior(), onFailure: onFailure)
}

/// Sends a command to all devices of a type that are in the structure when it is reached, or writes their attributes.
public func action(
    _ structure: Structure, _ deviceType: any DeviceType.Type, onFailure: Action.FailureResponse = .continue,
    _ behavior: () -> any ActionBehavior
) -> Action {
    Action(AutomationEntity(structure, deviceType), behavior(), onFailure: onFailure)
}

/// Runs another automation of the structure, even if that is not active, and continues when it has ended.
public func execute(_ automation: any Automation) -> Execution { Execution(automation.id) }

/// Restores attributes that the run's actions changed to their earlier values, unless another cause has changed them
/// since.
public func restore() -> Restoration { Restoration() }

/// Runs nodes one after the other.
public func sequential(@FlowBuilder _ nodes: () -> [any Node]) -> SequentialFlow { SequentialFlow(nodes()) }

/// Runs nodes all at once, and ends when all of them have ended.
public func parallel(@FlowBuilder _ nodes: () -> [any Node]) -> ParallelFlow { ParallelFlow(nodes()) }

/// Runs the node whose starter triggered the automation. If several starters wait for the same, the first wins.
public func select(@FlowBuilder _ nodes: () -> [any Node]) -> SelectFlow { SelectFlow(nodes()) }

/// Waits for a duration, which continues over a restart of the hub.
///
/// - Parameter duration: 5 s to 24 h; otherwise the automation has a warning. At most 31 days.
public func delay(for duration: Duration) -> Delay { Delay(duration) }

/// Ends a run if an earlier run passed this node less than `duration` ago.
public func suppress(for duration: Duration) -> Suppression { Suppression(duration) }

/// Waits until an expression is true, or the timeout expires; the run continues in either case. ``Wait/isMet`` of the
/// result says which it was.
public func wait(for expression: TypedExpression<Bool>, timeout: Duration) -> Wait {
    Wait(expression.expression, timeout: timeout)
}

/// Waits until one of several starters fires, or the timeout expires; the run continues in either case. A trait that a
/// starter's `becomes` reads must also be read by a starter or state reader of the automation.
public func wait(timeout: Duration, @FlowBuilder _ starters: () -> [any Node]) -> Wait {
    Wait(nil, starters: starters().compactMap { $0 as? any Starter }, timeout: timeout)
}

/// Runs nodes if a condition is true. ``IfChain/elseIf(_:_:)`` and ``IfChain/orElse(_:)`` of the result add other
/// branches.
public func ifThen(_ condition: TypedExpression<Bool>, @FlowBuilder _ nodes: () -> [any Node]) -> IfChain {
    IfChain(IfThen(condition: condition.expression, node: SequentialFlow.flow(nodes())))
}
