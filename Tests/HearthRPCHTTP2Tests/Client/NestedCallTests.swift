internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

/// Calls that are made while another is served.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct NestedCallTests {
    private static let outer = MethodDescriptor(
        service: "test.Outer", method: "Call", kind: .unary, right: Rights(rawValue: 1))

    /// A server whose one method calls `inner`'s Hang, and logs how it ended.
    private func server(
        _ inner: RPCClient, _ log: TestService.Log, timeout: Duration? = nil
    ) async throws -> (HTTP2Server, RPCClient) {
        var router = RPCRouter()
        router.unary(Self.outer) { (request: Blob, _: ServerContext) async throws -> Blob in
            do throws(RPCError) {
                return try await inner.unary(TestService.hang, request, options: CallOptions(timeout: timeout))
            } catch {
                log.note(error.code.name)
                throw error
            }
        }
        let server = try await HTTP2Server.listen(RPCServer(router: router), on: Pair.unixAddress())
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: server.address))
        // The timeouts are meant for calls, not for connecting.
        let _: Blob = try await inner.unary(TestService.echo, Blob(""))
        let _: Blob? = try? await client.unary(TestService.echo, Blob(""))
        return (server, client)
    }

    @Test func nestedCallsShareTheDeadline() async throws {
        let pair = try await Pair()
        let log = TestService.Log()
        let (server, client) = try await server(pair.client, log)
        let error = await client.failure(Self.outer, Blob(""), options: CallOptions(timeout: .seconds(3)))
        expect(error?.code, equals: .deadlineExceeded)
        // The inner call ends a little before the handler's own deadline.
        let noted = await log.next()
        expect(noted == "DEADLINE_EXCEEDED" || noted == "CANCELLED")
        await expect([pair.service.log.next(), pair.service.log.next()], equals: ["hanging", "cancelled"])
        await client.close()
        await server.shutdown(grace: .zero)
    }

    @Test func theirOwnTimeCountsWhereItIsShorter() async throws {
        let pair = try await Pair()
        let log = TestService.Log()
        let (server, client) = try await server(pair.client, log, timeout: .milliseconds(100))
        let error = await client.failure(Self.outer, Blob(""), options: CallOptions(timeout: .seconds(60)))
        expect(error?.code, equals: .deadlineExceeded)
        await expect(log.next(), equals: "DEADLINE_EXCEEDED")
        await client.close()
        await server.shutdown(grace: .zero)
    }

    @Test func nestedCallsAreCancelledWithTheOuterOne() async throws {
        let pair = try await Pair()
        let log = TestService.Log()
        let (server, client) = try await server(pair.client, log)
        let call = Task { () async throws -> Blob in try await client.unary(Self.outer, Blob("")) }
        await expect(pair.service.log.next(), equals: "hanging")
        call.cancel()
        await expect(pair.service.log.next(), equals: "cancelled")
        await expect(log.next(), equals: "CANCELLED")
        await client.close()
        await server.shutdown(grace: .zero)
    }

    @Test func callsAfterTheHandlerHaveNoDeadline() async throws {
        let log = TestService.Log()
        var router = RPCRouter()
        router.unary(Self.outer) { (_: Blob, _: ServerContext) async throws -> Blob in
            let remaining = CallDeadline.remaining
            log.note(
                remaining.map { $0 > .seconds(30) && $0 <= .seconds(40) } == true ? "bound" : "\(remaining as Any)")
            await CallDeadline.ignored { log.note(CallDeadline.remaining == nil ? "ignored" : "bound") }
            async let child = CallDeadline.remaining
            log.note(await child == nil ? "child is not bound" : "child is bound")
            Task {
                // Until the handler has returned.
                while CallDeadline.remaining != nil { try await Task.sleep(for: .milliseconds(1)) }
                log.note("free")
            }
            return Blob("done")
        }
        let server = try await HTTP2Server.listen(RPCServer(router: router), on: Pair.unixAddress())
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: server.address))
        let _: Blob = try await client.unary(Self.outer, Blob(""), options: CallOptions(timeout: .seconds(40)))
        for note in ["bound", "ignored", "child is bound", "free"] { await expect(log.next(), equals: note) }
        await client.close()
        await server.shutdown(grace: .zero)
    }
}
