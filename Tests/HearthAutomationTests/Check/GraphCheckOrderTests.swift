@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Values are read or assigned before they are used.
@Suite struct GraphCheckOrderTests: CheckTestWords {
    private func isSet(_ nodeID: UInt32) -> AutomationExpression { field(of: nodeID, 0) }
    private func event(_ id: UInt32) -> AutomationNode {
        AutomationNode(id, .starter(Starter(trait("lamp", sample), eventID: 0)))
    }
    private func pressed(_ nodeID: UInt32) -> AutomationExpression { compare(field(of: nodeID, 0), .equals, number(2)) }

    @Test func referencesNameStartersAndReaders() {
        expect(kinds(ofCondition: isSet(9)), equals: [.invalidReference(9)])
        expect(kinds(ofCondition: isSet(4)), equals: [.invalidReference(4)])
        expect(kinds(ofCondition: isSet(2)), equals: [])
        expect(kinds(ofCondition: .operation(.isOnline, [isSet(9)])), equals: [.invalidReference(9)])
        expect(kinds(ofCondition: .operation(.isOnline, [isSet(2)])), equals: [])
    }

    @Test func readersStandBeforeWhatUsesThem() {
        expect(verdict(start, condition(4, isSet(3)), read(3)).kinds, equals: [.notBefore(3)])
        expect(verdict(start, read(3), condition(4, isSet(3))).issues, equals: [])
        expect(verdict(condition(4, isSet(2)), start).kinds, equals: [.notBefore(2)])
    }

    @Test func branchesAtTheSameTimeDoNotSeeEachOther() {
        let use = sequence(5, condition(6, isSet(4)), switchOn(7))
        expect(verdict(start, AutomationNode(3, .parallel([read(4), use]))).kinds, equals: [.notBefore(4)])
        expect(verdict(start, AutomationNode(3, .parallel([read(4)])), condition(6, isSet(4))).issues, equals: [])
        // The branch may end before it has read.
        let short = sequence(5, condition(6, isSet(2)), read(4))
        expect(
            verdict(start, AutomationNode(3, .parallel([short])), condition(8, isSet(4))).kinds,
            equals: [.perhapsNotRead(4)])
        let long = sequence(5, read(4), condition(6, isSet(2)))
        expect(verdict(start, AutomationNode(3, .parallel([long])), condition(8, isSet(4))).issues, equals: [])
    }

    @Test func possiblyUnreadFieldIsAWarning() {
        let chain = AutomationNode(3, .ifChain(IfChain([.init(isWarm, read(4))])))
        expect(verdict(start, chain, condition(5, isSet(4))).kinds, equals: [.perhapsNotRead(4)])
        // A hold reads the present values, so it needs no earlier reading.
        expect(verdict(start, chain, condition(5, isSet(4), hold: .seconds(9))).issues, equals: [])
    }

    @Test func attributeStartersAreReadAtTheStart() {
        let other = AutomationNode(4, .starter(Starter(trait("other", sample))))
        let select = AutomationNode(3, .select([start, sequence(5, other, condition(6, isSet(2)))]))
        expect(verdict(select, condition(7, isSet(4))).issues, equals: [])
    }

    @Test func eventFieldsAreReadableOnlyInTheirBranch() {
        expect(verdict(event(2), condition(3, pressed(2))).issues, equals: [])
        let select = AutomationNode(3, .select([start, sequence(4, event(5), condition(6, pressed(5)))]))
        expect(verdict(select).issues, equals: [])
        expect(verdict(select, condition(7, pressed(5))).kinds, equals: [.perhapsNotRead(5)])
        expect(
            verdict(event(2), AutomationNode(3, .wait(Wait(pressed(2), timeout: .seconds(9))))).kinds,
            equals: [
                .invalidField([0])
            ])
        expect(verdict(event(2), condition(3, pressed(2), hold: .seconds(9))).kinds, equals: [.invalidField([0])])
    }

    @Test func variablesAreAssignedBefore() {
        let use = condition(4, compare(.variable("x"), .equals, number(1)))
        expect(verdict(start, use).kinds, equals: [.unassignedVariable("x")])
        expect(verdict(start, assign(3, "x", number(1)), use).issues, equals: [])
        expect(verdict(start, use, assign(3, "x", number(1))).kinds, equals: [.unassignedVariable("x")])
        let chain = AutomationNode(5, .ifChain(IfChain([.init(isWarm, assign(3, "x", number(1)))])))
        expect(verdict(start, chain, use).kinds, equals: [.perhapsUnassigned("x")])
        let both = AutomationNode(
            5, .ifChain(IfChain([.init(isWarm, assign(3, "x", number(1)))], otherwise: assign(6, "x", number(2)))))
        expect(verdict(start, both, use).issues, equals: [])
        let becomes = Starter(trait("lamp", sample), becomes: compare(.variable("x"), .equals, field(1)))
        expect(verdict(AutomationNode(2, .starter(becomes))).kinds, equals: [.unassignedVariable("x")])
    }

    @Test func variablesAreAssignedOnce() {
        let (one, two) = (assign(3, "x", number(1)), assign(4, "x", number(2)))
        expect(verdict(start, one, two).kinds, equals: [.assignedTwice("x")])
        expect(verdict(start, one, assign(4, "y", number(2))).issues, equals: [])
        let parallel = AutomationNode(5, .parallel([sequence(6, one), sequence(7, two)]))
        expect(verdict(start, parallel).kinds, equals: [.assignedTwice("x")])
        // Only one of a select's branches is taken.
        let manual = sequence(8, AutomationNode(9, .manualStarter), two)
        let use = condition(10, compare(.variable("x"), .lessThan, number(3)))
        expect(verdict(AutomationNode(5, .select([sequence(6, start, one), manual])), use).issues, equals: [])
        expect(verdict(start, assign(3, "", number(1))).kinds, equals: [.invalidParameter(name: "variable", id: 0)])
    }

    @Test func waitsAssignTheirResults() {
        let wait = AutomationNode(3, .wait(Wait(isWarm, timeout: .seconds(9), result: "met")))
        expect(verdict(start, wait, condition(4, .variable("met"))).issues, equals: [])
        expect(
            verdict(start, wait, condition(4, compare(.variable("met"), .equals, number(1)))).kinds,
            equals: [.invalidArgumentsForOperator(.equals)])
    }

    @Test func aStarterElsewhereLeadsPastTheSelect() {
        let branch = sequence(4, AutomationNode(5, .manualStarter), read(6))
        expect(
            verdict(start, AutomationNode(3, .select([branch])), condition(7, isSet(6))).kinds,
            equals: [.perhapsNotRead(6)])
        expect(verdict(AutomationNode(3, .select([branch])), condition(7, isSet(6))).issues, equals: [])
    }
}
