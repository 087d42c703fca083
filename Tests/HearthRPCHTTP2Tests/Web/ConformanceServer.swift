internal import HearthJSON
internal import HearthEventLoop
internal import HearthMessage
internal import HearthRPC
internal import HearthRPCHTTP2
internal import InteropService

/// A server on a real socket that answers as its requests demand, in protobuf and JSON.
struct ConformanceServer: Sendable {
    let server: HTTP2Server
    var address: String { server.address }

    static let descriptors: SharedDescriptorPool = {
        let pool = SharedDescriptorPool()
        let file = Grpc_Testing_ConformanceFile.descriptor
        pool.add(path: file.path) { file.serialized }
        return pool
    }()

    init(maxRequestBytes: Int = 4 << 20) async throws {
        var router = RPCRouter()
        router.register(ConformanceService())
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allow
        options.maxRequestBytes = maxRequestBytes
        var settings = HTTP2Server.Settings()
        settings.descriptors = Self.descriptors
        server = try await HTTP2Server.listen(
            RPCServer(router: router, options: options), on: "127.0.0.1:0", settings: settings)
    }

    func close() async { await server.shutdown(grace: .seconds(2)) }

    /// Serves while `body` runs.
    static func run(maxRequestBytes: Int = 4 << 20, _ body: (ConformanceServer) async throws -> Void) async throws {
        let server = try await ConformanceServer(maxRequestBytes: maxRequestBytes)
        do {
            try await body(server)
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }
}
