@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// The grammar: which nodes may be where.
@Suite struct GraphCheckFlowTests: CheckTestWords {
    private var manual: AutomationNode { AutomationNode(2, .manualStarter) }

    private func chain(_ id: UInt32, _ node: AutomationNode) -> AutomationNode {
        AutomationNode(id, .ifChain(IfChain([.init(isWarm, node)])))
    }

    @Test func somethingStartsIt() {
        expect(verdict(switchOn(3)).kinds, equals: [.noStarter])
        expect(!verdict(switchOn(3)).isWellFormed)
        expect(verdict(manual, switchOn(3)).issues, equals: [])
    }

    @Test func idsAreUnique() {
        let found = verdict(start, switchOn(3), switchOn(3))
        expect(found.kinds, equals: [.duplicateNode])
        expect(found.issues.map(\.nodeID), equals: [3])
        expect(verdict(start, switchOn(3), switchOn(4)).issues, equals: [])
    }

    @Test func flowsHoldWhatTheGrammarAllows() {
        let wait = AutomationNode(9, .delay(.seconds(5)))
        let otherStarter = AutomationNode(6, .starter(Starter(trait("other", sample))))
        let right: [AutomationNode] = [
            AutomationNode(3, .parallel([switchOn(4), read(5), sequence(6, switchOn(7), wait)])),
            chain(3, switchOn(4)), chain(3, sequence(4, switchOn(5))), chain(3, chain(4, switchOn(5))),
            chain(3, AutomationNode(4, .parallel([switchOn(5)]))), sequence(3, switchOn(4)),
            sequence(3, sequence(4, read(5), sequence(6, wait, switchOn(7))), switchOn(8)),
            sequence(3, AutomationNode(4, .manualStarter), sequence(5, otherStarter)),
            AutomationNode(3, .parallel([sequence(4, sequence(5, switchOn(6)), switchOn(7))])),
        ]
        for node in right { expect(verdict(start, node).issues, equals: []) }
        let wrong: [(AutomationNode, UInt32)] = [
            (AutomationNode(3, .parallel([wait])), 9),
            (AutomationNode(3, .parallel([chain(4, switchOn(5))])), 4),
            (AutomationNode(3, .parallel([sequence(4, chain(5, switchOn(6)))])), 5),
            (AutomationNode(3, .parallel([AutomationNode(4, .parallel([switchOn(5)]))])), 4),
            (AutomationNode(3, .parallel([AutomationNode(4, .manualStarter)])), 4),
            (AutomationNode(3, .parallel([sequence(4, AutomationNode(5, .manualStarter))])), 5),
            (chain(3, sequence(4, AutomationNode(5, .manualStarter))), 5),
        ]
        for (node, id) in wrong {
            let issues = verdict(start, node).issues.filter { $0.kind == .misplacedNode }
            expect(issues.map(\.nodeID), equals: [id])
        }
        expect(verdict(root: switchOn(1)).kinds, equals: [.noStarter, .misplacedNode])
    }

    @Test func selectsHoldStartersAndSequences() {
        let manual = AutomationNode(3, .manualStarter)
        expect(verdict(AutomationNode(4, .select([start, manual])), switchOn(5)).issues, equals: [])
        let branch = sequence(5, manual, condition(6, compare(field(0), .equals, .constant(.bool(true)))))
        expect(verdict(AutomationNode(4, .select([start, branch])), switchOn(7)).issues, equals: [])
        expect(
            verdict(AutomationNode(4, .select([start, manual, switchOn(5)]))).kinds,
            equals: [.neverReached, .misplacedNode])
    }

    @Test func eachPartOfASelectNeedsAStarter() {
        let found = verdict(AutomationNode(3, .select([start, sequence(4, switchOn(5))])))
        expect(found.kinds, equals: [.neverReached])
        expect(found.isValid && found.issues[0].nodeID == 4)
    }

    @Test func anIfNeedsACondition() {
        expect(verdict(start, AutomationNode(3, .ifChain(IfChain([])))).kinds, equals: [.emptyChain])
        expect(verdict(start, chain(3, switchOn(4))).issues, equals: [])
    }

    @Test func unknownNodeIsTheOnlyIssue() {
        let unknown = AutomationNode(3, .unknown)
        // The unknown node could be the starter, and could define what others refer to.
        for found in [
            verdict(unknown, switchOn(4)), verdict(start, unknown, condition(4, field(of: 9, 0))),
            verdict(start, condition(3, .unsupported)),
            verdict(start, unknown, condition(4, .variable("x"))),
            verdict(start, action(3, Action(trait("other", sample), fields: [1: .unsupported]))),
        ] {
            expect(found.kinds, equals: [.unsupported])
            expect(found.isValid)
            expect(!found.isUnderstood)
            expect(!found.mayRun)
        }
    }

    // MARK: Starters

