public import HearthTraitCore

// What automations do.

/// Lets pass only what is true.
public func condition(_ expression: () -> TypedExpression<Bool>) -> Condition { Condition(expression().expression) }

/// Lets pass only what is true and stays true for a time from now on. The time goes on over a restart of the hub.
///
/// - Parameters:
///   - duration: how long, 5 s to 24 h; otherwise the automation has a warning.
///   - isStrict: whether a time in which the device could not be seen, or the hub was down, begins it anew.
public func condition(
    for duration: Duration, isStrict: Bool = false, _ expression: () -> TypedExpression<Bool>
) -> Condition {
    Condition(expression().expression, duration: duration, isStrict: isStrict)
}

/// Sends a command to a device, or writes its attributes.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that it is for.
///   - endpoint: the part's number, for a device with several parts of the type.
///   - onFailure: what follows when it could not be done.
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

/// Runs another automation of the structure, whether or not that is active, and goes on when it has ended.
public func execute(_ automation: any Automation) -> Execution { Execution(automation.id) }

/// Gives attributes that the run's actions changed the values from before, unless another cause changed them meanwhile.
public func restore() -> Restoration { Restoration() }

/// One node after the other.
public func sequential(@FlowBuilder _ nodes: () -> [any Node]) -> SequentialFlow { SequentialFlow(nodes()) }

/// All nodes at once; the next node begins when all of them have ended.
public func parallel(@FlowBuilder _ nodes: () -> [any Node]) -> ParallelFlow { ParallelFlow(nodes()) }

/// Alternatives: the node is run whose starter set the automation off. Of starters that wait for the same the first wins.
public func select(@FlowBuilder _ nodes: () -> [any Node]) -> SelectFlow { SelectFlow(nodes()) }

/// Waits for a time, which goes on over a restart of the hub.
///
/// - Parameter duration: 5 s to 24 h; otherwise the automation has a warning. At most 31 days.
public func delay(for duration: Duration) -> Delay { Delay(duration) }

/// Ends a run when an earlier one has passed here less than a time ago.
public func suppress(for duration: Duration) -> Suppression { Suppression(duration) }

/// Waits until something is true, or a time is over; the automation goes on in either case. ``Wait/isMet`` of the result
/// says which it was.
public func wait(for expression: TypedExpression<Bool>, timeout: Duration) -> Wait {
    Wait(expression.expression, timeout: timeout)
}

/// Waits until one of several starters fires, or a time is over; the automation goes on in either case. What a starter's
/// `becomes` reads has to be read by a starter or state reader that stands in the automation.
public func wait(timeout: Duration, @FlowBuilder _ starters: () -> [any Node]) -> Wait {
    Wait(nil, starters: starters().compactMap { $0 as? any Starter }, timeout: timeout)
}

/// Does something when a condition is true. ``IfChain/elseIf(_:_:)`` and ``IfChain/orElse(_:)`` of the result add what
/// is done otherwise.
public func ifThen(_ condition: TypedExpression<Bool>, @FlowBuilder _ nodes: () -> [any Node]) -> IfChain {
    IfChain(IfThen(condition: condition.expression, node: SequentialFlow.flow(nodes())))
}
