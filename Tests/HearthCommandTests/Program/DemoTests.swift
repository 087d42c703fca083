@testable internal import HearthClientCommands
internal import Foundation
internal import Hearth
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

    /// A guest removes nothing, and says so. An administrator removes all but the traits, which are the hub's owner's.
    @Test func othersRemoveWhatTheyMay() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"), listen: "0.0.0.0:0")
        let port = hub.address.split(separator: ":").last.map(String.init) ?? ""
        let here = "127.0.0.1:\(port)"
        func run(_ user: String, _ words: String...) async throws -> ChildProcess.Outcome {
            try await HearthProgram.run(
                words, ["XDG_CONFIG_HOME": folder.file(user), "HEARTH_TOKEN": "", "HEARTH_HUB": "", "COLUMNS": "80"])
        }
        for (name, more) in [("Gus", ["--role", "guest", "--everything"]), ("Ada", ["--role", "administrator"])] {
            let words = ["people", "invite", name] + more + ["--hub", here]
            let invite = try await HearthProgram.run(
                words, ["XDG_CONFIG_HOME": folder.file("owner"), "HEARTH_TOKEN": ""])
            let line = try require(
                invite.output.split(separator: "\n").first { $0.contains("hearth claim 'hearth:") }, "\(invite.error)")
            var link = try require(HubLink(String(line.split(separator: "'")[1])))
            link.address = here
            try await expect(run(name, "claim", "\(link)", "--name", "home").status, equals: 0)
        }
        let client = Hearth_V1_HomeClient(RPCClient(transport: try HTTP2Transport(connectingTo: here)))
        let before = try await client.list(.init()).devices.count
        let guest = try await run("Gus", "demo", "remove", "--yes", "--hub", "home")
        expect((guest.status, guest.output), are: (1, ""))
        expect(guest.error.hasSuffix("; nothing was removed\n"), "\(guest.error)")
        try await expect(client.list(.init()).devices.count, equals: before)

        let administrator = try await run("Ada", "demo", "remove", "--yes", "--hub", "home")
        expect(administrator.status, equals: 0, "\(administrator.error)")
        let stays = "Spinner stays, as only the hub's owner may remove traits; no device has it.\n"
        expect(administrator.output.hasSuffix(stays), "\(administrator.output)")
        try await expect(client.list(.init()).devices.isEmpty)
        let traits = try await run("owner", "traits", "--json", "--hub", here)
        expect(traits.output.contains("Spinner"), "\(traits)")
    }
}
