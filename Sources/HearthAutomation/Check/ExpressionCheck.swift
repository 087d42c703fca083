internal import HearthTraitDescriptors

/// The place of an expression in the graph.
struct ExpressionPlace {
    let nodeID: UInt32
    /// Whether it is evaluated on present values rather than on those read before: in holds and waits.
    let isLive: Bool
    /// Whether it decides when a starter fires: there is no run yet, and no variable is assigned.
    let isStarter: Bool

    init(_ nodeID: UInt32, isLive: Bool = false, isStarter: Bool = false) {
        self.nodeID = nodeID
        self.isLive = isLive
        self.isStarter = isStarter
    }
}

/// Finds the type of one expression, and what is wrong with it.
struct ExpressionCheck {
    let sources: GraphSources
    let home: any CheckedHome
    let limits: AutomationLimits
    private(set) var place: ExpressionPlace
    /// The values that a run has at the place, with the ranges that checked conditions leave.
    private(set) var state: FlowState
    /// In the order in which they were found.
    private(set) var issues: [AutomationIssue] = []

    init(
        _ sources: GraphSources, _ home: any CheckedHome, _ limits: AutomationLimits, _ place: ExpressionPlace,
        _ state: FlowState
    ) {
        self.sources = sources
        self.home = home
        self.limits = limits
        self.place = place
        self.state = state
    }

    mutating func note(_ kind: AutomationIssue.Kind, _ message: String) {
        issues.append(AutomationIssue(kind, at: place.nodeID, message))
    }

    mutating func note(_ objection: Objection) { note(objection.kind, objection.message) }

    /// Checks an expression that must be Boolean, and warns if it is always true or never true.
    mutating func checkCondition(_ expression: AutomationExpression) {
        let type = type(of: expression)
        guard type.mayBeBoolean else {
            return note(
                .invalidConditionType,
                "a condition must be true or false, but this is \(type.name); compare it with something")
        }
        // An expression with errors has no value.
        guard !issues.contains(where: { $0.severity == .error }) else { return }
        var evaluator = Evaluator(ConstantScope())
        switch evaluator.evaluate(expression) {
        case .known(.bool(true)): note(.alwaysTrue, "this condition is always true; leave it out")
        case .known(.bool(false)): noteNeverTrue()
        case .unknown(let reason) where evaluator.leaves.isEmpty && reason != .unsupported: noteNeverTrue()
        case .known, .unknown:
            // Live values may change between two evaluations, so each live condition is checked alone.
            var fresh = FlowState()
            let sources = sources
            let isPossible =
                place.isLive
                ? fresh.narrow(expression.asked) { sources.bounds(of: $0) }
                : state.narrow(expression.asked) { sources.bounds(of: $0) }
            if !isPossible { noteNeverTrue() }
        }
    }

    private mutating func noteNeverTrue() {
        note(.neverTrue, "this condition can never be true, alone or after the conditions before it; change it")
    }

    /// The type of an expression's value. Recurses as deep as the expression.
    mutating func type(of expression: AutomationExpression) -> ExpressionType {
        switch expression {
        case .constant(.null):
            note(
                .invalidOperand(0),
                "null can't be compared or calculated with; use a value, or leave the comparison out")
            return .unknown
        case .constant(let value):
            let type = ExpressionType(value)
            if type.isNumber, AutomationNumber(value) == nil {
                note(.invalidOperand(0), "NaN is not a number; use a number")
            }
            return type
        case .field(let reference): return self.type(of: reference)
        case .variable(let name): return type(ofVariable: name)
        case .operation(let operation, let operands): return type(of: operation, operands)
        case .unsupported:
            note(.unsupported, "an expression was made by a newer version; update the hub to run the automation")
            return .unknown
        }
    }

    /// The type of an expression that is evaluated on present values.
    mutating func liveType(of expression: AutomationExpression) -> ExpressionType {
        let outer = place
        defer { place = outer }
        place = ExpressionPlace(outer.nodeID, isLive: true, isStarter: outer.isStarter)
        return type(of: expression)
    }

    private mutating func type(ofVariable name: String) -> ExpressionType {
        let value = FlowState.Value.variable(name)
        if place.isStarter || !state.possible.contains(value) {
            if !sources.hasUnknownNodes || place.isStarter {
                note(
                    .unassignedVariable(name),
                    "nothing before gives the variable \(quotedBeginning(name)) a value; assign one before it is used")
            }
            return .unknown
        }
        if !state.certain.contains(value) {
            note(
                .perhapsUnassigned(name),
                "not every path to here gives the variable \(quotedBeginning(name)) a value; assign one on each")
        }
        return sources.variables[name] ?? .unknown
    }
}
