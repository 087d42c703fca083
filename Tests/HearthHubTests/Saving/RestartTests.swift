@testable internal import HearthHub
internal import HearthVirtualHome
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// A hub that shuts down or crashes, and the next one, with each kind of store.
@Suite(.timeLimit(.minutes(5)))
struct RestartTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    @Test(arguments: StoreImplementation.lasting)
    func crashedHubRestoresItsStateInANewEpoch(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let first = try await TestHub(store: place.open())
        let provider = TestProvider(lamps: 2, room: "Hall")
        try await first.hub.attach(provider)
        _ = try await first.hub.createRoom(name: "Attic", in: first.structureID, as: owner)
        _ = try await first.hub.invoke(lamp, command: 1, as: owner)
        // A device's change is on disk within a second.
        await first.clock.advance(by: .seconds(1))
        let room = try await first.hub.createRoom(name: "Cellar", in: first.structureID, as: owner).room
        _ = try await first.hub.updateDevice("lamp-2", name: "Star", roomID: room.id, as: owner)
        var client = try await Watcher.atMarker(first)
        let killed = try await place.killed()
        let position = try require(first.truth().positions[first.structureID])
        provider.report(TestProvider.onOff(of: "lamp-2"), [0x4001: .unsigned(9)])
        while client.view.positions[first.structureID] == position { try await client.next() }

        let second = try await TestHub(store: killed.open())
        let truth = second.truth()
        expect(truth.rooms, equals: first.truth().rooms)
        expect(truth.structures, equals: first.truth().structures)
        expect(truth.devices.keys, equals: first.truth().devices.keys)
        expect(truth.devices["lamp-2"]?.name == "Star" && truth.devices["lamp-2"]?.roomID == room.id)
        let reading = try second.hub.read(lamp, as: owner)
        expect(reading.attributes, equals: (try first.hub.read(lamp, as: owner).attributes))
        expect(reading.observedAt, equals: (try first.hub.read(lamp, as: owner).observedAt))
        expect(reading.connectivity.connectivityState, equals: .offline)
        expect(second.hub.id, equals: first.hub.id)

        let again = try await Watcher.atMarker(second, resuming: client.view)
        expect(again.view.resyncs.map(\.reason), equals: [.epochChanged])
        expect(again.view.states, equals: truth.states)
        expect(again.view.devices, equals: truth.devices)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    /// Confirmed data survives a crash: written attributes, and provider memory.
    @Test(arguments: StoreImplementation.lasting)
    func confirmedDataIsStored(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let lock = TraitPath(TraitTarget(deviceID: "front-door-lock", endpoint: 1), 0x101)
        let first = try await TestHub(store: place.open())
        try await first.hub.attach(VirtualHome(clock: first.clock, isLively: false))
        _ = try await first.hub.update(lock, [0x30: .unsigned(7)], as: owner)
        _ = try await first.hub.invoke(
            lock, command: 0x1A,
            [
                0: .unsigned(0), 1: .unsigned(3), 2: .string("Ada"), 3: .null, 4: .unsigned(1), 5: .unsigned(0),
                6: .unsigned(0),
            ], as: Caller(.owner, clientID: "test", timeLimit: .seconds(60)))

        let second = try await TestHub(store: place.killed().open())
        try await second.hub.attach(VirtualHome(clock: second.clock, isLively: false))
        try expect(second.hub.read(lock, as: owner).attributes[0x30], equals: .unsigned(7))
        let user = try await second.hub.invoke(lock, command: 0x1B, [0: .unsigned(3)], as: owner)
        expect(user.response?[1], equals: .string("Ada"))
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    /// An answer that can't be stored is not sent.
    @Test func unstorableWriteIsNotConfirmed() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1))
        try await test.store.close(clean: false)
        let error = await expect(refused: .unavailable) {
            _ = try await test.hub.update(lamp, [0x4001: .unsigned(3)], as: owner)
        }
        expect(error?.cause is OutcomeUnknown)
        expect(error?.message.contains("was accepted but not saved"), equals: true)
    }

    @Test(arguments: StoreImplementation.lasting)
    func cleanShutdownKeepsEpochAndPositions(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let first = try await TestHub(store: place.open())
        try await first.hub.attach(TestProvider(lamps: 2))
        var client = try await Watcher.atMarker(first)
        _ = try await first.hub.invoke(lamp, command: 1, as: owner)
        try await client.untilHeartbeat(first)
        // Nothing has asked to save it; the shutdown does.
        try await first.hub.shutdown()

        let second = try await TestHub(store: place.open())
        try expect(second.hub.read(lamp, as: owner).attributes[0], equals: .bool(true))
        let provider = TestProvider(lamps: 2)
        try await second.hub.attach(provider)
        expect(provider.stored.values[lamp]?[0], equals: .bool(true))
        var again = try await Watcher(second, resuming: client.view)
        try await again.untilHeartbeat(second)
        expect(again.view.resyncs.isEmpty)
        expect(again.view.snapshots, equals: client.view.snapshots)
        let truth = second.truth()
        expect(again.view.states, equals: truth.states)
        expect(again.view.devices, equals: truth.devices)
        expect(again.view.connectivity, equals: truth.connectivity)
        expect(again.view.positions, equals: truth.positions)
        try await second.hub.shutdown()
    }

    /// The shutdown makes reports of its own: a provider in another process detaches, and its devices go offline.
    @Test(arguments: StoreImplementation.lasting)
    func cleanShutdownWithProviderAllowsExactResume(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let first = try await TestHub(store: place.open())
        let remote = try await TestRemote(first.client())
        _ = try await remote.hello()
        try await remote.bring([TestRemote.device("far-lamp", TestProvider.onOff, [0: .bool(true)])])
        var client = try await Watcher.atMarker(first)
        async let end: Void = first.hub.shutdown()
        await expect(throws: RPCError.self) { while true { try await client.next() } }
        try await end
        expect(client.view.devices["far-lamp"]?.connectivity?.state, equals: .offline)

        let second = try await TestHub(store: place.open())
        var again = try await Watcher(second, resuming: client.view)
        try await again.untilHeartbeat(second)
        let truth = second.truth()
        expect(again.view.resyncs.isEmpty)
        expect(again.view.snapshots, equals: client.view.snapshots)
        expect(again.view.states, equals: truth.states)
        expect(again.view.devices, equals: truth.devices)
        expect(again.view.connectivity, equals: truth.connectivity)
        expect(again.view.positions, equals: truth.positions)
        try await second.hub.shutdown()
    }

    /// The readable rows of a device are kept, and the rest is reported.
    @Test func damagedDeviceKeepsItsNameForItsProvider() async throws {
        let store = try await HomeStore.inMemory { "the-hub" }
        let first = try await TestHub(store: store)
        try await first.hub.attach(TestProvider(lamps: 2, room: "Hall"))
        _ = try await first.hub.updateDevice("lamp-1", name: "Star", as: owner)
        await first.clock.advance(by: .seconds(1))
        let home = try await store.load()
        var device = try require(home.devices.first { $0.id == "lamp-1" })
        device.description = [0xFF]
        try await store.commit([.putDevice(device)])
        let other = TraitPath(TraitTarget(deviceID: "lamp-2", endpoint: 1), lamp.traitID)
        try await store.commit(
            StoreTransaction(states: [StoredTraitState(path: other, attributes: [0xFF], observedAt: .zero)]))

        let second = try await TestHub(store: store)
        expect(second.truth().devices.count, equals: 2)
        expect(second.truth().devices["lamp-1"]?.name, equals: "Star")
        expect(second.truth().devices["lamp-1"]?.roomID, equals: device.roomID)
        expect(
            second.notices.all.count { $0.contains("the stored description of \"Star\" (lamp-1) is damaged") },
            equals: 1)
        expect(second.notices.all.count { $0.contains("the values of OnOff of") }, equals: 1)
        try await second.hub.attach(TestProvider(lamps: 2, room: "Hall"))
        try expect(second.hub.read(lamp, as: owner).attributes[0], equals: .bool(false))
        try expect(second.hub.read(other, as: owner).attributes[0], equals: .bool(false))
        expect(second.truth().devices["lamp-1"]?.name, equals: "Star")
    }

    @Test func twoHubsOnOneFileTheSecondIsRefused() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        expect(error?.code, equals: .inUse)
        expect(error?.message.contains(folder.file), equals: true)
        try await first.hub.shutdown()
    }

    /// States of devices are saved a moment later, only the newest of them, with the structure's position.
    @Test func saving() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        await test.clock.advance(by: .seconds(1))
        try await expect(savedLamp(test), equals: .bool(false))
        provider.report(lamp, [0: .bool(true)])
        try await expect(savedLamp(test), equals: .bool(false))
        await test.clock.advance(by: .seconds(1))
        try await expect(savedLamp(test), equals: .bool(true))
        let sequence = try await test.store.load().structures.first?.sequence
        expect(sequence, equals: test.truth().positions.values.first?.sequence)
    }

    private func savedLamp(_ test: TestHub) async throws -> TraitValue? {
        let bytes = try await test.store.load().states.first { $0.path == lamp }?.attributes ?? []
        return try TestProvider.onOff.decodeAttributes(bytes.span.bytes)[0]
    }
}
