@testable internal import Hearth
internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing

/// The SDK's calls about integrations, against a service that answers as told.
@Suite(.timeLimit(.minutes(5)))
struct IntegrationsSDKTests {
    private final class Service: Hearth_V1_IntegrationsService {
        let requests = Mutex<[String]>([])
        let adding: [Hearth_V1_AddIntegrationResponse]
        let isHanging: Bool
        let ended = Latch()

        init(adding: [Hearth_V1_AddIntegrationResponse] = [], isHanging: Bool = false) {
            self.adding = adding
            self.isHanging = isHanging
        }

        func listIntegrationKinds(
            _ request: Hearth_V1_ListIntegrationKindsRequest, context: ServerContext
        ) async throws -> Hearth_V1_ListIntegrationKindsResponse {
            let fields = [
                Hearth_V1_IntegrationField(name: "host", label: "Address", type: .host, isNeeded: true),
                Hearth_V1_IntegrationField(name: "key", label: "Key", type: .secret),
                Hearth_V1_IntegrationField(name: "mode", type: .choice, defaultValue: "a", choices: ["a", "b"]),
                Hearth_V1_IntegrationField(name: "new", type: .unrecognized(99)),
            ]
            return .init(kinds: [.init(id: "fake", title: "Fake", summary: "Lamps.", fields: fields)])
        }

        func listIntegrations(
            _ request: Hearth_V1_ListIntegrationsRequest, context: ServerContext
        ) async throws -> Hearth_V1_ListIntegrationsResponse {
            .init(integrations: [
                .init(id: "1", name: "A", health: .init(state: .offline, reason: "gone")),
                .init(id: "2", name: "B", health: .init(state: .unrecognized(9))),
            ])
        }

        func listFound(
            _ request: Hearth_V1_ListFoundRequest, context: ServerContext
        ) async throws -> Hearth_V1_ListFoundResponse {
            .init(
                found: [.init(key: "k", name: "Plug", readiness: .added, integrationID: "1")],
                ignored: [
                    .init(key: "tv", kind: "Cast", name: "TV", maker: "M", ignoredAt: .init(sinceEpoch: .seconds(60)))
                ])
        }

        func ignoreFound(
            _ request: Hearth_V1_IgnoreFoundRequest, context: ServerContext
        ) async throws -> Hearth_V1_IgnoreFoundResponse {
            requests.withLock { $0.append("\(request.key)|\(request.ignored)") }
            return .init()
        }

        func addIntegration(
            _ request: Hearth_V1_AddIntegrationRequest, writer: RPCWriter<Hearth_V1_AddIntegrationResponse>,
            context: ServerContext
        ) async throws {
            requests.withLock { $0.append("\(request.foundKey)|\(request.secrets.map(\.value))") }
            for message in adding { try await writer.write(message) }
            guard isHanging else { return }
            await SystemClock().sleep(for: .seconds(600))
            ended.open()
        }

        func changeIntegration(
            _ request: Hearth_V1_ChangeIntegrationRequest, context: ServerContext
        ) async throws -> Hearth_V1_ChangeIntegrationResponse {
            .init(integration: .init(id: request.integrationID, name: request.name ?? "kept"))
        }

        func removeIntegration(
            _ request: Hearth_V1_RemoveIntegrationRequest, context: ServerContext
        ) async throws -> Hearth_V1_RemoveIntegrationResponse { .init(deviceIDs: ["a", "b"]) }

        func testIntegration(
            _ request: Hearth_V1_TestIntegrationRequest, context: ServerContext
        ) async throws -> Hearth_V1_TestIntegrationResponse {
            request.secrets.isEmpty
                ? .init(result: .success(.init(name: "Strip", deviceNames: ["one"], deviceCount: 1)))
                : .init(result: .failure(.init(reason: .secretRefused, message: "wrong", fields: ["key"])))
        }

        func listEntities(
            _ request: Hearth_V1_ListEntitiesRequest, context: ServerContext
        ) async throws -> Hearth_V1_ListEntitiesResponse {
            .init(entities: [
                .init(key: "lamp", name: "Lamp", category: .main, isShown: true, isAssumed: true),
                .init(
                    key: "schedule", name: "Schedule", category: .setting, leftOut: .unsupported,
                    leftOutReason: "no schedules"),
                .init(key: "new", category: .unrecognized(9), leftOut: .unrecognized(9)),
            ])
        }

