internal import HearthRPC
internal import Testing

@testable internal import HearthRPCServices

@Suite(.timeLimit(.minutes(1))) struct HealthServiceTests {
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
        #expect(try await check("") == .serving)
        let error = await #expect(throws: RPCError.self) { try await check("a.B") }
        #expect(error?.code == .notFound)
        health.set(.notServing, for: "a.B")
        #expect(try await check("a.B") == .notServing)
        health.set(nil, for: "a.B")
        await #expect(throws: RPCError.self) { try await check("a.B") }
    }

    @Test func listTellsOfAll() async throws {
        health.set(.serving, for: "a.B")
        health.set(.notServing, for: "a.C")
        let statuses = try await client.list(.init()).statuses.mapValues(\.status)
        #expect(statuses == ["": .serving, "a.B": .serving, "a.C": .notServing])
    }

    @Test func aWatchTellsOfEachChange() async throws {
        let reader = try await watch("a.B")
        #expect(try await reader.next()?.status == .serviceUnknown)
        health.set(.serving, for: "a.B")
        #expect(try await reader.next()?.status == .serving)
        // An unchanged status is not reported.
        health.set(.serving, for: "a.B")
        health.set(.notServing, for: "")
        health.set(.notServing, for: "a.B")
        #expect(try await reader.next()?.status == .notServing)
        health.set(nil, for: "a.B")
        #expect(try await reader.next()?.status == .serviceUnknown)
    }

    @Test func aWatchThatIsGivenUpIsForgotten() async throws {
        var reader: RPCReader<Grpc_Health_V1_HealthCheckResponse>? = try await watch("")
        #expect(try await reader?.next()?.status == .serving)
        #expect(health.openWatches == 1)
        reader = nil
        for _ in 0..<500 where health.openWatches > 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(health.openWatches == 0)
    }

    @Test func drainingTellsAllAndEndsWatches() async throws {
        health.set(.serving, for: "a.B")
        let (known, unknown) = (try await watch("a.B"), try await watch("a.C"))
        #expect(try await known.next()?.status == .serving)
        #expect(try await unknown.next()?.status == .serviceUnknown)
        health.drain()
        #expect(try await known.next()?.status == .notServing)
        for reader in [known, unknown] {
            let error = await #expect(throws: RPCError.self) { try await reader.next() }
            #expect(error?.code == .unavailable)
        }
        #expect(try await check("") == .notServing)
        health.set(.serving, for: "a.B")
        #expect(try await check("a.B") == .notServing)
        let late = try await watch("a.B")
        #expect(try await late.next()?.status == .notServing)
        await #expect(throws: RPCError.self) { try await late.next() }
        #expect(health.openWatches == 0)
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
            #expect(status != last)
            last = status
            if status == .unknown { break }
        }
        #expect(last == .unknown)
    }
}
