@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// A graph beyond the limits is reported, and nothing else of it is checked.
@Suite struct GraphSizeTests: CheckTestWords {
    private let limits = AutomationLimits()

    private func expectTooLarge(_ verdict: AutomationVerdict, _ size: AutomationSize) {
        expect(verdict.kinds, equals: [.automationTooLarge(size, limit: limits.limit(of: size))])
        expect(!verdict.isWellFormed)
        expect(!verdict.isValid)
    }

    private func root(_ nodes: [AutomationNode]) -> AutomationNode { AutomationNode(1, .sequential(nodes)) }

    @Test func nodesAreCounted() {
        let many = (0..<600).map { AutomationNode(10 + $0, .delay(.seconds(60))) }
        expect(verdict(root: root([start] + many.prefix(510))).issues, equals: [])
        expectTooLarge(verdict(root: root([start] + many.prefix(511))), .nodes)
        expectTooLarge(verdict(root: root(Array(repeating: many[0], count: 100_000))), .nodes)
    }

    @Test func nodesLieInEachOtherOnlySoDeep() {
        func nested(_ depth: Int) -> AutomationNode {
            (0..<depth).reduce(switchOn(3)) { node, index in
                AutomationNode(UInt32(10 + index), .ifChain(IfChain([.init(isWarm, node)])))
            }
        }
        // The root, and an action nested in that many if chains.
        expect(verdict(start, nested(14)).issues, equals: [])
        expectTooLarge(verdict(start, nested(15)), .depth)
        expectTooLarge(verdict(start, nested(1_000)), .depth)
    }

    @Test func partsOfExpressionsAreCounted() {
        func sum(_ count: Int) -> AutomationExpression {
            .operation(.and, Array(repeating: field(0), count: count))
        }
        // Each sum has one node more than fields.
        expect(verdict(start, condition(3, sum(511)), condition(4, sum(511))).issues, equals: [])
        expectTooLarge(verdict(start, condition(3, sum(511)), condition(4, sum(512))), .expressions)
        expectTooLarge(verdict(start, condition(3, sum(1_000_000))), .expressions)
    }

    @Test func operationsLieInEachOtherOnlySoDeep() {
        func nested(_ depth: Int) -> AutomationExpression {
            (0..<depth).reduce(field(0)) { inner, _ in .operation(.not, [inner]) }
        }
        expect(verdict(start, condition(3, nested(23))).issues, equals: [])
        expectTooLarge(verdict(start, condition(3, nested(24))), .expressionDepth)
        // As many as fit in 64 KiB.
        expectTooLarge(verdict(start, condition(3, nested(8_000))), .expressionDepth)
    }

    @Test func constantsAreMeasured() {
        let list = TraitValue.list(Array(repeating: .unsigned(1), count: limits.values))
        expectTooLarge(verdict(start, condition(3, compare(field(7), .equals, .constant(list)))), .values)
        let deep = (0..<16).reduce(TraitValue.unsigned(1)) { inner, _ in .list([inner]) }
        expectTooLarge(verdict(start, assign(3, "x", .constant(deep))), .valueDepth)
        if case .list(let items) = deep {
            expect(verdict(start, assign(3, "x", .constant(items[0]))).issues, equals: [])
        }
        let starter = Starter(trait("lamp", sample), eventID: 0, parameters: [0: deep])
        expectTooLarge(verdict(AutomationNode(2, .starter(starter))), .valueDepth)
        let path = AutomationExpression.field(FieldReference(2, path: Array(repeating: 0, count: 17)))
        expectTooLarge(verdict(start, condition(3, path)), .valueDepth)
    }

    @Test func theLimitsAreThoseThatAreHandedIn() {
        var limits = limits
        limits.nodes = 3
        expect(verdict(start, switchOn(3), limits: limits).issues, equals: [])
        expect(
            verdict(start, switchOn(3), switchOn(4), limits: limits).kinds,
            equals: [.automationTooLarge(.nodes, limit: 3)])
    }

    /// Graphs at all limits, arranged so that there is much to compare.
    @Test func theLargestGraphsAreCheckedInNoTime() {
        let pairs = (0..<254).map { index in
            sequence(UInt32(1_000 + index), assign(UInt32(2_000 + index), "v\(index)", field(0)))
        }
        let starters = (0..<500).map { (index: Int64) in
            let time: StructureValue = [0: .unsigned(1), 1: .signed(index)]
            let parameters: StructureValue = [0: .structure(time), 1: .string("0 0 0 29 2 ? 2096")]
            let starter = Starter(trait("home", TimeTrait.id), eventID: 2, parameters: parameters)
            return AutomationNode(UInt32(10 + index), .starter(starter))
        }
        let clock = ContinuousClock()
        let took = clock.measure {
            expect(verdict(start, AutomationNode(3, .parallel(pairs))).issues, equals: [])
            expect(verdict(AutomationNode(3, .select(starters))).issues, equals: [])
        }
        // A check takes some milliseconds; the limit leaves room for busy machines and debug builds.
        expect(took, isBelow: .seconds(20))
    }

    @Test func issuesAreInTheOrderOfTheirNodes() {
        let found = verdict(
            condition(9, .constant(.bool(true))), AutomationNode(8, .stateReader(trait("gone", 6))), start,
            AutomationNode(7, .delay(.zero)), AutomationNode(6, .stateReader(trait("lost", 6)))
        ) { $0.maxRuns = 0 }
        expect(found.issues.map(\.nodeID), equals: [nil, 9, 8, 7, 6])
    }

    @Test func warningsAreLimited() {
        let unread = (0..<300).map { condition(UInt32(10 + $0), .constant(.bool(true))) }
        let found = verdict(root: root([start] + unread + [AutomationNode(3, .unknown), switchOn(5), switchOn(5)]))
        // Neither an error nor the mark of a newer version is lost among that many warnings.
        expect(found.issues.count, equals: 102)
        expect(!found.isValid)
        expect(!found.isUnderstood)
    }

    /// Starters of a wait count towards the size.
    @Test func startersOfAWaitCount() {
        let many = AutomationNode(
            3,
            .wait(Wait(nil, starters: Array(repeating: Starter(trait("lamp", sample)), count: 20_000), timeout: .zero)))
        expect(verdict(start, many).kinds, equals: [.automationTooLarge(.values, limit: AutomationLimits().values)])
    }
}
