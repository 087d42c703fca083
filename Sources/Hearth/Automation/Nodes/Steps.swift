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

/// Waits until something is true, or a time is over.
public struct Wait: NodeWithOutput, ProgramNode {
    let identity: NodeIdentity
    /// What it waits for; nil for something that this program can't show.
    public let expression: (any Expression)?
    /// How long at most.
    public let timeout: Duration
    /// The variable that tells what came; empty for none.
    let result: String

    init(
        _ expression: (any Expression)?, timeout: Duration, result: String? = nil,
        _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.expression = expression
        self.timeout = timeout
        self.result = result ?? identity.id
        self.identity = identity
    }

    /// Whether what it waited for became true, and not the time was over.
    public var isMet: TypedExpression<Bool> { TypedExpression(Reference(variable: result)) }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .wait(
            Hearth_V1_AutomationWait(
                expression: expression.map { writer.expression($0) }, timeout: .init(duration: timeout),
                result: result))
    }
}

/// Gives a variable a value.
public struct Assignment: NodeWithOutput, ProgramNode {
    let identity: NodeIdentity
    /// The variable's name.
    public let variable: String
    /// The value.
    public let expression: any Expression

    init(_ variable: String, _ expression: any Expression, _ identity: NodeIdentity = NodeIdentity()) {
        self.variable = variable
        self.expression = expression
        self.identity = identity
    }

    public var output: String { variable }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .assignment(Hearth_V1_AutomationAssignment(variable: variable, expression: writer.expression(expression)))
    }
}

/// A node that this version does not know. It keeps its place in an automation that is changed.
public struct UnknownNode: ProgramNode {
    let identity: NodeIdentity

    init(_ identity: NodeIdentity) { self.identity = identity }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? { nil }
}
