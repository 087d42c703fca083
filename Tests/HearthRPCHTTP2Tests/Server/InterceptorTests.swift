internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ServerInterceptorTests {
    private struct Notes: ServerInterceptor {
        let log: TestService.Log

        func intercept(_ context: ServerContext, next: () async throws -> Void) async throws {
            log.note("\(context.method.path) \(context.principal.id) \(context.peer.isLocal)")
            defer { context.updateTrailers { $0.add("x-seen", "yes") } }
            try await next()
        }
    }

    @Test func interceptorSeesCallerAndAddsTrailers() async throws {
        let service = TestService()
        var router = RPCRouter()
        router.register(service)
        let rpc = RPCServer(router: router, interceptors: [Notes(log: service.log)])
        let server = try await HTTP2Server.listen(rpc, on: "127.0.0.1:0")
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: server.address))
        var options = CallOptions()
        options.metadata.add("x-echo", "yes")
        options.metadata.add("x-echo-bin", [1])
        let response = try await client.call(TestService.echo, Blob("m").frame, options: options)
        expect((response.trailers["x-seen"], response.trailers.binaries("x-trailer-bin")), are: ("yes", [[1]]))
        await expect(service.log.next(), equals: "/test.Test/Echo owner true")
        let error = await client.failure(TestService.fail, Blob("no"))
        expect((error?.metadata["x-seen"], error?.metadata["x-why"]), are: ("yes", "asked"))
        await client.close()
        await server.shutdown(grace: .seconds(5))
    }
}
