internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// Every operator with operands that are known, null, missing, of a wrong type or not set.
@Suite struct UnknownTests {
    /// The ways an operand can be unknown, as an expression and as its value.
    enum Operand: CaseIterable {
        case null
        case missing
        case unset
        case wrongType

        var expression: AutomationExpression {
            switch self {
            case .null: read(1, 7)
            case .missing: read(1, 8)
            case .unset: .variable("nothing")
            case .wrongType: .constant(.octets([1]))
            }
        }

        /// The reason in the result of an operation.
        var reason: Evaluated.Unknown {
            switch self {
            case .null: .null(FieldReference(1, 7))
            case .missing: .missing(FieldReference(1, 8))
            case .unset: .unset(variable: "nothing")
            case .wrongType: .mismatch
            }
        }
    }

    private static let scope = TestScope(fields: [7: .null])
    /// Valid operands for each operator.
    private static let known: [Operator: [TraitValue]] = [
        .equals: [.signed(1), .signed(1)], .notEquals: [.signed(1), .signed(2)], .lessThan: [.signed(1), .signed(2)],
        .lessThanOrEquals: [.signed(1), .signed(2)], .greaterThan: [.signed(3), .signed(2)],
        .greaterThanOrEquals: [.signed(3), .signed(2)], .between: [.signed(2), .signed(1), .signed(3)],
        .and: [.bool(true), .bool(true)], .or: [.bool(false), .bool(true)], .not: [.bool(false)],
        .plus: [.signed(1), .signed(2)], .minus: [.signed(1), .signed(2)], .times: [.signed(1), .signed(2)],
        .dividedBy: [.signed(1), .signed(2)], .remainder: [.signed(1), .signed(2)], .negated: [.signed(1)],
        .hasBits: [.unsigned(3), .unsigned(1)], .item: [.list([.signed(1)]), .signed(0)],
        .count: [.list([.signed(1)])], .contains: [.list([.signed(1)]), .signed(1)],
    ]

    /// All operators but the four that have rules of their own.
    @Test(arguments: Operator.allCases.filter { ![.and, .or, .isOnline, .heldFor].contains($0) })
    func unknownOperandMakesTheResultUnknown(_ operation: Operator) throws {
        let values = try require(Self.known[operation])
        expect(evaluate(.operation(operation, values.map(AutomationExpression.constant))).value != nil)
        for place in values.indices {
            for operand in Operand.allCases {
                // Bytes can be counted, and a list without that item is a known result.
                if operand == .wrongType, operation == .count || operation == .contains && place == 1 { continue }
                var operands = values.map(AutomationExpression.constant)
                operands[place] = operand.expression
                let result = evaluate(.operation(operation, operands), Self.scope)
                expect(result, equals: .unknown(operand.reason), "\(operation) with \(operand) at \(place)")
            }
        }
    }

    /// `not(unknown)` is unknown for any number of `not`s; unknown is not true.
    @Test(arguments: Operand.allCases) func notOfUnknownIsUnknown(_ operand: Operand) {
        let result = evaluate(.operation(.not, [.operation(.not, [operand.expression])]), Self.scope)
        expectNil(result.truth)
        expect(result, equals: .unknown(operand.reason))
    }

    /// Kleene logic: false decides `and`, true decides `or`, on either side of an unknown operand.
    @Test(arguments: Operand.allCases) func decidingOperandWinsOverUnknown(_ operand: Operand) {
        let unknown = operand.expression
        let table: [(Operator, Bool, Bool?)] = [
            (.and, false, false), (.and, true, nil), (.or, true, true), (.or, false, nil),
        ]
        for (operation, value, result) in table {
            let known = AutomationExpression.constant(.bool(value))
            expect(evaluate(.operation(operation, [known, unknown]), Self.scope).truth, equals: result)
            expect(evaluate(.operation(operation, [unknown, known]), Self.scope).truth, equals: result)
            expect(evaluate(.operation(operation, [unknown, known, unknown]), Self.scope).truth, equals: result)
        }
    }

    /// The trace names the first missing value.
    @Test func theFirstReasonIsGiven() {
        let both = AutomationExpression.operation(.and, [read(1, 8), .variable("nothing"), always])
        expect(evaluate(both, Self.scope), equals: .unknown(.missing(FieldReference(1, 8))))
    }

    /// The truth table of known values.
    @Test(arguments: [
        (Operator.and, true, true, true), (.and, true, false, false), (.and, false, true, false),
        (.and, false, false, false), (.or, true, true, true), (.or, true, false, true), (.or, false, true, true),
        (.or, false, false, false),
    ])
    func knownTruthsCombine(_ operation: Operator, _ left: Bool, _ right: Bool, _ result: Bool) {
        expect(evaluate(operation, .bool(left), .bool(right)), equals: .known(.bool(result)))
    }

    /// All operands are evaluated, left to right, also where the first ones decide.
    @Test func allOperandsAreEvaluated() {
        var evaluator = Evaluator(TestScope(fields: [0: .bool(false), 7: .null], variables: ["x": .bool(true)]))
        let result = evaluator.evaluate(.operation(.and, [read(1, 0), .variable("x"), read(1, 7), read(1, 8)]))
        expect(result, equals: .known(.bool(false)))
        expect(
            evaluator.leaves.map(\.result),
            equals: [
                .known(.bool(false)), .known(.bool(true)), .unknown(.null(FieldReference(1, 7))),
                .unknown(.missing(FieldReference(1, 8))),
            ])
    }

    /// Whether a device is online can be asked; for a missing device it is unknown.
    @Test func isOnlineCanBeAsked() {
        let question = AutomationExpression.operation(.isOnline, [read(1, 0)])
        expect(evaluate(question, TestScope(isOnline: true)), equals: .known(.bool(true)))
        expect(evaluate(question, TestScope(isOnline: false)), equals: .known(.bool(false)))
        expect(evaluate(question), equals: .unknown(.missing(FieldReference(1, 0))))
        expect(evaluate(.isOnline, .bool(true)), equals: .unknown(.mismatch))
    }

    /// Nodes of a newer version are unknown.
    @Test func unsupportedNodesAreUnknown() {
        expect(evaluate(.unsupported), equals: .unknown(.unsupported))
        expect(evaluate(.operation(.equals, [.unsupported, .unsupported])), equals: .unknown(.unsupported))
    }

    /// Null equals nothing, not even null.
    @Test func nothingIsEqualToNull() {
        expectNil(evaluate(.equals, .null, .null).truth)
        expectNil(evaluate(.notEquals, .null, .signed(1)).truth)
    }

    /// With too few or too many operands the result is unknown.
    @Test(arguments: Operator.allCases) func aWrongNumberOfOperandsIsUnknown(_ operation: Operator) {
        for count in [0, 1, 2, 3, 1_025] where !operation.operands.contains(count) {
            let operands = Array(repeating: AutomationExpression.constant(.bool(true)), count: count)
            expect(evaluate(.operation(operation, operands)), equals: .unknown(.mismatch))
        }
    }
}
