@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Objects that a graph names exist, or the automation waits for them.
@Suite struct GraphCheckTargetTests: CheckTestWords {
    private func found(_ trait: TraitReference, in home: CheckTestHome = CheckTestHome()) -> AutomationVerdict {
        verdict(start, action(3, Action(trait, commandID: 1)), in: home)
    }

    private func expectSituation(_ verdict: AutomationVerdict, _ kind: AutomationIssue.Kind) {
        expect(verdict.kinds, equals: [kind])
        expect(verdict.isWellFormed)
        expect(!verdict.isValid)
        expect(verdict.issues.first?.nodeID, equals: 3)
    }

    @Test func devicesMayBeGone() {
        expectSituation(found(trait("gone", 6)), .invalidEntity("gone"))
        expect(found(trait("other", 6)).issues, equals: [])
    }

    @Test func missingDeviceInvalidatesUntilItIsBack() {
        var home = CheckTestHome()
        let lamp = home.devices.removeValue(forKey: "lamp")
        expect(verdict(start, condition(3, isWarm), switchOn(4), in: home).kinds, equals: [.invalidEntity("lamp")])
        home.devices["lamp"] = lamp
        expect(verdict(start, condition(3, isWarm), switchOn(4), in: home).issues, equals: [])
    }

    @Test func theSchemaIsAskedAlsoWhenTheDeviceIsGone() {
        let wrong = verdict(start, action(3, Action(trait("gone", 6), commandID: 9)))
        expect(wrong.kinds, equals: [.invalidEntity("gone"), .invalidCommand(9)])
        expect(!wrong.isWellFormed)
    }

    @Test func endpointsMayBeMissing() {
        expectSituation(found(trait("other", 6, endpoint: 7)), .endpointNotFound(7))
        expect(found(trait("other", 6, endpoint: 1)).issues, equals: [])
    }

    @Test func endpointsAreOfTheTypeThatWasSaid() {
        expectSituation(found(trait("other", 6, type: 0x100)), .deviceTypeNotFound(0x100))
        expect(found(trait("other", 6, type: 0x101)).issues, equals: [])
        let elsewhere = found(trait("other", 6, endpoint: 0, type: 0x101))
        expectSituation(elsewhere, .deviceTypeNotFound(0x101))
        expect(elsewhere.issues[0].message.contains("choose endpoint 1"))
    }

    @Test func ambiguousPartIsAnIssue() {
        expectSituation(found(trait("pair", 6, endpoint: 0, type: 0x100)), .ambiguousEndpoint(deviceType: 0x100))
        expect(found(trait("pair", 6, endpoint: 2, type: 0x100)).issues, equals: [])
        let home = CheckTestHome()
        expect(MeantEndpoint(ofType: 0x100, trait: 6, among: home.devices["pair"] ?? []), equals: .several([1, 2]))
        expect(MeantEndpoint(ofType: 0x100, trait: 6, among: home.devices["simple"] ?? []), equals: .one(1))
        expect(MeantEndpoint(ofType: 0x100, trait: 8, among: home.devices["simple"] ?? []), equals: MeantEndpoint.none)
    }

    @Test func traitsMayBeMissing() {
        let missing = verdict(start, action(3, Action(trait("simple", 8), commandID: 0, fields: [0: number(1)])))
        expectSituation(missing, .traitNotFound(8))
        expect(
            missing.issues[0].message,
            equals:
                "\"The simple\" (endpoint 1) has no LevelControl; it has OnOff; choose another device, or another trait"
        )
        // The device has the stated type; the missing trait is the issue, not the type.
        for endpoint in [0, 1] as [UInt16] {
            let level = trait("simple", 8, endpoint: endpoint, type: 0x100)
            let typed = verdict(start, action(3, Action(level, commandID: 0, fields: [0: number(1)])))
            expectSituation(typed, .traitNotFound(8))
            expect(typed.issues[0].message.contains("\"The simple\""), "\(typed.issues[0].message)")
            expect(
                typed.issues[0].message.contains("has no LevelControl; it has OnOff;"), "\(typed.issues[0].message)")
        }
        // No provider has added an OnOff trait to the structure.
        expectSituation(found(trait("home", 6)), .traitNotFound(6))
    }

    @Test func schemasMayBeUnknown() {
        var home = CheckTestHome()
        home.traits.removeAll { $0.id == 6 }
        expectSituation(found(trait("other", 6), in: home), .traitNotFound(6))
    }

    @Test func referencesAreCheckedWhereNoSchemaIsKnown() {
        var home = CheckTestHome()
        home.traits.removeAll { $0.id == 6 }
        let action = action(3, Action(trait("other", 6), commandID: 1, fields: [0: field(of: 9, 0)]))
        expect(verdict(start, action, in: home).kinds, equals: [.traitNotFound(6), .invalidReference(9)])
    }

    @Test func namesInMessagesAreShortAndHarmless() {
        let name = "\u{1B}[31m" + String(repeating: "x", count: 10_000)
        let message = found(trait(name, 6)).issues[0].message
        expect(message.utf8.count, isBelow: 300)
        expect(!message.contains("\u{1B}"))
    }

    @Test func aGraphDependsOnWhatItNames() {
        let graph = AutomationGraph(
            root: sequence(
                1, start, AutomationNode(3, .stateReader(trait("home", TimeTrait.id))),
                AutomationNode(4, .parallel([switchOn(5), sequence(6, action(7, Action(trait("gone", 6))))])),
                AutomationNode(8, .ifChain(IfChain([], otherwise: action(9, Action(trait("lock", 0x101))))))))
        expect(graph.objectIDs, equals: ["lamp", "home", "other", "gone", "lock"])
    }
}
