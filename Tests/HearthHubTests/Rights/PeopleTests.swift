@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The people of structures: their changes, the primary structure, and the state after a restart.
@Suite(.timeLimit(.minutes(5)))
struct PeopleTests {
    @discardableResult
    private func refused(
        _ code: RPCError.Code, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> some Sendable
    ) async -> RPCError? {
        let error = await expect(throws: (any Error).self, sourceLocation: sourceLocation) { _ = try await body() }
        let found = error.map { RPCError($0) }
        expect(found?.code, equals: code, "\(found?.message ?? "")", sourceLocation: sourceLocation)
        return found
    }

    @Test func firstOfMutualRemovalsWins() async throws {
        let home = try await PeopleHome()
        let (ada, bo) = (try await home.join("Ada", .administrator), try await home.join("Bo", .administrator))
        let (first, second) = (home.person("Ada"), home.person("Bo"))
        async let one = home.people(ada).removePerson(.init(personID: second))
        async let other = home.people(bo).removePerson(.init(personID: first))
        var codes: [RPCError.Code?] = []
        do { _ = try await one; codes.append(nil) } catch { codes.append(RPCError(error).code) }
        do { _ = try await other; codes.append(nil) } catch { codes.append(RPCError(error).code) }
        expect(codes.filter { $0 == nil }.count, equals: 1)
        expect(codes.contains(.notFound))
        expect(home.test.hub.isMember("Ada"), differsFrom: home.test.hub.isMember("Bo"))
    }

    @Test func theHubsOwnerStaysAnOwnerOfEachStructure() async throws {
        let home = try await PeopleHome()
        let structureOwner = try await home.join("Olga", .owner)
        let hubOwner = home.person(Principal.hubOwner)
        await refused(.failedPrecondition) {
            try await home.people(structureOwner).removePerson(.init(personID: hubOwner))
        }
        await refused(.failedPrecondition) {
            try await home.people().updatePerson(.init(personID: hubOwner, role: .administrator))
        }
        await refused(.failedPrecondition) { try await home.people().removePerson(.init(personID: hubOwner)) }
        let renamed = try await home.people().updatePerson(.init(personID: hubOwner, name: "Mum"))
        expect(renamed.person?.name, equals: "Mum")
        expect(renamed.person?.role, equals: .owner)
    }

    @Test func onlyOwnersManageOwners() async throws {
        let home = try await PeopleHome()
        try await home.join("Olga", .owner)
        let administrator = try await home.join("Ada", .administrator)
        try await home.join("Gus", .guest, Grant(hasEverything: true))
        let client = home.people(administrator)
        for request in [
            Hearth_V1_UpdatePersonRequest(personID: home.person("Olga"), role: .administrator),
            .init(personID: home.person("Olga"), name: "O"), .init(personID: home.person("Gus"), role: .owner),
            .init(personID: home.person("Ada"), role: .owner),
        ] {
            let error = await refused(.permissionDenied) { try await client.updatePerson(request) }
            expect(error?.homeKitCode, equals: 17)
        }
        await refused(.permissionDenied) { try await client.removePerson(.init(personID: home.person("Olga"))) }
        _ = try await client.updatePerson(.init(personID: home.person("Gus"), role: .administrator))
        try await expect(
            client.listPeople(.init(structureID: home.home)).people.map(\.role),
            equals: [
                .owner, .owner, .administrator, .administrator,
            ])
    }

    @Test func everybodyMayRenameAndRemoveThemselves() async throws {
        let home = try await PeopleHome()
        let guest = try await home.join("Gus", .guest, Grant(hasEverything: true))
        let (own, hubOwner) = (home.person("Gus"), home.person(Principal.hubOwner))
        let renamed = try await home.people(guest).updatePerson(.init(personID: own, name: "Gustav"))
        expect(renamed.person?.name, equals: "Gustav")
        await refused(.alreadyExists) { try await home.people(guest).updatePerson(.init(personID: own, name: "OWNER")) }
        await refused(.permissionDenied) {
            try await home.people(guest).updatePerson(
                .init(personID: own, grant: Grant(hasEverything: true, devices: ["lock"]).message))
        }
        await refused(.permissionDenied) {
            try await home.people(guest).updatePerson(.init(personID: hubOwner, name: "Nobody"))
        }
        _ = try await home.people(guest).removePerson(.init(personID: own))
        expect(!home.test.hub.isMember("Gus"))
    }

