@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

/// A hub with two lamps and a lock, and graphs for them.
struct AutomationHome {
    let test: TestHub
    let provider: TestProvider

    init(store: (any HomeStorage)? = nil, clock: ManualClock = ManualClock()) async throws {
        test = try await TestHub(store: store, clock: clock)
        provider = TestProvider([
            TestProvider.lamp("lamp-1", name: "Lamp 1"), TestProvider.lamp("lamp-2", name: "Lamp 2"),
            TestProvider.lock("lock", name: "Front door"),
        ])
        try await test.hub.attach(provider)
    }

    var automations: Hearth_V1_AutomationClient { client() }

    func client(_ principal: Principal = .owner) -> Hearth_V1_AutomationClient {
        Hearth_V1_AutomationClient(test.client(principal))
    }

    func create(
        _ nodes: [Hearth_V1_AutomationNode], name: String = "Rule",
        settings: (inout Hearth_V1_AutomationProgram) -> Void = { _ in },
        by principal: Principal = .owner
    ) async throws -> Hearth_V1_Automation {
        var program = Hearth_V1_AutomationProgram(graph: Self.sequence(nodes))
        settings(&program)
        let request = Hearth_V1_CreateAutomationRequest(
            structureID: test.structureID, name: name, program: program)
        return try require(try await client(principal).createAutomation(request).automation)
    }

    func runs(of id: String) async throws -> Hearth_V1_ListRunsResponse {
        try await automations.listRuns(.init(automationID: id))
    }

    func isOn(_ lamp: String) throws -> Bool {
        try test.hub.read(TestProvider.onOff(of: lamp), as: owner).attributes[0]?.bool == true
    }

    // MARK: Nodes

    static func sequence(_ nodes: [Hearth_V1_AutomationNode]) -> Hearth_V1_AutomationNode {
        Hearth_V1_AutomationNode(id: 1, kind: .sequential(.init(nodes: nodes)))
    }

    static func trait(_ path: TraitPath) -> Hearth_V1_AutomationTrait {
        Hearth_V1_AutomationTrait(target: .init(path), traitID: path.traitID)
    }

    static func starter(_ id: UInt32, _ path: TraitPath) -> Hearth_V1_AutomationNode {
        Hearth_V1_AutomationNode(id: id, kind: .starter(.init(trait: trait(path))))
    }

    static func manual(_ id: UInt32) -> Hearth_V1_AutomationNode { .init(id: id, kind: .manualStarter(.init())) }

    static func delay(_ id: UInt32, _ duration: Duration) -> Hearth_V1_AutomationNode {
        .init(id: id, kind: .delay(.init(duration: duration)))
    }

    static func command(_ id: UInt32, _ path: TraitPath, _ command: UInt32) -> Hearth_V1_AutomationNode {
        .init(id: id, kind: .action(.init(trait: trait(path), commandID: command)))
    }

    /// Attribute 0 of a node equals a value.
    static func condition(_ id: UInt32, _ node: UInt32, is value: Hearth_V1_Value.OneOf_Value)
        -> Hearth_V1_AutomationNode
    {
        let field = Hearth_V1_AutomationExpression(kind: .field(.init(nodeID: node, path: [0])))
        let constant = Hearth_V1_AutomationExpression(kind: .constant(.init(value: value)))
        return .init(
            id: id,
            kind: .condition(
                .init(expression: .init(kind: .operation(.init(operator: .equals, operands: [field, constant]))))))
    }
}