        func showEntities(
            _ request: Hearth_V1_ShowEntitiesRequest, context: ServerContext
        ) async throws -> Hearth_V1_ShowEntitiesResponse {
            .init(
                entities: request.entityKeys.map {
                    .init(
                        key: $0, name: $0, category: .diagnostic, isShown: request.shown, isChoice: true,
                        leftOut: request.shown ? .unspecified : .turnedOff)
                })
        }

        func joinDevices(
            _ request: Hearth_V1_JoinDevicesRequest, writer: RPCWriter<Hearth_V1_JoinDevicesResponse>,
            context: ServerContext
        ) async throws {
            requests.withLock { $0.append("\(request.integrationID)|\(request.seconds)") }
            try await writer.write(
                .init(
                    isOpen: true, closesAt: .init(sinceEpoch: .seconds(60)),
                    devices: [.init(key: "0x9", name: "Lamp", stage: .joined)]))
            try await writer.write(
                .init(devices: [
                    .init(key: "0x9", name: "Lamp", stage: .ready, maker: "V", model: "M", deviceID: "z-0x9"),
                    .init(key: "0xa", stage: .unrecognized(9)),
                ]))
            guard isHanging else { return }
            await SystemClock().sleep(for: .seconds(600))
            ended.open()
        }

        func watchIntegrations(
            _ request: Hearth_V1_WatchIntegrationsRequest,
            writer: RPCWriter<Hearth_V1_WatchIntegrationsResponse>, context: ServerContext
        ) async throws {
            try await writer.write(.init(isSnapshot: true, integrations: [.init(id: "1")]))
            try await writer.write(
                .init(
                    removedIntegrationIDs: ["1"], lostKeys: ["k"], ignored: [.init(key: "k")], unignoredKeys: ["tv"]))
            // The client calls again.
            throw RPCError(.unavailable, "a restart")
        }
    }

    private func integrations(_ service: Service, _ principal: Principal = .owner) -> HubIntegrations {
        let server = RPCServer(router: RPCRouter(), options: RPCServer.Options())
        server.updateRoutes { $0.register(service) }
        return HubIntegrations(
            over: RPCClient(transport: InProcessTransport(server: server, principal: principal)))
    }

    @Test func valuesAreTyped() async throws {
        let calls = integrations(Service())
        let kind = try require(try await calls.kinds().first)
        expect(kind.fields.map(\.type), equals: [.host, .secret, .choice(["a", "b"]), .unknown])
        expect(kind.fields.map(\.isSecret), equals: [false, true, false, false])
        expect(kind.fields.map(\.defaultValue), equals: [nil, nil, "a", nil])
        try await expect(calls.list().map(\.health), equals: [.offline(reason: "gone"), .unknown])
        try await expect(calls.found().map(\.readiness), equals: [.added(integrationID: "1")])
        try await expect((calls.change(id: "1", name: "New").name, calls.remove(id: "1")), are: ("New", ["a", "b"]))
        try await expect(calls.test(id: "1").get().deviceNames, equals: ["one"])
        guard case .failure(let failure) = try await calls.test(id: "1", secrets: ["key": "x"]) else {
            return expect(false, "no failure")
        }
        expect(failure.reason, equals: .secretRefused)
        try await expect(
            calls.entities(ofDevice: "d"),
            equals: [
                DeviceEntity(
                    key: "lamp", name: "Lamp", category: .main, leftOut: nil, isChoice: false, isAssumed: true),
                DeviceEntity(
                    key: "schedule", name: "Schedule", category: .setting, leftOut: .unsupported("no schedules"),
                    isChoice: false, isAssumed: false),
                DeviceEntity(
                    key: "new", name: "", category: .unknown, leftOut: .unknown, isChoice: false, isAssumed: false),
            ])
        try await expect(
            calls.show(["signal"], ofDevice: "d").map(\.isShown), equals: [true])
        try await expect(calls.show(["signal"], false, ofDevice: "d").map(\.leftOut), equals: [.turnedOff])
    }

