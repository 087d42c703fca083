import HearthEventLoop
import HearthRPC
import HearthRPCHTTP2

struct Greeter: Greeter_V1_GreeterService {
    func greet(_ request: Greeter_V1_GreetRequest, context: ServerContext) async throws -> Greeter_V1_GreetResponse {
        guard !request.name.isEmpty else {
            throw RPCError(.invalidArgument, "the name is empty; say whom to greet")
        }
        return Greeter_V1_GreetResponse(text: "Hello, \(request.name)!")
    }

    func greetEach(
        _ requests: RPCReader<Greeter_V1_GreetRequest>, writer: RPCWriter<Greeter_V1_GreetResponse>,
        context: ServerContext
    ) async throws {
        for try await request in requests { try await writer.write(try await greet(request, context: context)) }
    }
}

func serve(on address: String) async throws {
    var router = RPCRouter()
    router.register(Greeter())
    var options = RPCServer.Options()
    options.methodsWithoutRight = .allow
    let loop = try EventLoop.shared.get()
    let signals = loop.endSignals()
    let server = try await HTTP2Server.listen(RPCServer(router: router, options: options), on: address, loop: loop)
    print("listening on \(server.address)")
    for await _ in signals { break }
    await server.shutdown(grace: .seconds(5))
}

func call(_ address: String, names: some Sequence<String>) async throws {
    let client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
    let (writer, reader) = try await Greeter_V1_GreeterClient(client).greetEach()
    for name in names { try await writer.write(Greeter_V1_GreetRequest(name: name)) }
    writer.finish()
    for try await response in reader { print(response.text) }
    await client.close()
}
