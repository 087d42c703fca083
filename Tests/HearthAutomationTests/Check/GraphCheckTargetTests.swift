@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// What a graph names: the objects, and the endpoint that is meant.
@Suite struct GraphCheckTargetTests: CheckTestWords {
    @Test func oneEndpointIsMeantOrSeveral() {
        let home = CheckTestHome()
        expect(MeantEndpoint(ofType: 0x100, trait: 6, among: home.devices["pair"] ?? []), equals: .several([1, 2]))
        expect(MeantEndpoint(ofType: 0x100, trait: 6, among: home.devices["simple"] ?? []), equals: .one(1))
        expect(MeantEndpoint(ofType: 0x100, trait: 8, among: home.devices["simple"] ?? []), equals: MeantEndpoint.none)
    }

    @Test func namesInMessagesAreShortAndHarmless() {
        let name = "\u{1B}[31m" + String(repeating: "x", count: 10_000)
        let message = verdict(start, action(3, Action(trait(name, 6), commandID: 1))).issues[0].message
        expect(message.utf8.count, isBelow: 300)
        expect(!message.contains("\u{1B}"))
    }

    @Test func aGraphDependsOnWhatItNames() {
        let graph = AutomationGraph(
            root: sequence(
                1, start, AutomationNode(3, .stateReader(trait("home", TimeTrait.id))),
                AutomationNode(4, .parallel([switchOn(5), sequence(6, action(7, Action(trait("gone", 6))))])),
                AutomationNode(8, .ifChain(IfChain([], otherwise: action(9, Action(trait("lock", 0x101)))))),
                AutomationNode(10, .wait(Wait(nil, starters: [Starter(trait("simple", 6))], timeout: .zero)))))
        expect(graph.objectIDs, equals: ["lamp", "home", "other", "gone", "lock", "simple"])
    }
}
