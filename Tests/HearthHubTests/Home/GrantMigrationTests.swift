internal import Expectations
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Testing

/// Stores of versions that did not note when a guest was given a grant.
@Suite(.timeLimit(.minutes(5)))
struct GrantMigrationTests {
    private func guest(_ id: String, granted: Duration? = nil) -> StoredPerson {
        PersonRecord(
            id: id, identity: "identity of \(id)", name: id, role: .guest,
            grant: Grant(devices: ["camera"], granted: granted)
        ).stored(in: "s")
    }

    private func row(_ action: Hearth_V1_AuditEntry.Action, of id: String, at time: Int64) -> StoreChange {
        .addAudit(
            StoredAudit(
                time: time, action, actor: "owner", structureID: "s", objectID: id, what: "",
                address: ""))
    }

    @Test func grantsHoldSinceTheirLastChange() async throws {
        let store = try await HomeStore.inMemory { "the-hub" }
        let owner = PersonRecord(id: "owner", identity: "o", name: "Owner", role: .owner).stored(in: "s")
        try await store.commit(
            [.putStructure(StoredStructure(id: "s", name: "Home"))]
                + [owner, guest("known"), guest("unknown"), guest("noted", granted: .seconds(5))].map { .putPerson($0) }
                + [
                    row(.personAdded, of: "known", at: 100), row(.personChanged, of: "known", at: 200),
                    row(.removal, of: "known", at: 300), row(.personChanged, of: "noted", at: 400),
                ])
        let test = try await TestHub(store: store)
        let start = test.clock.sinceEpoch
        func times() async throws -> [Duration?] {
            try await store.load().people.compactMap { PersonRecord($0)?.grant }.map(\.granted)
        }
        try await expect(times(), equals: [.seconds(200), start, .seconds(5)])
        // Later starts change nothing.
        await test.clock.advance(by: .seconds(60))
        _ = try await TestHub(store: store, clock: test.clock)
        try await expect(times(), equals: [.seconds(200), start, .seconds(5)])
    }

    @Test func fullDiskDoesNotKeepTheHubFromStarting() async throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        let store = try await HomeStore.open(path: folder.file)
        let owner = PersonRecord(id: "owner", identity: Principal.hubOwner, name: "Owner", role: .owner)
        try await store.commit([
            .putStructure(StoredStructure(id: "s", name: "Home")), .putPerson(owner.stored(in: "s")),
            .putPerson(guest("guest")), row(.personAdded, of: "guest", at: 100),
        ])
        disk.fail(.full, from: disk.calls + 1, count: 1)
        let test = try await TestHub(store: store)
        expect(disk.failures, equals: 1)
        expect(test.notices.all.first?.hasPrefix("since when guests have their grants is not stored:"), equals: true)
        let known = test.hub.directory.cells.first?.read { state in
            state.people.compactMap(\.grant).map(\.granted)
        }
        expect(known, equals: [.seconds(100)])
        try await test.hub.shutdown()
    }
}
