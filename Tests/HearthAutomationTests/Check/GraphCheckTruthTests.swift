@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Conditions that can't be true, and those that always are.
@Suite struct GraphCheckTruthTests: CheckTestWords {
    private let yes = AutomationExpression.constant(.bool(true))
    private let no = AutomationExpression.constant(.bool(false))

    private func isNeverTrue(_ expression: AutomationExpression) -> Bool {
        let kinds = kinds(ofCondition: expression)
        expect(kinds == [] || kinds == [.neverTrue])
        return kinds == [.neverTrue]
    }

    @Test func constantsDecide() {
        expect(kinds(ofCondition: yes), equals: [.alwaysTrue])
        expect(kinds(ofCondition: .operation(.or, [isWarm, yes])), equals: [.alwaysTrue])
        expect(kinds(ofCondition: compare(number(1), .lessThan, number(2))), equals: [.alwaysTrue])
        expect(isNeverTrue(no))
        expect(isNeverTrue(.operation(.and, [isWarm, no])))
        expect(isNeverTrue(compare(.operation(.dividedBy, [number(1), number(0)]), .equals, number(1))))
        expect(!isNeverTrue(.operation(.or, [isWarm, no])))
    }

    @Test func numbersHaveOneRange() {
        func both(
            _ one: HearthAutomation.Operator, _ first: UInt64, _ other: HearthAutomation.Operator, _ second: UInt64
        ) -> AutomationExpression {
            .operation(.and, [compare(field(1), one, number(first)), compare(number(second), other, field(1))])
        }
        expect(isNeverTrue(both(.greaterThan, 20, .greaterThan, 10)))
        expect(!isNeverTrue(both(.greaterThan, 10, .greaterThan, 20)))
        expect(isNeverTrue(both(.greaterThan, 20, .greaterThanOrEquals, 20)))
        expect(!isNeverTrue(both(.greaterThanOrEquals, 20, .greaterThanOrEquals, 20)))
        expect(isNeverTrue(both(.equals, 20, .equals, 21)))
        expect(isNeverTrue(both(.equals, 20, .notEquals, 20)))
        expect(!isNeverTrue(both(.equals, 20, .notEquals, 21)))
        expect(isNeverTrue(.operation(.between, [field(1), number(9), number(8)])))
        expect(!isNeverTrue(.operation(.between, [field(1), number(8), number(9)])))
        expect(isNeverTrue(.operation(.and, [field(0), .operation(.not, [field(0)])])))
        expect(isNeverTrue(.operation(.and, [field(0), compare(field(0), .equals, no)])))
        expect(!isNeverTrue(.operation(.and, [field(0), compare(field(0), .equals, yes)])))
        expect(!isNeverTrue(.operation(.or, [field(0), .operation(.not, [field(0)])])))
    }

    @Test func schemasHaveRanges() {
        expect(isNeverTrue(compare(field(1), .greaterThan, number(32_767))))
        expect(!isNeverTrue(compare(field(1), .greaterThan, number(32_766))))
        expect(isNeverTrue(compare(field(11), .lessThan, number(0))))
        expect(!isNeverTrue(compare(field(11), .lessThanOrEquals, number(0))))
        let level = AutomationNode(2, .starter(Starter(trait("lamp", 8))))
        func kinds(_ limit: UInt64) -> [AutomationIssue.Kind] {
            verdict(level, condition(3, compare(field(3), .greaterThanOrEquals, number(limit)))).kinds
        }
        expect(kinds(254), equals: [])
        expect(kinds(255), equals: [.neverTrue])
    }

    @Test func conditionsAfterEachOtherSeeTheSameValues() {
        let cold = compare(field(1), .lessThan, number(10))
        let found = verdict(start, condition(3, isWarm), switchOn(4), condition(5, cold), switchOn(6))
        expect(found.kinds, equals: [.neverTrue])
        expect(found.isValid && found.issues[0].nodeID == 5)
        // A field of another node is another reading.
        let other = compare(field(of: 4, 1), .lessThan, number(10))
        expect(verdict(start, condition(3, isWarm), read(4), condition(5, other)).issues, equals: [])
        // A hold reads the values at its own time.
        expect(verdict(start, condition(3, isWarm), condition(5, cold, hold: .seconds(9))).issues, equals: [])
        // It is only one of several branches.
        let chain = AutomationNode(3, .ifChain(IfChain([.init(isWarm, switchOn(4))])))
        expect(verdict(start, chain, condition(5, cold)).issues, equals: [])
        let inside = AutomationNode(3, .ifChain(IfChain([.init(isWarm, sequence(6, condition(5, cold)))])))
        expect(verdict(start, inside).kinds, equals: [.neverTrue])
    }

    @Test func conditionsDoNotContradictTheirStarter() {
        let becomes = Starter(trait("lamp", sample), becomes: isWarm)
        let cold = compare(field(1), .lessThan, number(10))
        expect(verdict(AutomationNode(2, .starter(becomes)), condition(3, cold)).kinds, equals: [.neverTrue])
        // Another starter may have started the run.
        let select = AutomationNode(
            4, .select([AutomationNode(2, .starter(becomes)), AutomationNode(5, .manualStarter)]))
        expect(verdict(select, condition(3, cold)).issues, equals: [])
        let branch = sequence(6, AutomationNode(2, .starter(becomes)), condition(3, cold))
        expect(
            verdict(AutomationNode(4, .select([branch, AutomationNode(5, .manualStarter)]))).kinds, equals: [.neverTrue]
        )
    }
}
