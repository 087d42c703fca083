internal import Foundation
internal import HearthJSON
internal import HearthEventLoop
internal import HearthMessage
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCServices
internal import HearthTLS
internal import InteropService

/// gRPC's interoperability test server.
@main struct Program {
    private static let usage = """
        usage: hearth-interop-server --port P [--tls-cert FILE --tls-key FILE] [--limits short]
        Serves grpc.testing.TestService and ConformanceService, health and reflection on this machine's loopback
        addresses, by gRPC, gRPC-Web and Connect, until it is terminated. With a certificate the same port also
        accepts TLS. Port 0 means a free one, which is printed. With short limits it waits a second or two instead of
        longer, for tests.
        """

    static func main() async {
        do {
            try await serve()
        } catch let problem as Arguments.Problem {
            complain("\(problem)\n\(usage)")
            exit(64)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    /// Unbuffered, also to a pipe.
    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("hearth-interop-server: \(text)\n".utf8))
    }

    private static func serve() async throws {
        let typed = CommandLine.arguments.dropFirst()
        if typed.contains("--help") { return print(usage) }
        let arguments = try Arguments(typed, names: ["port", "tls-cert", "tls-key", "limits"])
        guard let port = try arguments.number("port", in: 0...65_535) else {
            throw Arguments.Problem("--port is missing")
        }
        var settings = HTTP2Server.Settings()
        // All clients are anonymous here, and the tests open any number of calls.
        settings.anonymous.maxCalls = Int(settings.maxConcurrentStreams)
        settings.anonymous.callsPerSecond = 1_000_000
        settings.anonymous.maxRequestBytes = 4 << 20
        settings.anonymous.acceptsGzip = true
        // The host names in the calls of gRPC's tests.
        settings.hosts = ["foo.test.google.fr:80", "foo.test.google.fr:443"]
        switch (arguments["tls-cert"], arguments["tls-key"]) {
        case (let certificate?, let key?):
            // Read as text, because the file of a test's key may be readable by all users, unlike a hub's.
            settings.tls = try ServerTLS(
                try TLSIdentity(
                    certificatePEM: try text(certificate), keyPEM: try text(key), names: (certificate, key)))
        case (nil, nil): break
        default: throw Arguments.Problem("--tls-cert and --tls-key go together")
        }

        let descriptors = SharedDescriptorPool()
        for file in files + files.flatMap(\.dependencies) { descriptors.add(path: file.path) { file.serialized } }
        settings.descriptors = descriptors

        var options = RPCServer.Options()
        switch arguments["limits"] {
        case nil: break
        case "short":
            settings.prefaceTimeout = .seconds(1)
            settings.headersTimeout = .seconds(1)
            settings.requestTimeout = .seconds(2)
            settings.writeStallTimeout = .seconds(2)
            settings.maxIdle = .seconds(3)
            options.defaultTimeout = .seconds(3)
        case let other?: throw Arguments.Problem("--limits can be short, not \(other)")
        }

        let health = HealthService()
        let server = makeServer(health, options)
        let loop = try EventLoop.start()
        let signals = loop.endSignals()
        let ipv4 = try await HTTP2Server.listen(server, on: "127.0.0.1:\(port)", loop: loop, settings: settings)
        let chosen = ipv4.address.split(separator: ":").last ?? ""
        // On a machine without IPv6, IPv4 is enough.
        let ipv6 = try? await HTTP2Server.listen(server, on: "[::1]:\(chosen)", loop: loop, settings: settings)
        say("listening on \(([ipv4] + [ipv6].compactMap { $0 }).map(\.address).joined(separator: " and "))")
        for await _ in signals { break }
        health.drain()
        async let first: Void = ipv4.shutdown(grace: .seconds(2))
        await ipv6?.shutdown(grace: .seconds(2))
        await first
    }

    private static func text(_ file: String) throws -> String {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw Arguments.Problem("the file \(file) cannot be read")
        }
        return text
    }

    /// The files for reflection and for calls in JSON.
    private static let files = [
        Grpc_Testing_TestFile.descriptor, Grpc_Testing_ConformanceFile.descriptor, Grpc_Health_V1_HealthFile.descriptor,
    ]

    private static func makeServer(_ health: HealthService, _ options: RPCServer.Options) -> RPCServer {
        health.set(.serving, for: Grpc_Testing_TestMethods.emptyCall.service)
        var router = RPCRouter()
        router.register(InteropTestService())
        router.register(ConformanceService())
        router.register(health)
        router.register(ReflectionService(DescriptorRegistry(files)))
        var options = options
        options.methodsWithoutRight = .allowServices(
            [InteropTestService.names, ConformanceService.names, HealthService.names, ReflectionService.names]
                .reduce([]) { $0.union($1) })
        return RPCServer(router: router, options: options)
    }
}
