@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// The types of values that each operator accepts.
@Suite struct GraphCheckExpressionTests: CheckTestWords {
    private let pair = AutomationExpression.constant(.structure([0: .unsigned(1), 1: .signed(2)]))

    /// Whether there are no issues but that a condition of constants is always or never true.
    private func isRight(_ expression: AutomationExpression) -> Bool {
        kinds(ofCondition: expression).allSatisfy { $0.severity == .warning }
    }

    @Test func conditionsAreTrueOrFalse() {
        for wrong in [field(1), number(1), text("yes"), .operation(.plus, [field(1), number(1)]), field(5)] {
            let found = verdict(start, condition(3, wrong), switchOn(4))
            expect(found.kinds, equals: [.invalidConditionType])
            expect(!found.isWellFormed)
        }
        for right in [field(0), isWarm, .operation(.not, [field(0)]), .operation(.isOnline, [field(0)])] {
            expect(kinds(ofCondition: right), equals: [])
        }
        let chain = AutomationNode(3, .ifChain(IfChain([.init(field(1), switchOn(4))])))
        expect(verdict(start, chain).kinds, equals: [.invalidConditionType])
        expect(
            verdict(start, AutomationNode(3, .wait(Wait(field(1), timeout: .seconds(9))))).kinds,
            equals: [
                .invalidConditionType
            ])
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

    @Test func onlyWhatHasAnOrderIsComparedBySize() {
        for wrong in [field(0), field(4), field(5), field(7), field(9)] {
            expect(
                kinds(ofCondition: compare(wrong, .lessThan, wrong)), equals: [.invalidArgumentsForOperator(.lessThan)])
        }
        for right in [field(1), field(2), field(3), field(8)] {
            expect(kinds(ofCondition: compare(right, .lessThan, right)), equals: [])
        }
        expect(
            kinds(ofCondition: compare(field(5), .lessThan, number(1))),
            equals: [.invalidArgumentsForOperator(.lessThan)])
        expect(
            kinds(ofCondition: .operation(.between, [field(1), text("a"), number(3)])),
            equals: [.invalidArgumentsForOperator(.between)])
    }

    @Test func enumsHaveTheValuesOfTheirSchema() {
        expect(kinds(ofCondition: compare(field(5), .equals, number(7))), equals: [])
        expect(kinds(ofCondition: compare(.constant(.signed(7)), .notEquals, field(5))), equals: [])
        expect(kinds(ofCondition: compare(field(5), .equals, number(2))), equals: [.invalidOperand(1)])
        expect(kinds(ofCondition: compare(number(2), .equals, field(5))), equals: [.invalidOperand(0)])
        expect(kinds(ofCondition: compare(field(5), .equals, .constant(.signed(-1)))), equals: [.invalidOperand(1)])
        expect(kinds(ofCondition: compare(field(5), .equals, .constant(.double(1)))), equals: [.invalidOperand(1)])
        expect(
            kinds(ofCondition: compare(field(5), .equals, field(1))), equals: [.invalidArgumentsForOperator(.equals)])
        expect(
            verdict(start, condition(3, compare(field(5), .equals, number(2)))).issues[0].message.contains(
                "low, high, boost"))
    }

    @Test func bitmapsHaveTheirBits() {
        let start = AutomationNode(2, .starter(Starter(trait("lamp", 8))))
        func kinds(_ expression: AutomationExpression) -> [AutomationIssue.Kind] {
            verdict(start, condition(3, expression), switchOn(4)).kinds
        }
        expect(kinds(compare(field(15), .hasBits, number(3))), equals: [])
        expect(kinds(compare(field(15), .equals, number(0))), equals: [])
        expect(kinds(compare(field(15), .hasBits, number(256))), equals: [.invalidOperand(1)])
        expect(kinds(compare(field(15), .hasBits, .constant(.signed(1)))), equals: [.invalidOperand(1)])
        expect(kinds(compare(field(0), .hasBits, number(1))), equals: [])
        expect(kinds(compare(field(15), .lessThan, number(1))), equals: [.invalidArgumentsForOperator(.lessThan)])
        expect(self.kinds(ofCondition: compare(field(1), .hasBits, number(1))), equals: [.invalidOperand(0)])
        expect(self.kinds(ofCondition: compare(field(5), .hasBits, number(1))), equals: [.invalidOperand(0)])
    }

    @Test func structuresAreComparedWithTheirOwnFields() {
        expect(isRight(compare(field(8), .equals, pair)))
        expect(isRight(compare(field(8), .lessThan, pair)))
        expect(isRight(compare(field(9, 1), .lessThan, field(8))))
        for wrong: StructureValue in [[2: .unsigned(1)], [0: .string("a")], [0: .unsigned(256), 1: .signed(0)]] {
            expect(
                kinds(ofCondition: compare(field(8), .equals, .constant(.structure(wrong)))),
                equals: [.invalidArgumentsForOperator(.equals)])
        }
        let half = AutomationExpression.constant(.structure([0: .unsigned(1)]))
        expect(
            kinds(ofCondition: compare(field(8), .lessThan, half)), equals: [.invalidArgumentsForOperator(.lessThan)])
        expect(isRight(compare(pair, .lessThan, pair)))
        expect(
            kinds(ofCondition: compare(pair, .lessThan, half)), equals: [.invalidArgumentsForOperator(.lessThan)])
    }

    @Test func fieldsAreThoseOfTheSchema() {
        expect(isRight(compare(field(9, 0), .equals, text("a"))))
        expect(isRight(compare(field(9, 1, 0), .equals, number(1))))
        for wrong: [UInt32] in [[99], [9, 2], [9, 1, 0, 0], [7, 0], [1, 0]] {
            let reference = AutomationExpression.field(FieldReference(2, path: wrong))
            expect(kinds(ofCondition: compare(reference, .equals, number(1))), equals: [.invalidField(wrong)])
        }
        expect(kinds(ofCondition: .field(FieldReference(2, path: []))), equals: [.invalidField([])])
        expect(kinds(ofCondition: .operation(.isOnline, [.field(FieldReference(2, path: []))])), equals: [])
        expect(kinds(ofCondition: compare(field(10), .equals, number(1))), equals: [.invalidField([10])])
    }

    @Test func fieldsOfEventsAreThoseOfTheEvent() {
        func kinds(_ path: UInt32, eventID: UInt32 = 0) -> [AutomationIssue.Kind] {
            let start = AutomationNode(2, .starter(Starter(trait("lamp", sample), eventID: eventID)))
            return verdict(start, condition(3, compare(field(path), .equals, number(1)))).kinds
        }
        expect(kinds(0), equals: [])
        expect(kinds(1), equals: [])
        expect(kinds(2), equals: [.invalidField([2])])
        expect(kinds(0, eventID: 5), equals: [.invalidEvent(5)])
    }

    @Test func nullIsNoOperand() {
        let null = AutomationExpression.constant(.null)
        expect(kinds(ofCondition: compare(field(1), .equals, null)), equals: [.invalidOperand(0)])
        expect(verdict(start, assign(3, "x", null)).kinds, equals: [.invalidOperand(0)])
        expect(kinds(ofCondition: compare(field(2), .equals, .constant(.double(.nan)))), equals: [.invalidOperand(0)])
        expect(isRight(compare(field(2), .lessThan, .constant(.double(.infinity)))))
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
        expect(
            kinds(ofCondition: .operation(.and, [field(0), isWarm, .operation(.not, [field(0)])])), equals: [.neverTrue]
        )
    }

    @Test func logicTakesTruthsAndArithmeticNumbers() {
        expect(kinds(ofCondition: .operation(.and, [field(0), field(1)])), equals: [.invalidOperand(1)])
        expect(kinds(ofCondition: .operation(.not, [text("a")])), equals: [.invalidOperand(0)])
        func sum(_ other: AutomationExpression) -> [AutomationIssue.Kind] {
            kinds(ofCondition: compare(.operation(.plus, [field(1), other]), .lessThan, number(9)))
        }
        expect(sum(field(2)), equals: [])
        expect(sum(number(1)), equals: [])
        for wrong in [field(0), field(3), field(5), field(8), text("1")] {
            expect(sum(wrong), equals: [.invalidOperand(1)])
        }
    }

    @Test func listsHaveItems() {
        expect(isRight(compare(field(7), .contains, number(7))))
        expect(kinds(ofCondition: compare(field(7), .contains, number(3))), equals: [.invalidOperand(1)])
        expect(
            kinds(ofCondition: compare(field(7), .contains, text("a"))),
            equals: [.invalidArgumentsForOperator(.contains)])
        expect(kinds(ofCondition: compare(field(1), .contains, number(3))), equals: [.invalidOperand(0)])
        expect(isRight(compare(.operation(.item, [field(7), number(0)]), .equals, number(1))))
        expect(
            kinds(ofCondition: compare(.operation(.item, [field(7), text("a")]), .equals, number(1))),
            equals: [
                .invalidOperand(1)
            ])
        expect(isRight(compare(.operation(.count, [field(4)]), .equals, number(1))))
        expect(
            kinds(ofCondition: compare(.operation(.count, [field(1)]), .equals, number(1))),
            equals: [.invalidOperand(0)])
        expect(isRight(compare(field(7), .equals, .constant(.list([.unsigned(1)])))))
        expect(
            kinds(ofCondition: compare(field(7), .equals, .constant(.list([.string("a")])))),
            equals: [.invalidArgumentsForOperator(.equals)])
    }

    @Test func theClockHasTimesDaysAndDates() {
        let clock = AutomationNode(3, .stateReader(trait("home", TimeTrait.id)))
        func kinds(_ expression: AutomationExpression) -> [AutomationIssue.Kind] {
            verdict(start, clock, condition(4, expression), switchOn(5)).kinds
        }
        func time(_ hours: UInt64, _ minutes: UInt64) -> AutomationExpression {
            .constant(.structure([0: .unsigned(hours), 1: .unsigned(minutes)]))
        }
        let (now, sunrise, sunset) = (field(of: 3, 0), field(of: 3, 1), field(of: 3, 2))
        expect(kinds(.operation(.between, [now, time(22, 0), time(6, 0)])), equals: [])
        expect(kinds(.operation(.between, [now, sunrise, sunset])), equals: [])
        expect(kinds(compare(now, .lessThan, time(24, 0))), equals: [.invalidArgumentsForOperator(.lessThan)])
        expect(kinds(compare(now, .lessThan, time(23, 60))), equals: [.invalidArgumentsForOperator(.lessThan)])
        expect(kinds(compare(now, .lessThan, number(22))), equals: [.invalidArgumentsForOperator(.lessThan)])
        expect(kinds(compare(field(of: 3, 0, 0), .lessThan, number(22))), equals: [])
        expect(kinds(compare(field(of: 3, 0, 2), .lessThan, number(22))), equals: [.invalidField([0, 2])])
        expect(kinds(compare(field(of: 3, 4), .equals, number(7))), equals: [])
        expect(kinds(compare(field(of: 3, 4), .equals, number(8))), equals: [.invalidOperand(1)])
        func date(_ month: UInt64, _ day: UInt64) -> AutomationExpression {
            .constant(.structure([0: .signed(2026), 1: .unsigned(month), 2: .unsigned(day)]))
        }
        expect(kinds(compare(field(of: 3, 5), .greaterThan, date(2, 28))), equals: [])
        expect(
            kinds(compare(field(of: 3, 5), .greaterThan, date(2, 30))),
            equals: [.invalidArgumentsForOperator(.greaterThan)])
    }

    @Test func variablesHaveTheTypeOfWhatWasAssigned() {
        func kinds(_ value: AutomationExpression, _ other: AutomationExpression) -> [AutomationIssue.Kind] {
            verdict(start, assign(3, "x", value), condition(4, compare(.variable("x"), .equals, other)), switchOn(5))
                .kinds
        }
        expect(kinds(field(3), text("a")), equals: [])
        expect(kinds(field(3), number(1)), equals: [.invalidArgumentsForOperator(.equals)])
        expect(kinds(.operation(.plus, [field(1), number(1)]), field(2)), equals: [])
        expect(kinds(field(5), number(2)), equals: [.invalidOperand(1)])
    }
}