    @Test func aGrantIsOfWhatThereIsAndForGuestsOnly() async throws {
        let home = try await PeopleHome()
        try await home.join("Ada", .administrator)
        let person = home.person("Ada")
        await refused(.invalidArgument) { try await home.people().updatePerson(.init(personID: person, role: .guest)) }
        await refused(.invalidArgument) {
            try await home.people().updatePerson(.init(personID: person, grant: Grant(rooms: [home.den]).message))
        }
        for grant in [Grant(rooms: [home.awayRoom]), Grant(devices: ["lamp-4"]), Grant(rooms: ["nowhere"])] {
            await refused(.notFound) {
                try await home.people().updatePerson(.init(personID: person, role: .guest, grant: grant.message))
            }
        }
        await refused(.invalidArgument) { try await home.people().updatePerson(.init(personID: person, role: .member)) }
        await refused(.invalidArgument) { try await home.people().updatePerson(.init(personID: person)) }
    }

    /// The primary structure of a person.
    @Test func firstStructureIsPrimaryUntilRemovedOrReplaced() async throws {
        let home = try await PeopleHome()
        let person = try await home.join("Ada", .administrator, in: home.away)
        try await home.join("Ada", .administrator)
        func primary() async throws -> String? {
            try await home.people(person).getCaller(.init()).caller?.primaryStructureID
        }
        try await expect(primary(), equals: home.away)
        var watcher = try await Watcher.atMarker(home.test, by: person)
        let chosen = try await home.people(person).setPrimaryStructure(.init(structureID: home.home))
        expect(chosen.caller?.primaryStructureID, equals: home.home)
        while watcher.view.caller?.primaryStructureID != home.home { try await watcher.next() }
        await refused(.notFound) { try await home.people(person).setPrimaryStructure(.init(structureID: "none")) }
        _ = try await home.test.hub.people.removePerson(home.person("Ada"), as: owner)
        try await expect(primary(), equals: home.away)
        try await expect(home.test.store.load().primaries["Ada"], equals: home.away)
        _ = try await home.test.hub.deleteStructure(home.away, as: owner)
        try await expect(primary(), equals: "")
    }

    @Test func structureOwnerMayAddAndDeleteStructures() async throws {
        let home = try await PeopleHome()
        let administrator = try await home.join("Ada", .administrator)
        let structureOwner = try await home.join("Owner", .owner)
        await refused(.permissionDenied) {
            try await home.test.home(administrator).createStructure(.init(name: "Cabin"))
        }
        // A taken name that it can't see is not revealed.
        let made = try await home.test.home(structureOwner).createStructure(.init(name: "Away")).structure?.id ?? ""
        let people = try await home.people(structureOwner).listPeople(.init(structureID: made)).people
        expect(people.map(\.name), equals: ["Owner", "Owner 2"])
        expect(people.allSatisfy { $0.role == .owner })
        await refused(.permissionDenied) {
            try await home.test.home(administrator).deleteStructure(.init(structureID: home.home))
        }
        await refused(.notFound) { try await home.test.home(administrator).deleteStructure(.init(structureID: made)) }
        _ = try await home.test.home(structureOwner).deleteStructure(.init(structureID: made))
        expect(home.test.hub.directory.cells.map(\.id), equals: [home.home, home.away])
    }

