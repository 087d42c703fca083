internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

/// Methods that several servers share.
@Suite(.timeLimit(.minutes(5))) struct SharedRoutesTests {
    private final class Host: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private static func method(_ name: String, service: String = "test.Shared") -> MethodDescriptor {
        MethodDescriptor(service: service, method: name, kind: .unary, right: Rights(rawValue: 1))
    }

    private static let name = method("Name")
    private static let other = method("Other", service: "test.Other")

    private let shared: SharedRoutes = {
        var router = RPCRouter()
        for method in [Self.name, Self.other] {
            router.unary(method) { (_: Blob, context: ServerContext) in
                Blob("\((context.host as? Host)?.name ?? "") \(method.method)")
            }
        }
        return SharedRoutes(router)
    }()

    private func router(_ host: String) -> RPCRouter {
        var router = RPCRouter()
        router.share(shared, of: Host(host))
        return router
    }

    /// nil if the server does not have the method.
    private func answer(_ method: MethodDescriptor, _ server: RPCServer) async throws -> String? {
        let client = RPCClient(transport: InProcessTransport(server: server))
        do {
            let answer: Blob = try await client.unary(method, Blob(""))
            return answer.text
        } catch {
            guard error.code == .unimplemented else { throw error }
            return nil
        }
    }

    @Test func eachServersCallsHaveItsHost() async throws {
        for host in ["a", "b"] {
            let server = RPCServer(router: router(host))
            try await expect(answer(Self.name, server), equals: "\(host) Name")
            try await expectNil(answer(Self.method("None"), server))
        }
    }

    @Test func aServersOwnMethodReplacesASharedOne() async throws {
        let servers = [RPCServer(router: router("a")), RPCServer(router: router("b"))]
        servers[0].updateRoutes { router in
            router.unary(Self.name) { (_: Blob, _: ServerContext) in Blob("own") }
        }
        try await expect(answer(Self.name, servers[0]), equals: "own")
        try await expect(answer(Self.other, servers[0]), equals: "a Other")
        try await expect(answer(Self.name, servers[1]), equals: "b Name")
        expect(servers[0].methods.map(\.path).sorted(), equals: [Self.other.path, Self.name.path])
    }

    @Test func aSharedServiceIsRemovedFromOneServer() async throws {
        let servers = [RPCServer(router: router("a")), RPCServer(router: router("b"))]
        servers[0].updateRoutes { $0.remove(service: Self.name.service) }
        try await expectNil(answer(Self.name, servers[0]))
        try await expect(answer(Self.other, servers[0]), equals: "a Other")
        try await expect(answer(Self.name, servers[1]), equals: "b Name")
        expect(servers[0].methods.map(\.path), equals: [Self.other.path])
    }
}
