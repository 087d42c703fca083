internal import Foundation
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The audit log has the actions of callers on a home.
@Suite(.timeLimit(.minutes(5)))
struct AuditTests {
    private typealias Action = Hearth_V1_AuditEntry.Action

    private static let guest = Principal(id: "guest", rights: [.public, .view, .operate])

    private func people(_ test: TestHub, _ principal: Principal = .owner) -> Hearth_V1_PeopleClient {
        Hearth_V1_PeopleClient(test.client(principal))
    }

    private func entries(_ test: TestHub) async throws -> [Hearth_V1_AuditEntry] {
        try await people(test).listAudit(.init()).entries
    }

    @Test func removalsAndNewStructuresAreRowsOfTheirTransaction() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1, room: "Attic"))
        let home = test.home(Principal(id: "owner/c1", rights: .all, credential: "c1", person: Principal.hubOwner))
        let cabin = try await home.createStructure(.init(name: "Cabin")).structure?.id ?? ""
        let room = try require(try await home.list(.init()).rooms.first)
        _ = try await home.deleteRoom(.init(roomID: room.id))
        _ = try await home.removeDevice(.init(deviceID: "lamp-1"))
        _ = try await home.deleteStructure(.init(structureID: cabin))
        let entries = try await entries(test)
        expect(
            entries.map(\.what),
            equals: [
                "removed the structure \"Cabin\"", "removed the device \"Lamp 1\"", "removed the room \"Attic\"",
                "created the structure \"Cabin\"",
            ])
        expect(entries.map(\.action), equals: [.removal, .removal, .removal, .structureCreated])
        expect(entries.map(\.structureID), equals: [cabin, test.structureID, test.structureID, cabin])
        expect(entries.map(\.objectID), equals: [cabin, "lamp-1", room.id, cabin])
        expect(entries.allSatisfy { $0.actor == "Owner" && !$0.personID.isEmpty && $0.credentialID == "c1" })
        expect(entries.allSatisfy { $0.address == "this machine" })
        expect(entries.map(\.number), equals: [4, 3, 2, 1])
        expect(entries.first?.time?.seconds, equals: test.clock.sinceEpoch.components.seconds)
    }

    @Test func failedActionsAreNotLogged() async throws {
        let test = try await TestHub()
        await expect(throws: RPCError.self) { try await test.home().deleteStructure(.init(structureID: "nothing")) }
        await expect(throws: RPCError.self) { try await test.home().deleteRoom(.init(roomID: "nothing")) }
        try await expect(entries(test).isEmpty)
    }

    @Test func aLocksCommandsAreRowsAndThoseOfALampAreNot() async throws {
        let test = try await TestHub()
        try await test.hub.attach(
            TestProvider([TestProvider.lock("lock", name: "Door"), TestProvider.lamp("lamp", name: "Lamp")]))
        let caller = Caller(.owner, timeLimit: .seconds(60))
        for _ in 0..<4 { _ = try await test.hub.invoke(TestProvider.doorLock(of: "lock"), command: 0, as: caller) }
        _ = try await test.hub.invoke(TestProvider.onOff(of: "lamp"), command: 2, as: caller)
        // The first is written at once.
        try await expect(test.store.audit(AuditRequest()).map(\.what), equals: ["sent DoorLock.lockDoor to \"Door\""])
        await test.clock.advance(by: .seconds(61))
        let entries = try await entries(test)
        expect(
            entries.map(\.what),
            equals: ["sent DoorLock.lockDoor to \"Door\" (3 times more)", "sent DoorLock.lockDoor to \"Door\""])
        expect(entries.allSatisfy { $0.action == .sensitiveCommand && $0.objectID == "lock" })
        expect(entries.allSatisfy { $0.structureID == test.structureID })
    }

    @Test(arguments: ["LockDoor", "UnlockDoor"])
    func theCodeOfACommandIsInNoFile(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        try await test.hub.attach(TestProvider([TestProvider.lock("lock", name: "Door")]))
        let lock = TestProvider.doorLock
        let command = try lock.encodeArguments(
            of: require(lock.command(named: name)), [0: .octets(Array("hush-4711".utf8))])
        let request = Hearth_V1_TraitCommandRequest(
            target: .init(TestProvider.doorLock(of: "lock")), command: command,
            options: .init(idempotencyKey: "a random key", clientID: "test"))
        var said = ""
        do {
            let response: Hearth_V1_TraitCommandResponse = try await test.call(
                lock, name, request, timeout: .seconds(60))
            said = "\(response)"
        } catch {
            // The provider refuses to unlock with this code.
            expect(name, equals: "UnlockDoor")
            said = "\(error)"
        }
        await test.clock.advance(by: .seconds(61))
        let entries = try await entries(test)
        expect(
            entries.map(\.what), equals: ["sent DoorLock.\(name == "LockDoor" ? "lockDoor" : "unlockDoor") to \"Door\""]
        )
        try await test.hub.shutdown()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(files.count, isAbove: 0)
        for file in files {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + file))
            expectNil(bytes.range(of: Data("hush-4711".utf8)), "\(file)")
        }
        expect(!(said + test.notices.all.joined()).contains("hush"))
    }

    @Test func refusalsAreFewRowsHoweverManyThereAre() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1))
        for _ in 0..<50 {
            await expect(throws: RPCError.self) {
                try await test.home(Self.guest).createRoom(.init(structureID: test.structureID, name: "Mine"))
            }
            await expect(throws: RPCError.self) {
                try await test.home(Self.guest).removeDevice(.init(deviceID: "lamp-1"))
            }
        }
        let entries = try await entries(test)
        expect(entries.count, isAtMost: 4)
        expect(entries.allSatisfy { $0.action == .refusal && $0.what.hasPrefix("was refused: ") })
    }

    @Test func pagesGoBackToTheBeginning() async throws {
        let test = try await TestHub()
        for number in 0..<25 {
            let room = try await test.hub.createRoom(name: "Room \(number)", in: test.structureID, as: owner).room
            _ = try await test.hub.deleteRoom(room.id, as: owner)
        }
        var numbers: [UInt64] = []
        var request = Hearth_V1_ListAuditRequest(structureID: test.structureID, pageSize: 10)
        repeat {
            let page = try await people(test).listAudit(request)
            expect(page.entries.count, isAtMost: 10)
            numbers += page.entries.map(\.number)
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        expect(numbers, equals: (1...25).reversed())
        request = .init(pageToken: "x")
        await expect(throws: RPCError.self) { try await people(test).listAudit(request) }
        let later = test.clock.sinceEpoch.components.seconds + 1
        request = .init(since: Google_Protobuf_Timestamp(seconds: later))
        try await expect(people(test).listAudit(request).entries.isEmpty)
    }

    @Test func administratorsReadTheAuditOfTheirStructures() async throws {
        let test = try await TestHub()
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        try await test.hub.admit("ada", name: "Ada", [StoredOffer(structureID: cabin, role: 3)], with: [])
        let ada = Principal(
            id: "member/a", rights: [.public, .view, .operate, .manage], credential: "a", person: "ada")
        let own = try require(try await people(test).listPeople(.init(structureID: cabin)).people.last)
        _ = try await people(test, ada).updatePerson(.init(personID: own.id, name: "Ada L."))
        let entries = try await people(test, ada).listAudit(.init()).entries
        expect(
            entries.map(\.what),
            equals: [
                "\"Ada\" is called \"Ada L.\" now", "\"Ada\" became an administrator",
                "created the structure \"Cabin\"",
            ])
        expect(entries.map(\.action), equals: [.personChanged, .personAdded, .structureCreated])
        expect(entries.first?.actor, equals: "Ada")
        expect(entries.first?.personID, equals: own.id)
        await expect(throws: RPCError.self) {
            try await people(test, ada).listAudit(.init(structureID: test.structureID))
        }
        _ = try await people(test, ada).removePerson(.init(personID: own.id))
        await expect(throws: RPCError.self) { try await people(test, ada).listAudit(.init()) }
        let last = try await self.entries(test)
        expect(last.first { $0.action != .refusal }?.what, equals: "left")
        // A removed person is refused the log, and that is a row of it.
        expect(last.first?.action, equals: .refusal)
        expect(last.first?.actor, equals: "a member")
    }

    @Test func onlyAdministratorsReadTheLog() async throws {
        let test = try await TestHub()
        let members: [Principal] = [
            Principal(id: "member/a", rights: [.public, .view, .operate, .manage], credential: "a", person: "ada"),
            Principal(id: "provider/acme", rights: [.public, .provide]), .anonymous(.public), Self.guest,
        ]
        for principal in members {
            for structure in ["", test.structureID, "nothing"] {
                await expect(throws: RPCError.self) {
                    try await people(test, principal).listAudit(.init(structureID: structure))
                }
            }
        }
    }

    @Test func countedRowsAreSavedAtShutdown() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        try await first.hub.attach(TestProvider([TestProvider.lock("lock", name: "Door")]))
        let caller = Caller(.owner, timeLimit: .seconds(60))
        for _ in 0..<2 { _ = try await first.hub.invoke(TestProvider.doorLock(of: "lock"), command: 0, as: caller) }
        await first.hub.audit.flush()
        try await expect(store.audit(AuditRequest()).count, equals: 2)
    }
}