    @Test func foundThingsAreIgnoredAndShownAgain() async throws {
        let service = Service()
        let calls = integrations(service)
        try await expect(
            calls.ignored(), equals: [IgnoredDevice(id: "tv", kind: "Cast", name: "TV", maker: "M", ignoredAt: 60)])
        try await calls.ignore(id: "k")
        try await calls.stopIgnoring(id: "tv")
        expect(service.requests.withLock { $0 }, equals: ["k|true", "tv|false"])
    }

    @Test func anAdditionsStatesEndWithItsOutcome() async throws {
        let service = Service(adding: [
            .init(progress: .step(.searching)), .init(progress: .step(.unrecognized(77))),
            .init(progress: .step(.describing)),
            .init(progress: .done(.init(integration: .init(id: "1", name: "Strip"), deviceIDs: ["d"]))),
        ])
        let found = FoundDevice(.init(key: "k", name: "Plug"))
        var states: [AddingState] = []
        for try await state in integrations(service).add(found, secrets: ["key": "hunter22"]) { states.append(state) }
        expect(
            states,
            equals: [
                .step(.searching), .step(.describing),
                .done(Integration(.init(id: "1", name: "Strip")), deviceIDs: ["d"]),
            ])
        expect(service.requests.withLock { $0 }, equals: ["k|[\"hunter22\"]"])
    }

    @Test func anAdditionWithoutOutcomeIsAnError() async throws {
        let calls = integrations(Service(adding: [.init(progress: .step(.searching))]))
        await expect(failure { for try await _ in calls.add(kind: "fake") {} }?.code, equals: .unavailable)
    }

    @Test func droppingTheStatesCancelsTheCall() async throws {
        let service = Service(adding: [.init(progress: .step(.searching))], isHanging: true)
        let calls = integrations(service)
        let task = Task { for try await _ in calls.add(kind: "fake") {} }
        try await until { service.requests.withLock { !$0.isEmpty } }
        task.cancel()
        _ = await service.ended.wait()
    }

    @Test func joiningDevicesAreFollowedToTheEnd() async throws {
        let service = Service()
        var states: [JoiningState] = []
        for try await state in integrations(service).joinDevices(id: "1", seconds: 60) { states.append(state) }
        expect(service.requests.withLock { $0 }, equals: ["1|60"])
        expect(
            states,
            equals: [
                JoiningState(
                    isOpen: true, closesAt: 60,
                    devices: [JoiningDevice(id: "0x9", name: "Lamp", stage: .joined, maker: nil, model: nil)]),
                JoiningState(
                    isOpen: false, closesAt: nil,
                    devices: [
                        JoiningDevice(
                            id: "0x9", name: "Lamp", stage: .ready(deviceID: "z-0x9"), maker: "V", model: "M"),
                        JoiningDevice(id: "0xa", name: "", stage: .unknown, maker: nil, model: nil),
                    ]),
            ])
    }

    @Test func droppingTheNetworkEndsTheCall() async throws {
        let service = Service(isHanging: true)
        let calls = integrations(service)
        let task = Task { for try await _ in calls.joinDevices(id: "1") {} }
        try await until { service.requests.withLock { !$0.isEmpty } }
        task.cancel()
        _ = await service.ended.wait()
    }

    @Test func changesContinueAfterALostConnection() async throws {
        var changes: [IntegrationsChange] = []
        for try await change in integrations(Service()).changes() {
            changes.append(change)
            if changes.count == 3 { break }
        }
        expect((changes.map(\.isSnapshot), changes[1].removedIntegrationIDs), are: ([true, false, true], ["1"]))
        expect(changes[1].lostIDs, equals: ["k"])
        expect((changes[1].ignored.map(\.id), changes[1].unignoredIDs), are: (["k"], ["tv"]))
    }

    @Test func othersThanTheOwnerAreRefused() async throws {
        let guest = Principal(id: "guest", rights: [.public, .view], credential: "guest", person: "guest")
        let calls = integrations(Service(), guest)
        await expect(failure { try await calls.list() }?.code, equals: .permissionDenied)
        await expect(failure { for try await _ in calls.changes() {} }?.code, equals: .permissionDenied)
        await expect(failure { for try await _ in calls.add(kind: "fake") {} }?.code, equals: .permissionDenied)
    }

    @Test func aSecretShowsNothing() {
        let secret = IntegrationSecret("hunter22")
        var dumped = ""
        dump(["key": secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] { expect(!text.contains("hunter22"), "\(text)") }
    }
}
