internal import Foundation
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire

/// A hub in this process with lights, and a client of its owner.
struct House {
    let hub: Hub
    let lights: Lights
    let structureID: String
    private let server: RPCServer

    init(
        _ file: String, lights count: Int, named name: @escaping @Sendable (Int) -> String = { "Light \($0)" }
    ) async throws {
        let store = try await HomeStore.open(path: file, now: .seconds(Date().timeIntervalSince1970))
        // The limit of starts per minute is too low for a benchmark, so each automation is started only a few times.
        hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            information: Hub.Information(version: "bench", schemaFingerprint: ""))
        try await hub.start()
        server = RPCServer(router: RPCRouter(), options: RPCServer.Options())
        hub.serve(on: server)
        lights = Lights(count, named: name)
        if count > 0 { try await hub.attach(lights) }
        let client = Hearth_V1_HomeClient(
            RPCClient(transport: InProcessTransport(server: server, principal: .owner)))
        structureID = try await client.list(Hearth_V1_ListRequest()).structures.first?.id ?? ""
    }

    private var client: RPCClient { RPCClient(transport: InProcessTransport(server: server, principal: .owner)) }
    var home: Hearth_V1_HomeClient { Hearth_V1_HomeClient(client) }
    var automations: Hearth_V1_AutomationClient { Hearth_V1_AutomationClient(client) }

    /// Adds an automation of these nodes in sequence.
    @discardableResult
    func add(
        _ name: String, in structure: String? = nil, mode: Hearth_V1_AutomationMode = .single,
        _ nodes: [Hearth_V1_AutomationNode]
    ) async throws -> String {
        let graph = Hearth_V1_AutomationNode(id: 1, kind: .sequential(.init(nodes: nodes)))
        let program = Hearth_V1_AutomationProgram(graph: graph, mode: mode, maxRuns: 100)
        let request = Hearth_V1_CreateAutomationRequest(
            structureID: structure ?? structureID, name: name, program: program)
        return try await automations.createAutomation(request).automation?.id ?? ""
    }
}

/// Nodes of the measured automations.
enum Nodes {
    static func trait(_ light: Int) -> Hearth_V1_AutomationTrait {
        Hearth_V1_AutomationTrait(target: .init(deviceID: Lights.id(light), endpoint: 1), traitID: Lights.onOff.id)
    }

    static func change(_ id: UInt32, of light: Int) -> Hearth_V1_AutomationNode {
        .init(id: id, kind: .starter(.init(trait: trait(light))))
    }

    static func manual(_ id: UInt32) -> Hearth_V1_AutomationNode { .init(id: id, kind: .manualStarter(.init())) }

    /// On, which may be repeated, or Toggle, which must happen only once.
    static func action(_ id: UInt32, on light: Int, once: Bool = false) -> Hearth_V1_AutomationNode {
        .init(id: id, kind: .action(.init(trait: trait(light), commandID: once ? 2 : 1)))
    }

    static func delay(_ id: UInt32, _ seconds: Int) -> Hearth_V1_AutomationNode {
        .init(id: id, kind: .delay(.init(duration: .seconds(seconds))))
    }

    /// "The light of node `starter` is on", and `more` further terms that hold.
    static func isOn(_ id: UInt32, _ starter: UInt32, more: Int = 0) -> Hearth_V1_AutomationNode {
        func constant(_ value: Bool) -> Hearth_V1_AutomationExpression {
            .init(kind: .constant(.init(value: .boolean(value))))
        }
        let field = Hearth_V1_AutomationExpression(kind: .field(.init(nodeID: starter, path: [0])))
        let equal = Hearth_V1_AutomationExpression(
            kind: .operation(.init(operator: .equals, operands: [field, constant(true)])))
        let terms = [equal] + (0..<more).map { _ in equal }
        let expression =
            more == 0 ? equal : Hearth_V1_AutomationExpression(kind: .operation(.init(operator: .and, operands: terms)))
        return .init(id: id, kind: .condition(.init(expression: expression)))
    }
}
