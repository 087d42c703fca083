internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// The people of structures, in the store.
@Suite(.timeLimit(.minutes(5)))
struct StoredPeopleTests {
    private static let structures = ["s", "t"].map { StoredStructure(id: $0, name: $0.uppercased()) }

    private func person(
        _ id: String, _ identity: String = Principal.hubOwner, in structureID: String = "s", name: String = "Ada",
        role: Int64 = 1, grant: [UInt8] = []
    ) -> StoredPerson {
        StoredPerson(id: id, structureID: structureID, identity: identity, name: name, role: role, grant: grant)
    }

    private func opened(
        _ implementation: StoreImplementation, with people: [StoredPerson] = []
    ) async throws -> any HomeStorage {
        let store = try await implementation.open()
        try await store.commit(
            StoreTransaction(Self.structures.map { .putStructure($0) } + people.map { .putPerson($0) }))
        return store
    }

    @Test(arguments: StoreImplementation.all)
    func peopleKeepTheOrderInWhichTheyJoined(
        _ implementation: StoreImplementation
    ) async throws {
        let (first, second) = (person("p2"), person("p1", "x", name: "Bo", role: 4, grant: [1]))
        let store = try await opened(implementation, with: [first, second])
        var renamed = first
        renamed.name = "Eve"
        renamed.role = 3
        try await store.commit([.putPerson(renamed)])
        let home = try await store.load()
        expect(home.people, equals: [renamed, second])
        expect(
            home.unreported.map(\.object).filter { $0.kind == .person }.map(\.id).sorted(), equals: ["p1", "p2"])
        try await store.commit([.removePerson(id: "p2")])
        try await expect(store.load().people, equals: [second])
    }

    @Test(arguments: StoreImplementation.all)
    func anIdentityIsOneMemberOfAStructureAndMayBeOneOfEach(_ implementation: StoreImplementation) async throws {
        let store = try await opened(implementation, with: [person("p1", "x"), person("p2", "x", in: "t")])
        await expect(throws: StoreError.self) { try await store.commit([.putPerson(person("p3", "x"))]) }
        await expect(throws: StoreError.self) { try await store.commit([.putPerson(person("p3", "y", in: "u"))]) }
        try await expect(store.load().people.map(\.id), equals: ["p1", "p2"])
    }

    @Test(arguments: StoreImplementation.all)
    func aStructureTakesItsPeopleAlongAndThatItIsPrimary(_ implementation: StoreImplementation) async throws {
        let store = try await opened(implementation, with: [person("p1", "x"), person("p2", "x", in: "t")])
        try await store.commit([
            .setPrimary(identity: "x", structureID: "s"), .setPrimary(identity: "y", structureID: "t"),
        ])
        try await expect(store.load().primaries, equals: ["x": "s", "y": "t"])
        try await store.commit([.removeStructure(id: "s"), .setPrimary(identity: "y", structureID: nil)])
        let home = try await store.load()
        expect(home.people.map(\.id), equals: ["p2"])
        expect(home.primaries.isEmpty)
        await expect(throws: StoreError.self) {
            try await store.commit([.setPrimary(identity: "x", structureID: "s")])
        }
    }
}