    @Test func twoStartersForTheSameAreOneTooMany() {
        func second(_ starter: Starter) -> [AutomationIssue.Kind] {
            verdict(AutomationNode(3, .select([start, AutomationNode(4, .starter(starter))]))).kinds
        }
        expect(second(Starter(trait("lamp", sample))), equals: [.duplicateStarterNode(2)])
        expect(second(Starter(trait("lamp", 6))), equals: [])
        expect(second(Starter(trait("other", sample))), equals: [])
        expect(second(Starter(trait("lamp", sample), eventID: 0)), equals: [])
        expect(
            second(Starter(trait("lamp", sample), becomes: compare(field(of: 4, 1), .greaterThan, number(1)))),
            equals: [])
        expect(second(Starter(trait("lamp", sample), causes: [.client])), equals: [])
        let manual = AutomationNode(2, .manualStarter)
        expect(
            verdict(AutomationNode(4, .select([manual, AutomationNode(3, .manualStarter)]))).kinds,
            equals: [
                .duplicateStarterNode(2)
            ])
    }

    /// A start by `heldFor` has no cause, because only time has passed.
    @Test func heldForStarterHasNoCause() {
        func kinds(_ becomes: AutomationExpression, _ causes: Set<CauseKind>) -> [AutomationIssue.Kind] {
            let starter = Starter(trait("lamp", sample), becomes: becomes, causes: causes)
            let wait = AutomationNode(3, .wait(Wait(nil, starters: [starter], timeout: .seconds(60))))
            let found = verdict(AutomationNode(2, .starter(starter)), switchOn(4)).kinds
            expect(verdict(start, wait, switchOn(4)).kinds, equals: found)
            return found
        }
        let held = AutomationExpression.operation(.heldFor, [isWarm, number(60)])
        expect(kinds(held, []), equals: [])
        expect(kinds(isWarm, [.client]), equals: [])
        expect(kinds(held, [.client]), equals: [.invalidParameter(name: "causes", id: 0)])
        expect(kinds(.operation(.and, [isWarm, held]), [.hub]), equals: [.invalidParameter(name: "causes", id: 0)])
    }

    @Test func equalBecomesIsFoundUnderOtherIDs() {
        func kinds(_ limit: UInt64) -> [AutomationIssue.Kind] {
            let nodes = [(2, 20), (3, limit)].map { id, limit in
                AutomationNode(
                    id,
                    .starter(
                        Starter(trait("lamp", sample), becomes: compare(field(of: id, 1), .greaterThan, number(limit))))
                )
            }
            return verdict(AutomationNode(4, .select(nodes))).kinds
        }
        expect(kinds(20), equals: [.duplicateStarterNode(2)])
        expect(kinds(21), equals: [])
    }

    @Test func startersOfEventsNameOneThatThereIs() {
        func kinds(_ eventID: UInt32, _ parameters: StructureValue = [:]) -> [AutomationIssue.Kind] {
            verdict(
                AutomationNode(2, .starter(Starter(trait("lamp", sample), eventID: eventID, parameters: parameters)))
            ).kinds
        }
        expect(kinds(0), equals: [])
        expect(kinds(1), equals: [.invalidEvent(1)])
        expect(kinds(0, [0: .unsigned(2)]), equals: [])
        expect(kinds(0, [0: .unsigned(256)]), equals: [.invalidParameter(name: "times", id: 0)])
        expect(kinds(0, [0: .string("two")]), equals: [.invalidParameter(name: "times", id: 0)])
        expect(kinds(0, [0: .null]), equals: [.invalidNullParameterValue(name: "times", id: 0)])
        expect(kinds(0, [1: .unsigned(7)]), equals: [])
        expect(kinds(0, [1: .unsigned(3)]), equals: [.invalidParameter(name: "mode", id: 1)])
        expect(kinds(0, [9: .unsigned(3)]), equals: [.invalidParameter(name: "9", id: 9)])
    }

    @Test func becomesIsOfAttributesAndParametersAreOfEvents() {
        func kinds(_ starter: Starter) -> [AutomationIssue.Kind] { verdict(AutomationNode(2, .starter(starter))).kinds }
        expect(kinds(Starter(trait("lamp", sample), becomes: isWarm)), equals: [])
        expect(
            kinds(Starter(trait("lamp", sample), eventID: 0, becomes: isWarm)),
            equals: [.invalidParameter(name: "becomes", id: 0)])
        expect(
            kinds(Starter(trait("lamp", sample), parameters: [0: .unsigned(1)])),
            equals: [.invalidParameter(name: "parameters", id: 0)])
        expect(kinds(Starter(trait("lamp", sample), becomes: field(1))), equals: [.invalidConditionType])
        expect(
            kinds(Starter(trait("lamp", sample), becomes: .constant(.bool(true)))), equals: [.neverTrue, .alwaysTrue])
    }
}
