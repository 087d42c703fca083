internal import HearthTraitModel

/// Where an expression stands.
struct ExpressionPlace {
    let nodeID: UInt32
    /// Whether it is looked at as things are, and not as they were read: what must hold, and what is waited for.
    let isLive: Bool
    /// Whether it says when a starter fires: there is no run yet, and nothing is assigned.
    let isStarter: Bool

    init(_ nodeID: UInt32, isLive: Bool = false, isStarter: Bool = false) {
        self.nodeID = nodeID
        self.isLive = isLive
        self.isStarter = isStarter
    }
}

extension GraphCheck {
    /// Checks what has to be true or false, and notes whether it can be both.
    mutating func checkCondition(
        _ expression: AutomationExpression, _ place: ExpressionPlace, _ state: inout FlowState
    ) {
        let errors = issues.errors
        let type = type(of: expression, place, state)
        guard type.mayBeBoolean else {
            return note(
                .invalidConditionType, at: place.nodeID,
                "a condition is true or false, and this one is \(type.name); compare it with something")
        }
        // What is wrong has no truth to speak of.
        guard issues.errors == errors else { return }
        var evaluator = Evaluator(ConstantScope())
        switch evaluator.evaluate(expression) {
        case .known(.bool(true)):
            note(.alwaysTrue, at: place.nodeID, "this condition is true whatever happens; leave it out")
        case .known(.bool(false)): noteNeverTrue(at: place.nodeID)
        case .unknown(let reason) where evaluator.leaves.isEmpty && reason != .unsupported:
            noteNeverTrue(at: place.nodeID)
        case .known, .unknown:
            // What is looked at as it is may change meanwhile, but not while it is looked at.
            var fresh = FlowState()
            let isPossible =
                place.isLive
                ? fresh.narrow(expression.asked) { bounds(of: $0) } : state.narrow(expression.asked) { bounds(of: $0) }
            if !isPossible { noteNeverTrue(at: place.nodeID) }
        }
    }

    private mutating func noteNeverTrue(at nodeID: UInt32) {
        note(
            .neverTrue, at: nodeID,
            "this condition can't be true, by itself or after those before it; change what it asks for")
    }

    /// Which type the value of an expression has. Recurses as deep as the expression is.
    mutating func type(
        of expression: AutomationExpression, _ place: ExpressionPlace, _ state: FlowState
    ) -> ExpressionType {
        switch expression {
        case .constant(.null):
            note(
                .invalidOperand(0), at: place.nodeID,
                "null is no value to do something with; leave the comparison out, or compare with a value")
            return .unknown
        case .constant(let value):
            let type = ExpressionType(value)
            if type.isNumber, AutomationNumber(value) == nil {
                note(.invalidOperand(0), at: place.nodeID, "NaN is no number; choose one")
            }
            return type
        case .field(let reference): return self.type(of: reference, place, state)
        case .variable(let name): return type(ofVariable: name, place, state)
        case .operation(let operation, let operands): return type(of: operation, operands, place, state)
        case .unsupported:
            note(
                .unsupported, at: place.nodeID,
                "an expression was made by a newer version; bring the hub up to date to run the automation")
            return .unknown
        }
    }

    private mutating func type(
        ofVariable name: String, _ place: ExpressionPlace, _ state: FlowState
    ) -> ExpressionType {
        let value = FlowState.Value.variable(name)
        if place.isStarter || !state.possible.contains(value) {
            if !hasUnknownNodes || place.isStarter {
                note(
                    .unassignedVariable(name), at: place.nodeID,
                    "nothing before gives the variable \(quoted(name)) a value; assign one before it is used")
            }
            return .unknown
        }
        if !state.certain.contains(value) {
            note(
                .perhapsUnassigned(name), at: place.nodeID,
                "not every way here gives the variable \(quoted(name)) a value; assign one on each")
        }
        return variables[name] ?? .unknown
    }
}
