internal import HearthWire

/// Ends the run unless an expression is true. Unknown values, such as of an attribute that the device does not report,
/// are not true.
public struct Condition: ProgramNode {
    let identity: NodeIdentity
    /// The expression that must be true.
    public let expression: any Expression
    /// How long it must stay true before the run continues; nil for no wait.
    public let duration: Duration?
    /// Whether ``duration`` starts again after the device was offline or the hub was down.
    public let isStrict: Bool

    init(
        _ expression: any Expression, duration: Duration? = nil, isStrict: Bool = false,
        _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.expression = expression
        self.duration = duration
        self.isStrict = isStrict
        self.identity = identity
    }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .condition(
            Hearth_V1_AutomationCondition(
                expression: writer.expression(expression), hold: duration.map { .init(duration: $0) },
                strict: isStrict))
    }
}

/// Waits for a duration.
public struct Delay: ProgramNode {
    let identity: NodeIdentity
    /// The duration of the wait.
    public let duration: Duration

    init(_ duration: Duration, _ identity: NodeIdentity = NodeIdentity()) {
        self.duration = duration
        self.identity = identity
    }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .delay(.init(duration: duration))
    }
}

/// Ends a run if an earlier run passed this node less than ``duration`` ago.
public struct Suppression: ProgramNode {
    let identity: NodeIdentity
    /// The duration of the suppression.
    public let duration: Duration

    init(_ duration: Duration, _ identity: NodeIdentity = NodeIdentity()) {
        self.duration = duration
        self.identity = identity
    }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .suppression(.init(duration: duration))
    }
}

/// Waits until an expression is true, a starter fires, or the timeout expires.
public struct Wait: NodeWithOutput, ProgramNode {
    let identity: NodeIdentity
    /// The expression that must become true; nil for none.
    public let expression: (any Expression)?
    /// The starters that end the wait when they fire.
    public let starters: [any Starter]
    /// The longest wait.
    public let timeout: Duration
    /// The variable with the outcome of the wait; with an empty name for none.
    let result: AutomationVariable

    init(
        _ expression: (any Expression)?, starters: [any Starter] = [], timeout: Duration,
        result: AutomationVariable = AutomationVariable(),
        _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.expression = expression
        self.starters = starters
        self.timeout = timeout
        self.result = result
        self.identity = identity
    }

    /// Whether the wait ended before its timeout.
    public var isMet: TypedExpression<Bool> { TypedExpression(Reference(result)) }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .wait(
            Hearth_V1_AutomationWait(
                expression: expression.map { writer.expression($0) }, timeout: .init(duration: timeout),
                result: writer.name(of: result),
                starters: starters.compactMap { writer.awaited($0) }))
    }
}

/// Gives a variable a value.
public struct Assignment: NodeWithOutput, ProgramNode {
    let identity: NodeIdentity
    let declared: AutomationVariable
    /// The variable's name.
    public var variable: String { declared.name }
    /// The value.
    public let expression: any Expression

    init(_ variable: AutomationVariable, _ expression: any Expression, _ identity: NodeIdentity = NodeIdentity()) {
        declared = variable
        self.expression = expression
        self.identity = identity
    }

    public var output: String { variable }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .assignment(
            Hearth_V1_AutomationAssignment(
                variable: writer.name(of: declared), expression: writer.expression(expression)))
    }
}

/// Runs another automation of the structure, and continues when that has ended.
public struct Execution: ProgramNode {
    let identity: NodeIdentity
    /// ID of the automation.
    public let automationID: String

    init(_ automationID: String, _ identity: NodeIdentity = NodeIdentity()) {
        self.automationID = automationID
        self.identity = identity
    }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .execution(Hearth_V1_AutomationExecution(automationID: automationID))
    }
}

/// Restores attributes that the run's actions changed to their earlier values, unless another cause has changed them
/// since.
public struct Restoration: ProgramNode {
    let identity: NodeIdentity

    init(_ identity: NodeIdentity = NodeIdentity()) { self.identity = identity }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .restoration(Hearth_V1_AutomationRestoration())
    }
}

/// A node that this version does not know. It is preserved when the automation is changed.
public struct UnknownNode: ProgramNode {
    let identity: NodeIdentity

    init(_ identity: NodeIdentity) { self.identity = identity }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? { nil }
}
