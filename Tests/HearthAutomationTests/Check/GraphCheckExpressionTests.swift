@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// The types of values that each operator accepts.
@Suite struct GraphCheckExpressionTests: CheckTestWords {
    /// Whether there are no issues but that a condition of constants is always or never true.
    private func isRight(_ expression: AutomationExpression) -> Bool {
        kinds(ofCondition: expression).allSatisfy { $0.severity == .warning }
    }

    @Test func numbersOfAllKindsCompare() {
        let numbers: [AutomationExpression] = [
            field(1), field(2), field(11), number(3), .constant(.signed(-3)), .constant(.double(2.5)),
            .constant(.float(2.5)),
            .operation(.count, [field(3)]), .operation(.times, [field(1), field(2)]),
        ]
        for operation: HearthAutomation.Operator in [.equals, .notEquals, .lessThan, .greaterThanOrEquals] {
            for left in numbers { for right in numbers { expect(isRight(compare(left, operation, right))) } }
        }
        expect(isRight(.operation(.between, [field(1), field(2), number(3)])))
    }

    @Test func differentKindsDoNotCompare() {
        let different: [AutomationExpression] = [
            field(0), field(1), field(3), field(4), field(5), field(6), field(7), field(8),
        ]
        for (index, left) in different.enumerated() {
            for (other, right) in different.enumerated() where index != other {
                let kinds = kinds(ofCondition: compare(left, .equals, right))
                expect(kinds, equals: [.invalidArgumentsForOperator(.equals)], "\(left) \(right)")
            }
            expect(kinds(ofCondition: compare(left, .equals, left)), equals: [])
        }
        expect(
            kinds(ofCondition: compare(field(3), .equals, number(1))), equals: [.invalidArgumentsForOperator(.equals)])
        expect(
            kinds(ofCondition: compare(field(0), .equals, number(1))), equals: [.invalidArgumentsForOperator(.equals)])
    }

    @Test func operatorsHaveTheirOperands() {
        for operation in HearthAutomation.Operator.allCases where operation != .isOnline {
            let count = operation.operands.lowerBound
            let few = AutomationExpression.operation(operation, Array(repeating: field(0), count: count - 1))
            expect(kinds(ofCondition: few).contains(.invalidArgumentCount(count - 1)))
            let enough = AutomationExpression.operation(operation, Array(repeating: field(0), count: count))
            expect(!kinds(ofCondition: enough).contains(.invalidArgumentCount(count)))
        }
        expect(kinds(ofCondition: .operation(.isOnline, [])), equals: [.invalidOperand(0)])
        expect(kinds(ofCondition: .operation(.isOnline, [number(1)])), equals: [.invalidOperand(0)])
    }
}
