@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// A hub whose last structure is deleted.
@Suite(.timeLimit(.minutes(5)))
struct LastStructureTests {
    @Test func onlyTheHubsOwnerMayDeleteIt() async throws {
        let home = try await PeopleHome()
        let grace = try await home.join("Grace", .owner)
        _ = try await home.test.hub.deleteStructure(home.away, as: owner)
        let refused = await expect(throws: HubError.self) {
            _ = try await home.test.hub.deleteStructure(home.home, as: Caller(grace))
        }
        expect(
            refused?.message,
            equals: "you may not delete the last structure of the hub, which only the hub's owner may; "
                + "ask an owner or administrator of the structure")
        _ = try await home.test.hub.deleteStructure(home.home, as: owner)
        try await expect(home.test.home().list(Hearth_V1_ListRequest()).structures.isEmpty)
        // Grace is a member of no structure any more.
        await expect(refused: .permissionDenied) {
            var watcher = try await Watcher(home.test, by: grace)
            try await watcher.next()
        }
    }

    @Test func ownerWatchesTheHubWithoutAndTheNextOne() async throws {
        let test = try await TestHub()
        let principal = Principal(
            id: "owner", rights: Principal.owner.rights, credential: "key", person: Principal.hubOwner)
        var watcher = try await Watcher.atMarker(test, by: principal)
        let first = test.structureID
        _ = try await test.hub.deleteStructure(first, as: owner)
        while watcher.view.structures[first] != nil { try await watcher.next() }
        let later = try await Watcher.atMarker(test, by: principal)
        expect(later.view.structures.isEmpty)
        expect(later.view.devices.isEmpty)
        let restored = await expect(throws: HubError.self) { _ = try await test.hub.restoreDevices(as: owner) }
        expect(restored?.message, equals: "the hub has no structure for these devices; create one first")

        let next = try await test.hub.createStructure(name: "Cabin", as: owner).structure
        for view in [watcher, later] {
            var one = view
            while one.view.structures[next.id]?.name != "Cabin" { try await one.next() }
        }
    }

    @Test func providersAttachOnceThereIsAnotherOne() async throws {
        let test = try await TestHub()
        _ = try await test.hub.deleteStructure(test.structureID, as: owner)
        let early = try await TestRemote(test.client())
        let refusal = await expect(refused: .unavailable) { try await early.hello("maker") }
        expect(
            refusal?.message, equals: "the hub has no structure for devices; create one, and the provider can attach")
        _ = try await test.hub.createStructure(name: "Cabin", as: owner)
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello("maker")
        let device = TestRemote.device("far", TestProvider.onOff, [0: .bool(true)])
        try await expect(remote.bring([device]).code, equals: 0)
        expect(test.truth().devices["far"]?.structureID, equals: test.structureID)
    }

    /// A start creates a structure in a new store only.
    @Test(arguments: StoreImplementation.lasting, [false, true])
    func theNextStartCreatesNone(_ implementation: StoreImplementation, isKilled: Bool) async throws {
        let place = try implementation.place()
        let first = try await TestHub(store: place.open())
        _ = try await first.hub.deleteStructure(first.structureID, as: owner)
        let next: any HomePlace
        if isKilled {
            next = try await place.killed()
        } else {
            try await first.hub.shutdown()
            next = place
        }
        let second = try await TestHub(store: next.open())
        expect(second.hub.directory.cells.isEmpty)
        expect(second.hub.id, equals: first.hub.id)
        let made = try await second.hub.createStructure(name: "Cabin", as: owner)
        try await expect(second.store.load().epoch, equals: made.position.epoch)
        try await second.hub.shutdown()
        if isKilled { try await first.hub.shutdown() }
    }
}
