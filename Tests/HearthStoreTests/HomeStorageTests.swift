internal import HearthStore
internal import HearthTraitCore
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// The contents of a store, whatever its implementation.
@Suite(.timeLimit(.minutes(5)))
struct HomeStorageTests {
    private func state(_ value: UInt8, endpoint: UInt16 = 1) -> StoredTraitState {
        StoredTraitState(
            path: TraitPath(TraitTarget(deviceID: "d", endpoint: endpoint), 0xFFF1_0006), attributes: [value],
            observedAt: .nanoseconds(1_800_000_000_123_456_789))
    }

    @Test(arguments: StoreImplementation.all)
    func aNewHomeGetsAnIdentityAndTheFirstEpoch(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.place().open(now: .zero) { "made here" }
        let home = try await store.load()
        expect(home.hubID, equals: "made here")
        expect(home.epoch, equals: 1)
        expect(home.isContinuation)
        expect(home.structures.isEmpty)
        expect(home.rooms.isEmpty)
        expect(home.devices.isEmpty)
        expect(home.states.isEmpty)
        try await store.close(clean: true)
    }

    @Test(arguments: StoreImplementation.lasting)
    func everythingComesBackAfterACleanEndInTheSameEpoch(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        let id = try await store.load().hubID
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.commit(
            StoreTransaction(states: [state(7)], progress: [.init(structureID: "s", sequence: 42, eventNumber: 9)]))
        try await store.close(clean: true)

        let again = try await place.open()
        let home = try await again.load()
        expect(home.hubID, equals: id)
        expect(home.epoch, equals: 1)
        expect(home.isContinuation)
        expect(home.structures, equals: [StoredStructure(id: "s", name: "Home", sequence: 42, eventNumber: 9)])
        expect(home.rooms, equals: [room])
        expect(home.devices, equals: [device])
        expect(home.states, equals: [state(7)])
        try await again.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func bridgedRowsGoWithTheirBridge(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        var behind = device
        behind.id = "d/2"
        behind.bridgeID = "d"
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.commit(StoreTransaction(states: [state(1), state(2, endpoint: 2)]))
        try await store.commit([
            .putDevice(behind), .moveEndpoint(2, from: "d", to: "d/2"),
            .setAppData(objectID: "d/2", appID: "app", key: "k", value: "v", writer: nil),
        ])
        let home = try await store.load()
        expect(home.devices, equals: [device, behind])
        let attributes = Dictionary(uniqueKeysWithValues: home.states.map { ($0.path.target.deviceID, $0.attributes) })
        expect(attributes, equals: ["d": [1], "d/2": [2]])
        try await store.commit([.removeDevice(id: "d")])
        try await expect(store.load().devices.isEmpty)
        try await expect(store.load().states.isEmpty)
        try await expect(store.appData(of: "d/2", app: "app").isEmpty)
    }

    @Test(arguments: StoreImplementation.lasting)
    func formerDeviceComesBack(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        var behind = device
        (behind.id, behind.bridgeID) = ("d/2", "d")
        try await store.commit(
            StoreTransaction(
                [
                    .putStructure(structure), .putRoom(room), .putDevice(device), .putDevice(behind),
                    .setAppData(objectID: "d", appID: "app", key: "k", value: "v", writer: nil),
                ]))
        let path = TraitPath(TraitTarget(deviceID: "d", endpoint: 1), 6)
        try await store.commit(
            StoreTransaction(
                states: [.init(path: path, attributes: [1], observedAt: .seconds(1))],
                memories: [.init(deviceID: "d", key: "m", value: [2])]))
        try await store.commit([.retireDevice(id: "d", at: .seconds(9)), .retireDevice(id: "none", at: .seconds(9))])
        try await store.close(clean: false)

        let again = try await place.open()
        var home = try await again.load()
        expect(home.devices, equals: [])
        expect(
            home.formerDevices,
            equals: [device, behind].map { FormerDevice(device: $0, removedAt: .seconds(9)) })
        expect(home.states.isEmpty)
        expect(home.memories, equals: [.init(deviceID: "d", key: "m", value: [2])])
        // A state that is saved too late is dropped.
        try await again.commit(
            StoreTransaction(states: [.init(path: path, attributes: [1], observedAt: .seconds(1))]))
        var back = device
        back.name = "Again"
        try await again.commit([.putDevice(back)])
        home = try await again.load()
        expect(home.devices, equals: [back])
        expect(home.formerDevices.map(\.device), equals: [behind])
        expect(home.states.isEmpty)
        expect(home.memories.count, equals: 1)
        try await expect(again.appData(of: "d", app: "app"), equals: ["k": "v"])
        try await again.commit([.removeDevice(id: "d")])
        try await expect(again.load().formerDevices, equals: [])
        try await again.close(clean: true)
    }

    /// App data is removed with its object, also when a structure takes that along; removed devices are remembered.
    @Test(arguments: StoreImplementation.lasting)
    func appData(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        func keep(
            _ object: String, _ key: String, _ value: String?, app: String = "app", by writer: String? = "ada"
        ) -> StoreChange {
            .setAppData(objectID: object, appID: app, key: key, value: value, writer: writer)
        }
        try await store.commit(
            [
                keep("s", "a", "1"), keep("r", "a", "2"), keep("d", "a", "3"), keep("d", "b", ""),
                keep("d", "a", "4", by: nil),
            ]
                + [keep("d", "a", "5", app: "other"), keep("d", "b", nil), .markRemoved(deviceID: "x")])
        try await expect(store.appData(of: "d", app: "app"), equals: ["a": "4"])
        try await expect(store.appCount(at: "d", except: "app"), equals: 1)
        // Of "app" the keys a with 1, 2 and 4, of "other" the key a with 5. The last writer of a value counts.
        try await expect(
            store.appDataBytes(of: "s"),
            equals: [
                .init(objectID: "d", writer: nil, bytes: 5), .init(objectID: "d", writer: "ada", bytes: 7),
                .init(objectID: "r", writer: "ada", bytes: 5), .init(objectID: "s", writer: "ada", bytes: 5),
            ])
        try await expect(store.appDataWriters(of: "d", app: "app"), equals: ["a": nil as String?])
        try await expect(store.appDataWriters(of: "d", app: "other"), equals: ["a": "ada"])
        try await expect(store.appDataBytes(of: "another"), equals: [])
        try await store.close(clean: true)

        let again = try await place.open()
        try await expect(again.appData(of: "d", app: "other"), equals: ["a": "5"])
        try await expect(again.load().removedDevices, equals: ["x"])
        try await again.commit([.markRemoved(deviceID: "x"), .unmarkRemoved(deviceID: "x")])
        try await expect(again.load().removedDevices.isEmpty)
        try await again.commit([.removeStructure(id: "s")])
        for object in ["s", "r", "d"] {
            try await expect(again.appData(of: object, app: "app").isEmpty)
            try await expect(again.appCount(at: object, except: ""), equals: 0)
        }
        try await expect(again.appDataBytes(of: "s"), equals: [])
        try await again.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func schemasHaveTheirProviderAndGo(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        let first = StoredSchema(traitID: 0xFFF1_FC01, schema: [1], providerID: "maker")
        let second = StoredSchema(traitID: 0xFFF1_FC02, schema: [2])
        try await store.commit([.putSchema(first), .putSchema(second)])
        try await expect(store.load().schemas, equals: [first, second])
        let claimed = StoredSchema(traitID: 0xFFF1_FC02, schema: [3], providerID: "other")
        try await store.commit([.removeSchema(traitID: 0xFFF1_FC01), .putSchema(claimed)])
        try await expect(store.load().schemas, equals: [claimed])
    }

    @Test(arguments: StoreImplementation.lasting)
    func crashKeepsAcknowledgedDataAndRaisesTheEpoch(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.commit(
            StoreTransaction(states: [state(7)], progress: [.init(structureID: "s", sequence: 42, eventNumber: 9)]))

        // The first store never closes: the copy is what kill -9 leaves.
        let left = try await place.killed()
        for epoch in UInt64(2)...4 {
            let after = try await left.open()
            let home = try await after.load()
            expect(home.epoch, equals: epoch)
            expect(!home.isContinuation)
            expect(home.rooms, equals: [room])
            expect(home.devices, equals: [device])
            expect(home.states, equals: [state(7)])
            try await after.close(clean: false)
        }
        try await store.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func aCommitIsAllOrNothing(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        let orphan = RoomRecord(id: "x", structureID: "nowhere", name: "Attic")
        await expect(throws: StoreError.self) {
            try await store.commit([.putStructure(structure), .putRoom(orphan)])
        }
        try await expect(store.load().structures.isEmpty)
    }

    @Test(arguments: StoreImplementation.all)
    func dependentRowsGoWithTheirObject(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.commit(StoreTransaction(states: [state(1)]))

        try await store.commit([.removeRoom(id: "r")])
        try await expectNil(store.load().devices.first?.roomID)
        try await expect(store.load().devices.count, equals: 1)

        try await store.commit([.removeDevice(id: "d")])
        try await expect(store.load().states.isEmpty)
        // A late save for a removed device changes nothing and does not fail.
        try await store.commit(
            StoreTransaction(states: [state(2)], progress: [.init(structureID: "s", sequence: 3, eventNumber: 0)]))
        try await expect(store.load().states.isEmpty)
        try await expect(store.load().structures.first?.sequence, equals: 3)

        try await store.commit([.putDevice(device).withoutRoom, .removeStructure(id: "s")])
        let home = try await store.load()
        expect(home.structures.isEmpty)
        expect(home.devices.isEmpty)
    }

    @Test(arguments: StoreImplementation.all)
    func renamingKeepsProgressAndHouseholds(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        var first = structure
        first.households = ["s", "t"]
        try await store.commit([.putStructure(first), .putRoom(room), .putDevice(device)])
        try await store.commit(
            StoreTransaction(
                states: [state(1), state(2, endpoint: 2)],
                progress: [.init(structureID: "s", sequence: 5, eventNumber: 2)]))
        try await store.commit(StoreTransaction(states: [state(3)]))
        try await store.commit([.putStructure(StoredStructure(id: "s", name: "House"))])
        let home = try await store.load()
        expect(
            home.structures,
            equals: [
                StoredStructure(id: "s", name: "House", sequence: 5, eventNumber: 2, households: ["s", "t"])
            ])
        expect(Set(home.states), equals: [state(3), state(2, endpoint: 2)])
    }

    @Test(arguments: StoreImplementation.lasting)
    func aHomeIsOpenOnce(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        let error = await expect(throws: StoreError.self) { _ = try await place.open() }
        expect(error?.code, equals: .inUse)
        try await store.close(clean: true)
        try await place.open().close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func aClosedStoreSaysSo(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.close(clean: true)
        let error = await expect(throws: StoreError.self) { try await store.commit([.putStructure(structure)]) }
        expect(error?.code, equals: .closed)
        try await store.close(clean: false)
    }
}

extension StoreChange {
    fileprivate var withoutRoom: StoreChange {
        guard case .putDevice(var device) = self else { return self }
        device.roomID = nil
        return .putDevice(device)
    }
}
