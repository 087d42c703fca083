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

extension GraphCheck {
    /// Checks an expression that must be Boolean, and warns if it is always true or never true.
    mutating func checkCondition(
        _ expression: AutomationExpression, _ place: ExpressionPlace, _ state: inout FlowState
    ) {
        let errors = issues.errors
        let type = type(of: expression, place, state)
        guard type.mayBeBoolean else {
            return note(
                .invalidConditionType, at: place.nodeID,
                "a condition must be true or false, but this is \(type.name); compare it with something")
        }
        // An expression with errors has no value.
        guard issues.errors == errors else { return }
        var evaluator = Evaluator(ConstantScope())
        switch evaluator.evaluate(expression) {
        case .known(.bool(true)):
            note(.alwaysTrue, at: place.nodeID, "this condition is always true; leave it out")
        case .known(.bool(false)): noteNeverTrue(at: place.nodeID)
        case .unknown(let reason) where evaluator.leaves.isEmpty && reason != .unsupported:
            noteNeverTrue(at: place.nodeID)
        case .known, .unknown:
            // Live values may change between two evaluations, so each live condition is checked alone.
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
            "this condition can never be true, alone or after the conditions before it; change it")
    }

    /// The type of an expression's value. Recurses as deep as the expression.
    mutating func type(
        of expression: AutomationExpression, _ place: ExpressionPlace, _ state: FlowState
    ) -> ExpressionType {
        switch expression {
        case .constant(.null):
            note(
                .invalidOperand(0), at: place.nodeID,
                "null can't be compared or calculated with; use a value, or leave the comparison out")
            return .unknown
        case .constant(let value):
            let type = ExpressionType(value)
            if type.isNumber, AutomationNumber(value) == nil {
                note(.invalidOperand(0), at: place.nodeID, "NaN is not a number; use a number")
            }
            return type
        case .field(let reference): return self.type(of: reference, place, state)
        case .variable(let name): return type(ofVariable: name, place, state)
        case .operation(let operation, let operands): return type(of: operation, operands, place, state)
        case .unsupported:
            note(
                .unsupported, at: place.nodeID,
                "an expression was made by a newer version; update the hub to run the automation")
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
                    "nothing before gives the variable \(quotedBeginning(name)) a value; assign one before it is used")
            }
            return .unknown
        }
        if !state.certain.contains(value) {
            note(
                .perhapsUnassigned(name), at: place.nodeID,
                "not every path to here gives the variable \(quotedBeginning(name)) a value; assign one on each")
        }
        return variables[name] ?? .unknown
    }
}
