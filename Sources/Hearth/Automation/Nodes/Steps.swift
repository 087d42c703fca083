internal import HearthWire

/// Lets pass only what is true. What can't be known, such as an attribute that the device does not report, is not.
public struct Condition: ProgramNode {
    let identity: NodeIdentity
    /// What has to be true.
    public let expression: any Expression
    /// How long it has to stay true before the automation goes on; nil for not at all.
    public let duration: Duration?
    /// Whether a time in which the device could not be seen, or the hub was down, begins ``duration`` anew.
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

/// Waits for a time.
public struct Delay: ProgramNode {
    let identity: NodeIdentity
    /// How long.
    public let duration: Duration

    init(_ duration: Duration, _ identity: NodeIdentity = NodeIdentity()) {
        self.duration = duration
        self.identity = identity
    }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .delay(.init(duration: duration))
    }
}

/// Ends a run when an earlier one has passed here less than this ago.
public struct Suppression: ProgramNode {
    let identity: NodeIdentity
    /// How long.
    public let duration: Duration

    init(_ duration: Duration, _ identity: NodeIdentity = NodeIdentity()) {
        self.duration = duration
        self.identity = identity
    }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .suppression(.init(duration: duration))
    }
}

/// Waits until something is true, something happens, or a time is over.
public struct Wait: NodeWithOutput, ProgramNode {
    let identity: NodeIdentity
    /// What has to be true; nil for nothing.
    public let expression: (any Expression)?
    /// What may happen instead.
    public let starters: [any Starter]
    /// How long at most.
    public let timeout: Duration
    /// The variable that tells what came; of an empty name for none.
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

    /// Whether what it waited for came, and not the time was over.
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

/// Runs another automation of the structure, and goes on when that has ended.
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

/// Gives attributes that the run's actions changed the values from before, unless another cause changed them meanwhile.
public struct Restoration: ProgramNode {
    let identity: NodeIdentity

    init(_ identity: NodeIdentity = NodeIdentity()) { self.identity = identity }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .restoration(Hearth_V1_AutomationRestoration())
    }
}

/// A node that this version does not know. It keeps its place in an automation that is changed.
public struct UnknownNode: ProgramNode {
    let identity: NodeIdentity

    init(_ identity: NodeIdentity) { self.identity = identity }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? { nil }
}
