internal import HearthLoop
internal import HearthRPC
internal import HearthRPCHTTP2

/// `hearth-bench-server --port P`: bench.Bench on one loop, until it is told to end.
@main
struct Server {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 3, words[1] == "--port", UInt16(words[2]) != nil else {
            print("usage: hearth-bench-server --port P")
            return
        }
        var router = RPCRouter()
        router.register(BenchService())
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allow
        var settings = HTTP2Server.Settings()
        // So many streams on one connection are what is measured.
        settings.maxConcurrentStreams = 1024
        let loop = try EventLoop.shared.get()
        let server = try await HTTP2Server.listen(
            RPCServer(router: router, options: options), on: "127.0.0.1:\(words[2])", loop: loop, settings: settings)
        for await _ in loop.endSignals() { break }
        await server.shutdown(grace: .seconds(1))
    }
}
