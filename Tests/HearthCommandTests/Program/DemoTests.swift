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

    @Test func thingsHappenAtVirtualDevices() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let watch = try HearthProgram.start(["watch", "--json", "--hub", hub.address])
        _ = await watch.line { _ in true }
        let pressed = try await hub.run("demo", "press", "Doorbell")
        expect(pressed.status, equals: 0, "\(pressed.error)")
        expect(pressed.output, equals: "Doorbell is pressed.\n", "\(pressed.error)")
        await expect(watch.line { $0.contains("hallway-doorbell") && $0.contains("DoorbellPressed") } != nil)
        await expect(watch.line { $0.contains("hallway-doorbell") && $0.contains("ShortRelease") } != nil)

        let wet = try await hub.run("demo", "leak", "sink")
        expect(wet.output, equals: "Sink Leak Sensor is wet.\n", "\(wet.error)")
        try await expect(hub.run("show", "Sink Leak Sensor").output.contains("stateValue  true"))
        // A room stands for all of its devices that detect motion.
        let motion = try await hub.run("demo", "motion", "hallway", "--json")
        expect(motion.output.contains(#""devices":["hallway-motion"]"#), "\(motion.output)\(motion.error)")
        try await expect(hub.run("show", "Hallway Motion").output.contains("occupied"))
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

    @Test func impossibleDemoEventIsRefused() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let light = try await hub.run("demo", "press", "Ceiling Light")
        expect(light.status, equals: 1)
        expect(light.error.contains("called \"Ceiling Light\"; press works with "), "\(light.error)")
        for words in [["paint", "Doorbell"], ["press"], ["reset", "all"]] {
            let wrong = try await HearthProgram.run(["demo"] + words + ["--hub", hub.address])
            expect(wrong.status, equals: 64, "\(wrong.error)")
            expect(wrong.error.contains("hearth demo press Doorbell"), "\(wrong.error)")
        }
    }
}