    @Test func personJoinsInOneTransactionWithTheCredential() async throws {
        let home = try await PeopleHome()
        let hub = home.test.hub
        let administrator = try await home.join("Ada", .administrator)
        let guest = try await home.join("Gus", .guest, Grant(hasEverything: true))
        func offer(_ role: Int64, _ structureID: String, _ grant: Grant? = nil) -> StoredOffer {
            StoredOffer(structureID: structureID, role: role, grant: grant?.message.serialized() ?? [])
        }
        func code(_ offers: [StoredOffer], _ principal: Principal) -> RPCError.Code? {
            do throws(RPCError) { try hub.checkOffers(offers, by: principal) } catch { return error.code }
            return nil
        }
        expectNil(code([offer(3, home.home)], administrator))
        expect(code([offer(1, home.home)], administrator), equals: .permissionDenied)
        expect(code([offer(3, home.home)], guest), equals: .permissionDenied)
        expect(code([offer(3, home.away)], administrator), equals: .notFound)
        expect(code([offer(4, home.home, Grant(rooms: [home.awayRoom]))], administrator), equals: .notFound)
        expect(code([offer(3, home.home, Grant(rooms: [home.den]))], administrator), equals: .invalidArgument)
        expect(code([offer(2, home.home)], .owner), equals: .invalidArgument)
        expect(code([offer(3, home.home), offer(3, home.home)], .owner), equals: .invalidArgument)
        let credential = StoredCredential(
            id: "key", kind: 1, role: 5, name: "Bo's phone", hash: [1], createdAt: 1)
        try await hub.admit(
            "Bo", name: "Gus", [offer(3, home.home), offer(4, home.away, Grant(hasEverything: true))],
            with: [.addCredential(credential)])
        try await expect(home.test.store.loadAccess().credentials.map(\.id), equals: ["key"])
        let people = try await home.test.store.load().people.filter { $0.identity == "Bo" }
        expect(people.map(\.structureID) == [home.home, home.away] && people.map(\.name) == ["Gus 2", "Gus"])
        // The person is already a member, so nothing of the offer remains.
        await refused(.failedPrecondition) {
            try await hub.admit("Bo", name: "Bo", [offer(3, home.home)], with: [.revokeCredential(id: "key", at: 2)])
        }
        try await expect(home.test.store.loadAccess().credentials.map(\.revokedAt), equals: [nil])
    }

    @Test func peopleAndGrantBytesOfAStructureAreLimited() async throws {
        let home = try await PeopleHome(limits: .with { ($0.people, $0.grantBytes) = (3, 180) })
        try await home.join("Gus", .guest, Grant(devices: ["lamp-1"]))
        await refused(.resourceExhausted) {
            try await home.join("Gil", .guest, Grant(devices: ["lamp-1", "lamp-2", "lamp-3", "lock"]))
        }
        try await home.join("Ada", .administrator)
        await refused(.resourceExhausted) { try await home.join("Bo", .administrator) }
        await refused(.resourceExhausted) {
            try await home.regrant("Gus", Grant(hours: Array(repeating: .init(from: 0, until: 1), count: 3)))
        }
    }

    @Test func aRepeatedRequestIsAnsweredAsTheFirst() async throws {
        let home = try await PeopleHome()
        try await home.join("Gus", .guest, Grant(hasEverything: true))
        let request = Hearth_V1_RemovePersonRequest(
            personID: home.person("Gus"), options: .init(idempotencyKey: "k"))
        let first = try await home.people().removePerson(request)
        try await expect(home.people().removePerson(request), equals: first)
    }

    @Test func peopleSurviveARestartAndOldHomesGetTheirOwner() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(StoredStructure(id: "old", name: "Old", sequence: 7))])
        try await store.close(clean: true)
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let owners = try await Hearth_V1_PeopleClient(first.client()).listPeople(.init(structureID: "old"))
        expect(owners.people.map(\.role), equals: [.owner])
        // A resumed client is notified.
        var watcher = try await Watcher.atMarker(
            first, resumeFrom: [StructurePosition(structureID: "old", epoch: 1, sequence: 7)])
        while watcher.view.people.isEmpty { try await watcher.next() }
        let offer = StoredOffer(structureID: "old", role: 4, grant: Grant(hasEverything: true).message.serialized())
        try await first.hub.admit("x", name: "Gus", [offer], with: [])
        try await first.hub.shutdown()
        let second = try await TestHub(store: HomeStore.open(path: folder.file))
        let caller = try await Hearth_V1_PeopleClient(second.client(PeopleHome.principal("x"))).getCaller(.init())
            .caller
        expect(caller?.memberships.map(\.grant?.everything), equals: [true])
        expect(caller?.primaryStructureID, equals: "old")
        expect(caller?.role, equals: .member)
        expect(caller?.credentialID, equals: "key of x")
        try await second.hub.shutdown()
    }
}
