internal import HearthTraitDescriptors

@testable internal import HearthAutomation

/// The values that expressions see in tests: fields of node 1 by their ids, fields of node 2 are the sun's times.
struct TestScope: AutomationScope {
    var fields: [UInt32: TraitValue] = [:]
    var variables: [String: TraitValue] = [:]
    var isOnline: Bool?
    var isSunUp: Bool?

    func evaluate(_ reference: FieldReference) -> Evaluated {
        guard let value = reference.path.first.flatMap({ fields[$0] }) else { return .unknown(.missing(reference)) }
        return value == .null ? .unknown(.null(reference)) : .known(value)
    }

    func value(ofVariable name: String) -> TraitValue? { variables[name] }

    func held(_ expression: AutomationExpression, for seconds: Int64) -> Evaluated { .unknown(.unsupported) }

    func isOnline(_ nodeID: UInt32) -> Bool? { isOnline }

    func sunTime(_ reference: FieldReference) -> SunTime? {
        guard reference.nodeID == 2 else { return nil }
        return reference.path == [1] ? .sunrise : reference.path == [2] ? .sunset : nil
    }
}

/// The value of an expression in a scope.
func evaluate(_ expression: AutomationExpression, _ scope: TestScope = TestScope()) -> Evaluated {
    var evaluator = Evaluator(scope)
    return evaluator.evaluate(expression)
}

/// The value of an operation on constants.
func evaluate(_ operation: Operator, _ values: TraitValue...) -> Evaluated {
    evaluate(.operation(operation, values.map(AutomationExpression.constant)))
}
