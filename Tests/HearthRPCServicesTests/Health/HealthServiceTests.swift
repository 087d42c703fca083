internal import HearthRPC
internal import Expectations
internal import Testing

@testable internal import HearthRPCServices

@Suite(.timeLimit(.minutes(5))) struct HealthServiceTests {
    private let health = HealthService()
    private let client: Grpc_Health_V1_HealthClient

    init() {
        var router = RPCRouter()
        router.register(health)
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allowServices(HealthService.names)
        let server = RPCServer(router: router, options: options)
        client = Grpc_Health_V1_HealthClient(RPCClient(transport: InProcessTransport(server: server)))
    }

    private func check(_ service: String) async throws -> HealthService.Status {
        try await client.check(.init(service: service)).status
    }

    private func watch(_ service: String) async throws -> RPCReader<Grpc_Health_V1_HealthCheckResponse> {
        try await client.watch(.init(service: service))
    }

    @Test func theServerIsServedAndOthersAreNotKnown() async throws {
        try await expect(check(""), equals: .serving)
        let error = await expect(throws: RPCError.self) { try await check("a.B") }
        expect(error?.code, equals: .notFound)
        health.set(.notServing, for: "a.B")
        try await expect(check("a.B"), equals: .notServing)
        health.set(nil, for: "a.B")
        await expect(throws: RPCError.self) { try await check("a.B") }
    }

    @Test func listTellsOfAll() async throws {
        health.set(.serving, for: "a.B")
        health.set(.notServing, for: "a.C")
        let statuses = try await client.list(.init()).statuses.mapValues(\.status)
        expect(statuses, equals: ["": .serving, "a.B": .serving, "a.C": .notServing])
    }

    @Test func aWatchTellsOfEachChange() async throws {
        let reader = try await watch("a.B")
        try await expect(reader.next()?.status, equals: .serviceUnknown)
        health.set(.serving, for: "a.B")
        try await expect(reader.next()?.status, equals: .serving)
        // An unchanged status is not reported.
        health.set(.serving, for: "a.B")
        health.set(.notServing, for: "")
        health.set(.notServing, for: "a.B")
        try await expect(reader.next()?.status, equals: .notServing)
        health.set(nil, for: "a.B")
        try await expect(reader.next()?.status, equals: .serviceUnknown)
    }

    @Test func aWatchThatIsGivenUpIsForgotten() async throws {
        var reader: RPCReader<Grpc_Health_V1_HealthCheckResponse>? = try await watch("")
        try await expect(reader?.next()?.status, equals: .serving)
        expect(health.openWatches, equals: 1)
        reader = nil
        for _ in 0..<500 where health.openWatches > 0 { try await Task.sleep(for: .milliseconds(10)) }
        expect(health.openWatches, equals: 0)
    }

    @Test func drainingTellsAllAndEndsWatches() async throws {
        health.set(.serving, for: "a.B")
        let (known, unknown) = (try await watch("a.B"), try await watch("a.C"))
        try await expect(known.next()?.status, equals: .serving)
        try await expect(unknown.next()?.status, equals: .serviceUnknown)
        health.drain()
        try await expect(known.next()?.status, equals: .notServing)
        for reader in [known, unknown] {
            let error = await expect(throws: RPCError.self) { try await reader.next() }
            expect(error?.code, equals: .unavailable)
        }
        try await expect(check(""), equals: .notServing)
        health.set(.serving, for: "a.B")
        try await expect(check("a.B"), equals: .notServing)
        let late = try await watch("a.B")
        try await expect(late.next()?.status, equals: .notServing)
        await expect(throws: RPCError.self) { try await late.next() }
        expect(health.openWatches, equals: 0)
    }

    @Test func lastOfManyChangesIsReported() async throws {
        let reader = try await watch("a.B")
        await withTaskGroup { group in
            for index in 0..<8 {
                group.addTask { [health] in
                    for step in 0..<1000 { health.set((index + step) % 2 == 0 ? .serving : .notServing, for: "a.B") }
                }
            }
        }
        health.set(.unknown, for: "a.B")
        var last: HealthService.Status?
        while let status = try await reader.next()?.status {
            expect(status, differsFrom: last)
            last = status
            if status == .unknown { break }
        }
        expect(last, equals: .unknown)
    }
}
