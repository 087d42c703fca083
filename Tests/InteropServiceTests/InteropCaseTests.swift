internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTLS
internal import InteropService
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct InteropCaseTests {
    private static func server() -> RPCServer {
        var router = RPCRouter()
        router.register(InteropTestService())
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allowServices(InteropTestService.names)
        return RPCServer(router: router, options: options)
    }

    private static func run(_ connect: @escaping @Sendable () throws -> RPCClient) async throws {
        var run = InteropRun(try connect(), connect: connect)
        run.soakCalls = 3
        run.soakLatency = .seconds(30)
        run.concurrentCalls = 20
        run.slowAnswers = 400
        for test in InteropCase.all {
            do {
                try await test.run(run)
            } catch {
                Issue.record("\(test.name): \(error)")
            }
        }
        await run.client.close()
    }

    @Test func allCasesPassInClearText() async throws {
        let server = try await HTTP2Server.listen(Self.server(), on: "127.0.0.1:0")
        let address = server.address
        try await Self.run { RPCClient(transport: try HTTP2Transport(connectingTo: address)) }
        await server.shutdown(grace: .seconds(5))
    }

    @Test func allCasesPassByTLS() async throws {
        let identity = try TLSIdentity.make(names: ["localhost"])
        var settings = HTTP2Server.Settings()
        settings.tls = try ServerTLS(identity)
        let server = try await HTTP2Server.listen(Self.server(), on: "127.0.0.1:0", settings: settings)
        var ours = HTTP2Transport.Settings()
        ours.tls = try ClientTLS(trust: .pinned(publicKeySHA256: identity.publicKeySHA256))
        let (address, settingsOfClient) = (server.address, ours)
        try await Self.run {
            RPCClient(transport: try HTTP2Transport(connectingTo: address, settings: settingsOfClient))
        }
        await server.shutdown(grace: .seconds(5))
    }

    /// Without a wire nothing is compressed.
    @Test func theOthersPassInProcess() async throws {
        let connect: @Sendable () throws -> RPCClient = {
            RPCClient(transport: InProcessTransport(server: Self.server()))
        }
        var run = InteropRun(try connect(), connect: connect)
        (run.soakCalls, run.soakLatency, run.concurrentCalls, run.slowAnswers) = (1, .seconds(30), 5, 100)
        for test in InteropCase.all where !test.name.contains("compressed") { try await test.run(run) }
    }

    /// A case that cannot fail proves nothing.
    @Test func casesFailWhereTheServiceIsMissing() async throws {
        let empty = RPCServer(router: RPCRouter())
        let connect: @Sendable () throws -> RPCClient = { RPCClient(transport: InProcessTransport(server: empty)) }
        var run = InteropRun(try connect(), connect: connect)
        (run.soakCalls, run.concurrentCalls) = (1, 2)
        for test in InteropCase.all where !test.name.hasPrefix("unimplemented") {
            // Cancelled at once, before the server has refused.
            if test.name == "cancel_after_begin" { continue }
            await expect(throws: (any Error).self, "\(test.name)") { try await test.run(run) }
        }
    }
}
