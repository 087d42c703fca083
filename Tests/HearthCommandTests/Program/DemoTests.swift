@testable internal import HearthClientCommands
internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Events that `hearth demo` plays in a demo home, as other programs see them.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct DemoTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Removing the demo leaves alone what has the names of its rooms and automations in another home.
    @Test func removalKeepsTheOtherHome() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let home = Hearth_V1_HomeClient(client)
        let cabin = try require(try await home.createStructure(.init(name: "Cabin")).structure)
        _ = try await home.createRoom(.init(structureID: cabin.id, name: "Kitchen"))
        let automations = Hearth_V1_AutomationClient(client)
        let nodes = [
            Hearth_V1_AutomationNode(id: 2, kind: .manualStarter(.init())),
            Hearth_V1_AutomationNode(id: 3, kind: .delay(.init(duration: .seconds(1)))),
        ]
        let graph = Hearth_V1_AutomationNode(id: 1, kind: .sequential(.init(nodes: nodes)))
        let name = try require(DemoAutomations.names.min())
        _ = try await automations.createAutomation(
            .init(structureID: cabin.id, name: name, program: .init(graph: graph)))
        let removed = try await hub.run("demo", "remove", "--yes")
        expect(removed.status, equals: 0, "\(removed.error)")
        let left = try await home.list(.init())
        expect(left.structures.map(\.name), equals: ["Home", "Cabin"])
        expect(left.rooms.map { [$0.structureID, $0.name] }, equals: [[cabin.id, "Kitchen"]])
        expect(left.devices.isEmpty)
        let kept = try await automations.listAutomations(.init(structureID: cabin.id)).automations
        expect(kept.map { [$0.structureID, $0.name] }, equals: [[cabin.id, name]])
        let nothing = try await hub.run("demo", "remove", "--yes")
        expect(nothing.output, equals: "The home has nothing of the demo.\n")
    }
}
