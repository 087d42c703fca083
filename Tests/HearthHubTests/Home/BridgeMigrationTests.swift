@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Stores of versions in which a bridge and its bridged devices were one device.
@Suite(.timeLimit(.minutes(5)))
struct BridgeMigrationTests {
    private let lamps = [
        TestBridge.Lamp(endpoint: 2, label: "Desk", uniqueID: .string("a")), TestBridge.Lamp(endpoint: 3, inner: [4]),
    ]
    private let time = Duration.seconds(1_700_000_000)

    /// A home in such a store: its bridge has a name and a room.
    private func earlier(_ others: [String] = []) async throws -> HomeStore {
        let store = try await HomeStore.inMemory { "the-hub" }
        try await store.commit([
            .putStructure(StoredStructure(id: "s", name: "Home")),
            .putRoom(RoomRecord(id: "hall", structureID: "s", name: "Hall")),
        ])
        var whole = TestBridge.record(TestBridge.device(lamps))
        whole.name = "Box"
        try await store.commit([.putDevice(StoredDevice(whole, structureID: "s"))])
        for id in others {
            let other = TestBridge.record(TestProvider.lamp(id, name: "Other"))
            try await store.commit([.putDevice(StoredDevice(other, structureID: "s"))])
        }
        let states = whole.traits.map { key, trait in
            var values = trait.attributes
            if key == TraitKey(endpoint: 2, traitID: TestBridge.onOff.id) { values[0] = .bool(true) }
            return StoredTraitState(
                path: TraitPath(whole.target(key.endpoint), key.traitID),
                attributes: trait.descriptor.encodeAttributes(values), observedAt: time)
        }
        let event = StoredEvent(
            structureID: "s", number: 5, path: TestBridge.information("bridge", 2), eventID: 3, time: time,
            payload: [])
        try await store.commit(
            StoreTransaction(
                states: states, memories: [StoredMemory(deviceID: "bridge", key: "k", value: [1])], events: [event],
                progress: [StructureProgress(structureID: "s", sequence: 9, eventNumber: 5)]))
        return store
    }

    @Test func bridgeKeepsItsNameAndDevicesTheirValues() async throws {
        let store = try await earlier()
        let test = try await TestHub(store: store)
        let truth = test.truth()
        expect(Set(truth.devices.keys), equals: ["bridge", "bridge/a", "bridge/3"])
        expect(truth.devices["bridge"]?.name == "Box" && truth.devices["bridge/a"]?.name == "Desk")
        expect(truth.devices["bridge/3"]?.name, equals: "Box 3")
        expect(truth.devices.values.allSatisfy { $0.roomID == "hall" })
        let light = try test.hub.read(TestBridge.onOff("bridge/a", 2), as: owner)
        expect(light.attributes[0], equals: .bool(true))
        expect(light.observedAt, equals: time)
        let stored = try await store.load()
        expect(stored.states.filter { $0.path.target.deviceID == "bridge" }.map(\.path.target.endpoint), equals: [1])
        expect(stored.events.map(\.path), equals: [TestBridge.information("bridge/a", 2)])
        expect(test.hub.directory.cells.first?.read { $0.eventLog.events(after: 0).count }, equals: 1)

        let provider = TestProvider([TestBridge.device(lamps)])
        try await test.hub.attach(provider)
        expect(provider.stored.values[TestBridge.onOff("bridge", 2)]?[0], equals: .bool(true))
        expect(provider.stored.memories, equals: ["bridge": ["k": [1]]])
        expect(test.truth().devices.count == 3 && test.truth().devices["bridge"]?.name == "Box")
        // The migration runs once: the next start changes nothing.
        let sequence = try await store.load().structures.first?.sequence
        let again = try await TestHub(store: store)
        expect(again.truth().devices.mapValues(\.name), equals: test.truth().devices.mapValues(\.name))
        try await expect(store.load().structures.first?.sequence, equals: sequence)
    }

    @Test func resumedClientGetsTheMigratedDevices() async throws {
        let store = try await earlier()
        let position = StructurePosition(structureID: "s", epoch: try await store.load().epoch, sequence: 9)
        var view = ClientView()
        view.devices["bridge"] = TestBridge.record(TestBridge.device(lamps)).message(in: "s")
        let test = try await TestHub(store: store)
        var watcher = try await Watcher(test, resumeFrom: [position], view: view)
        try await watcher.untilHeartbeat(test)
        expect(watcher.view.resyncs.isEmpty)
        expect(watcher.view.snapshots, equals: 0)
        expect(watcher.view.devices, equals: test.truth().devices)
        expect(watcher.view.states, equals: test.truth().states)
    }

    @Test func aDeviceThatHasSuchAnIDAlreadyIsNotReplaced() async throws {
        let store = try await earlier(["bridge/a"])
        let test = try await TestHub(store: store)
        expect(Set(test.truth().devices.keys), equals: ["bridge", "bridge/a"])
        expect(test.truth().devices["bridge/a"]?.name, equals: "Other")
        let provider = TestProvider([TestBridge.device(lamps)])
        await expect(refused: .alreadyExists, throws: HubError.self) { try await test.hub.attach(provider) }
        _ = try await test.hub.removeDevice("bridge/a", as: owner)
        try await test.hub.attach(TestProvider([TestBridge.device(lamps)]))
        expect(Set(test.truth().devices.keys), equals: ["bridge", "bridge/a", "bridge/3"])
    }
}
