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
}
