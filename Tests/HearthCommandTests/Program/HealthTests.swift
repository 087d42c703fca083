internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCServices
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The health of `hearth serve` as monitors see it: without a key or a token.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct HealthTests {
    /// A hub without a local owner.
    private func hub(_ folder: TemporaryFolder) async throws -> HubUnderTest {
        try await HubUnderTest(store: folder.file("home.db"), ["--local-owner", "nobody"])
    }

    @Test func theHubAndEachOfItsServicesServeForEveryone() async throws {
        let folder = try TemporaryFolder()
        let hub = try await hub(folder)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let health = Grpc_Health_V1_HealthClient(client)
        let services =
            ["", "hearth.v1.HomeService", "hearth.v1.AccessService", "hearth.v1.ProviderService"]
            + StandardTraits.descriptors.map(\.serviceName)
        let statuses = try await health.list(.init()).statuses
        for service in services { expect(statuses[service]?.status, equals: .serving, "\(service)") }
        try await expect(health.check(.init(service: "")).status, equals: .serving)
        try await expect(health.check(.init(service: "hearth.v1.HomeService")).status, equals: .serving)
        let error = await expect(throws: RPCError.self) { try await health.check(.init(service: "hearth.v1.Nothing")) }
        expect(error?.code, equals: .notFound)
        await client.close()
        await hub.stop()
    }

    @Test func aHubThatEndsSaysSo() async throws {
        let folder = try TemporaryFolder()
        let hub = try await hub(folder)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let health = try await Grpc_Health_V1_HealthClient(client).watch(.init(service: "hearth.v1.HomeService"))
        try await expect(health.next()?.status, equals: .serving)
        hub.program.send(SIGTERM)
        try await expect(health.next()?.status, equals: .notServing)
        await client.close()
        await expect(hub.program.wait().status, equals: 0)
    }

    @Test func theCommandAsksWithoutAKey() async throws {
        let folder = try TemporaryFolder()
        let hub = try await hub(folder)
        let outcome = try await hub.run("health")
        expect((outcome.status, outcome.output), are: (0, "The hub at \(hub.address) serves calls.\n"))
        await hub.stop()
        try await expect(hub.run("health").status, equals: 69)
    }

    @Test func aHubWithoutItsStoreIsUnhealthy() async throws {
        let folder = try TemporaryFolder()
        let hub = try await hub(folder)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let health = try await Grpc_Health_V1_HealthClient(client).watch(.init(service: ""))
        try await expect(health.next()?.status, equals: .serving)
        try FileManager.default.moveItem(atPath: folder.file("home.db"), toPath: folder.file("away"))
        try await expect(health.next()?.status, equals: .notServing)
        let outcome = try await hub.run("health")
        expect(
            (outcome.status, outcome.error), are: (69, "hearth: the hub at \(hub.address) is unhealthy: store\n"))
        try FileManager.default.moveItem(atPath: folder.file("away"), toPath: folder.file("home.db"))
        try await expect(health.next()?.status, equals: .serving)
        await client.close()
        await hub.stop()
    }

    @Test func aSocketIsThereBesideTheAddress() async throws {
        let folder = try TemporaryFolder()
        let socket = folder.file("hub.sock")
        let hub = try await HubUnderTest(store: folder.file("home.db"), ["--socket", socket, "--local-owner", "group"])
        let outcome = try await HearthProgram.run(["health", "--hub", "unix:" + socket])
        expect((outcome.status, outcome.output), are: (0, "The hub at unix:\(socket) serves calls.\n"))
        // A token that is not valid any more makes no hub unhealthy.
        let other = try await HearthProgram.run(["health", "--hub", hub.address], ["HEARTH_TOKEN": "revoked"])
        expect((other.status, other.output.hasSuffix(" serves calls.\n")), are: (0, true))
        let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
        expect(mode, equals: 0o660)
        await hub.stop()
    }

    /// Over TCP, a hub with `--local-owner group` takes no user for its owner, not even the one that it runs as.
    @Test func theLoopbackAddressLeadsToTheSocket() async throws {
        let folder = try TemporaryFolder()
        let own = ["/usr/bin/env", "XDG_DATA_HOME=" + folder.file("data")]
        let hub = try await HubUnderTest(
            store: folder.file("home.db"), ["--socket", folder.file("hub.sock"), "--local-owner", "group"], by: own)
        func run(_ words: [String], at address: String, by launcher: [String]) async throws -> ChildProcess.Outcome {
            try await HearthProgram.run(words + ["--hub", address], ["HEARTH_TOKEN": ""], by: launcher)
        }
        let port = try require(hub.address.split(separator: ":").last)
        for address in ["127.0.0.1:\(port)", "localhost:\(port)"] {
            for words in [["devices"], ["claim", "--open"], ["claim", "--invite", "provider", "--name", "lamps"]] {
                let outcome = try await run(words, at: address, by: own)
                expect(outcome.status, equals: 0, "\(words) at \(address): \(outcome.error)")
            }
        }
        // Where no hub has noted a socket, the command stays on TCP.
        let stranger = ["/usr/bin/env", "XDG_DATA_HOME=" + folder.file("other")]
        let refused = try await run(["devices"], at: hub.address, by: stranger)
        expect((refused.status, refused.error.contains("is not its owner by TCP")), are: (1, true))
        // Another hub's address does not lead to the socket of this one.
        let other = try await HubUnderTest(store: folder.file("other.db"), ["--local-owner", "nobody"], by: stranger)
        let elsewhere = try await run(["devices"], at: other.address, by: own)
        expect((elsewhere.status, elsewhere.error.contains("--local-owner nobody")), are: (1, true))
        await other.stop()
        await hub.stop()
    }
}
