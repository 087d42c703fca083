internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTLS

/// `hearth-bench-server --port P [--loops N] [--tls-cert FILE --tls-key FILE]`: serves bench.Bench until it is
/// terminated.
@main
struct Server {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        var options: [String: String] = [:]
        for (index, word) in words.enumerated() where index % 2 == 0 {
            options[word] = words.dropFirst(index + 1).first
        }
        let known: Set = ["--port", "--loops", "--tls-cert", "--tls-key"]
        guard words.count == options.count * 2, known.isSuperset(of: options.keys),
            let port = options["--port"].flatMap(UInt16.init), let loops = Int(options["--loops"] ?? "1"), loops > 0
        else {
            print("usage: hearth-bench-server --port P [--loops N] [--tls-cert FILE --tls-key FILE]")
            return
        }
        var settings = HTTP2Server.Settings()
        // The numbers of streams and connections are part of the measurement; all other limits are the defaults.
        settings.maxConcurrentStreams = 1024
        settings.loops = loops
        if let certificate = options["--tls-cert"], let key = options["--tls-key"] {
            settings.tls = try ServerTLS(TLSIdentity(certificateFile: certificate, keyFile: key))
        }
        try await serve(on: "127.0.0.1:\(port)", settings)
    }

    static func serve(on address: String, _ settings: HTTP2Server.Settings) async throws {
        var router = RPCRouter()
        router.register(BenchService())
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allow
        let loop = try EventLoop.shared.get()
        let server = try await HTTP2Server.listen(
            RPCServer(router: router, options: options), on: address, loop: loop, settings: settings)
        for await _ in loop.endSignals() { break }
        await server.shutdown(grace: .seconds(1))
    }
}
