@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Refused calls are in the audit log, whatever the method, in a limited number of rows.
@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
    /// The rows, the oldest first.
    private func rows(_ home: PeopleHome) async throws -> [Hearth_V1_AuditEntry] {
        try await home.people().listAudit(.init()).entries.filter { $0.action == .refusal }.reversed()
    }

    /// The rows once there are as many: a refusal is recorded beside its answer, and may come after it.
    private func rows(_ home: PeopleHome, atLeast count: Int) async throws -> [Hearth_V1_AuditEntry] {
        try await until { try await self.rows(home).count >= count }
        return try await rows(home)
    }

    private func refused(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Sendable
    ) async {
        await expect(throws: RPCError.self, sourceLocation: sourceLocation) { _ = try await body() }
    }

    private func trait<Response: RPCMessage>(
        _ home: PeopleHome, _ method: String, _ request: some RPCMessage, by principal: Principal,
        as: Response.Type = Response.self
    ) async throws -> Response {
        try await home.test.call(TestProvider.doorLock, method, request, by: principal)
    }

    @Test func hiddenTargetIsNamedToTheOwnerOnly() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        let client = home.test.home(guest)
        let target = Hearth_V1_Target(TestProvider.doorLock(of: "lock"))
        await refused { try await client.read(.init(filter: .init(deviceIDs: ["lamp-2"]))) }
        await refused {
            try await trait(
                home, "Get", Hearth_V1_TraitGetRequest(target: target), by: guest, as: Hearth_V1_TraitGetResponse.self)
        }
        await refused { try await client.getAppData(.init(objectID: home.den, appID: "app")) }
        await refused { try await home.people(guest).listPeople(.init(structureID: home.away)) }
        await refused { try await client.deleteRoom(.init(roomID: home.awayRoom)) }
        // They may come in another order.
        let order = ["lamp-2", "lock", home.den, home.away, home.awayRoom]
        let rows = try await rows(home, atLeast: order.count).sorted {
            order.firstIndex(of: $0.objectID) ?? order.count < order.firstIndex(of: $1.objectID) ?? order.count
        }
        expect(
            rows.map(\.what),
            equals: [
                "was refused: may not see the device \"Lamp 2\"", "was refused: may not see the device \"Door\"",
                "was refused: may not see the room \"Den\"", "was refused: may not see the structure \"Away\"",
                "was refused: may not see the room \"Attic\"",
            ])
        expect(rows.map(\.objectID), equals: order)
        expect(rows.map(\.structureID), equals: [home.home, home.home, home.home, home.away, home.away])
        expect(rows.prefix(3).allSatisfy { $0.actor == "Gus" && $0.personID == home.person("Gus") })
        expect(rows.suffix(2).allSatisfy { $0.actor == "a member" && $0.personID.isEmpty })
        expect(rows.allSatisfy { $0.credentialID == "key of Gus" && $0.address == "this machine" })
    }

    @Test func refusedWatchesAreRows() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        let method = MethodDescriptor(
            service: TestProvider.doorLock.serviceName, method: "Watch", kind: .serverStreaming)
        let hidden: RPCReader<Hearth_V1_TraitWatchResponse> = try await home.test.client(guest).serverStreaming(
            method, Hearth_V1_TraitWatchRequest(target: .init(TestProvider.doorLock(of: "lock"))))
        await refused { try await hidden.next() }
        let nobody = try await home.test.home(PeopleHome.principal("Nora")).watch(.init())
        await refused { try await nobody.next() }
        // They may come in another order.
        let rows = try await rows(home, atLeast: 2).sorted { $0.actor < $1.actor }
        expect(rows.first?.what, equals: "was refused: may not see the device \"Door\"")
        expect(rows.last?.what.hasPrefix("was refused: you may not see any structure"), equals: true)
        expect(rows.map(\.actor) == ["Gus", "a member"] && rows.map(\.structureID) == [home.home, ""])
    }

    @Test func aMethodWithoutTheRightToItIsARow() async throws {
        let home = try await PeopleHome()
        let provider = Principal(id: "provider/acme", rights: [.public, .provide], credential: "c")
        await refused { try await home.test.home(provider).list(.init()) }
        let rows = try await rows(home, atLeast: 1)
        expect(
            rows.map(\.what),
            equals: ["was refused: provider/acme does not have the right to call /hearth.v1.HomeService/List"])
        expect(rows.allSatisfy { $0.actor == "provider/acme" && $0.credentialID == "c" && $0.structureID.isEmpty })
    }

    @Test func itemsOfABatchAndAFollowedCommandAreRows() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        func item(_ device: String) -> Hearth_V1_BatchItem {
            Hearth_V1_BatchItem(
                target: .init(deviceID: device, endpoint: 1), traitID: TestProvider.onOff.id,
                action: .command(.init(commandID: 1)))
        }
        let batch = Hearth_V1_SendBatchRequest(items: [item("lamp-1"), item("lamp-2"), item("lamp-4")])
        let results = try await home.test.home(guest).sendBatch(batch).results
        expect(results.map { $0.error?.code }, equals: [nil, .notFound, .notFound])
        let reader = try await home.test.home(guest).sendFollowed(.init(item: item("lamp-3")))
        while try await reader.next() != nil {}
        expect(Set(try await rows(home, atLeast: 3).map(\.objectID)), equals: ["lamp-2", "lamp-3", "lamp-4"])
    }

    @Test func refusedAdministratorsAreLoggedWithStructure() async throws {
        let home = try await PeopleHome()
        let ada = try await home.join("Ada", .administrator)
        await refused { try await home.test.home(ada).deleteStructure(.init(structureID: home.home)) }
        let rows = try await rows(home, atLeast: 1)
        expect(rows.map(\.structureID) == [home.home] && rows.map(\.actor) == ["Ada"])
        // Administrators of the structure read it, too.
        try await expect(home.people(ada).listAudit(.init()).entries.contains { $0.action == .refusal })
    }

    /// Otherwise a person who mistypes would look like an intruder.
    @Test func missingOrMalformedRequestsAreNoRefusals() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        await refused { try await home.test.home(guest).read(.init(filter: .init(deviceIDs: ["lamp-9"]))) }
        await refused { try await home.people().listPeople(.init(structureID: "nothing")) }
        await refused { try await home.test.home().deleteRoom(.init(roomID: "nothing")) }
        await refused { try await home.test.home().createRoom(.init(structureID: home.home, name: "Den")) }
        try await expect(rows(home).isEmpty)
    }

    /// Each kind that repeats is a row with its first time and a row with the count of the others; kinds beyond the
    /// most of a minute share one row.
    @Test func guessesOfADayAreFewRows() async throws {
        let store = try await HomeStore.inMemory { "the-hub" }
        let recorder = AuditRecorder(store: store, clock: ManualClock()) { _ in }
        let guest = AuditActor(name: "Gus", address: StoredAudit.thisMachine)
        for number in Array(0..<60) + Array(0..<60) {
            recorder.refusal("may not see the room \"Room \(number)\"", about: "\(number)", in: "home", by: guest)
        }
        await recorder.flush()
        let kinds = (0..<30).map { "was refused: may not see the room \"Room \($0)\"" }
        expect(
            try await store.audit(AuditRequest()).reversed().map(\.what),
            equals: kinds + kinds.map { "\($0) (once more)" }
                + ["60 more of this kind within a minute, by various callers"])
    }

    /// A client can't keep a refusal out of the log by hanging up.
    @Test func abandonedRequestIsStillLogged() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        let request = Hearth_V1_CreateRoomRequest(
            structureID: home.home, name: "Mine", options: .init(idempotencyKey: "k"))
        let call = Task { try await home.test.home(guest).createRoom(request) }
        call.cancel()
        _ = await call.result
        // The same key again shows that the request was carried out once, whenever the call ended.
        await refused { try await home.test.home(guest).createRoom(request) }
        // It is recorded beside its answer.
        try await until { try await !rows(home).isEmpty }
    }

    /// Rights are checked for each part, since an export takes as long as its reader likes.
    @Test func anExportEndsWithTheRightToIt() async throws {
        let clock = ManualClock()
        let home = try await PeopleHome(clock: clock)
        let ada = try await home.join("Ada", .administrator)
        let path = TestProvider.onOff(of: "lamp-1")
        let begin = clock.sinceEpoch
        for number in 0..<240 {
            home.lamps.report(path, [0: .bool(number % 2 == 0)])
            await clock.advance(by: .seconds(60))
        }
        let times = try HistoryTimes(
            Google_Protobuf_Timestamp(sinceEpoch: begin), nil, now: clock.sinceEpoch, span: nil)
        var parts = 0
        await expect(refused: .notFound) {
            try await home.test.hub.reader.exportHistory(path, attribute: 0, times, as: Caller(ada)) { _ in
                parts += 1
                _ = try await home.people().removePerson(.init(personID: home.person("Ada")))
            }
        }
        expect(parts, equals: 1)
    }
}
