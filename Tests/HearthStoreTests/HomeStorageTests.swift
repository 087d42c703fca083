internal import HearthStore
internal import HearthTraitCore
internal import Testing

/// The contents of a store, whatever its implementation.
@Suite(.timeLimit(.minutes(2)))
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
        #expect(home.hubID == "made here")
        #expect(home.epoch == 1)
        #expect(home.isContinuation)
        #expect(home.structures.isEmpty && home.rooms.isEmpty && home.devices.isEmpty && home.states.isEmpty)
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
        #expect(home.hubID == id)
        #expect(home.epoch == 1)
        #expect(home.isContinuation)
        #expect(home.structures == [StoredStructure(id: "s", name: "Home", sequence: 42, eventNumber: 9)])
        #expect(home.rooms == [room])
        #expect(home.devices == [device])
        #expect(home.states == [state(7)])
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
            .setAppData(objectID: "d/2", appID: "app", key: "k", value: "v"),
        ])
        let home = try await store.load()
        #expect(home.devices == [device, behind])
        let attributes = Dictionary(uniqueKeysWithValues: home.states.map { ($0.path.target.deviceID, $0.attributes) })
        #expect(attributes == ["d": [1], "d/2": [2]])
        try await store.commit([.removeDevice(id: "d")])
        #expect(try await store.load().devices.isEmpty)
        #expect(try await store.load().states.isEmpty)
        #expect(try await store.appData(of: "d/2", app: "app").isEmpty)
    }

    /// App data is removed with its object, also when a structure takes that along; removed devices are remembered.
    @Test(arguments: StoreImplementation.lasting)
    func appData(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        func keep(_ object: String, _ key: String, _ value: String?, app: String = "app") -> StoreChange {
            .setAppData(objectID: object, appID: app, key: key, value: value)
        }
        try await store.commit(
            [keep("s", "a", "1"), keep("r", "a", "2"), keep("d", "a", "3"), keep("d", "b", ""), keep("d", "a", "4")]
                + [keep("d", "a", "5", app: "other"), keep("d", "b", nil), .markRemoved(deviceID: "x")])
        #expect(try await store.appData(of: "d", app: "app") == ["a": "4"])
        #expect(try await store.appCount(at: "d", except: "app") == 1)
        // Of "app" the keys a with 1, 2 and 4, of "other" the key a with 5.
        #expect(try await store.appDataBytes(of: "s") == 3 * 5 + 7)
        #expect(try await store.appDataBytes(of: "another") == 0)
        try await store.close(clean: true)

        let again = try await place.open()
        #expect(try await again.appData(of: "d", app: "other") == ["a": "5"])
        #expect(try await again.load().removedDevices == ["x"])
        try await again.commit([.markRemoved(deviceID: "x"), .unmarkRemoved(deviceID: "x")])
        #expect(try await again.load().removedDevices.isEmpty)
        try await again.commit([.removeStructure(id: "s")])
        for object in ["s", "r", "d"] {
            #expect(try await again.appData(of: object, app: "app").isEmpty)
            #expect(try await again.appCount(at: object, except: "") == 0)
        }
        #expect(try await again.appDataBytes(of: "s") == 0)
        try await again.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func schemasHaveTheirProviderAndGo(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        let first = StoredSchema(traitID: 0xFFF1_FC01, schema: [1], providerID: "maker")
        let second = StoredSchema(traitID: 0xFFF1_FC02, schema: [2])
        try await store.commit([.putSchema(first), .putSchema(second)])
        #expect(try await store.load().schemas == [first, second])
        let claimed = StoredSchema(traitID: 0xFFF1_FC02, schema: [3], providerID: "other")
        try await store.commit([.removeSchema(traitID: 0xFFF1_FC01), .putSchema(claimed)])
        #expect(try await store.load().schemas == [claimed])
    }

    @Test(arguments: StoreImplementation.lasting)
    func crashKeepsAcknowledgedDataAndRaisesTheEpoch(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.commit(
            StoreTransaction(states: [state(7)], progress: [.init(structureID: "s", sequence: 42, eventNumber: 9)]))

        // The first store never closes: the copy is what kill -9 leaves.
        let left = try place.killed()
        for epoch in UInt64(2)...4 {
            let after = try await left.open()
            let home = try await after.load()
            #expect(home.epoch == epoch)
            #expect(!home.isContinuation)
            #expect(home.rooms == [room])
            #expect(home.devices == [device])
            #expect(home.states == [state(7)])
            try await after.close(clean: false)
        }
        try await store.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func aCommitIsAllOrNothing(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        let orphan = RoomRecord(id: "x", structureID: "nowhere", name: "Attic")
        await #expect(throws: StoreError.self) {
            try await store.commit([.putStructure(structure), .putRoom(orphan)])
        }
        #expect(try await store.load().structures.isEmpty)
    }

    @Test(arguments: StoreImplementation.all)
    func dependentRowsGoWithTheirObject(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.commit(StoreTransaction(states: [state(1)]))

        try await store.commit([.removeRoom(id: "r")])
        #expect(try await store.load().devices.first?.roomID == nil)
        #expect(try await store.load().devices.count == 1)

        try await store.commit([.removeDevice(id: "d")])
        #expect(try await store.load().states.isEmpty)
        // A late save for a removed device changes nothing and does not fail.
        try await store.commit(
            StoreTransaction(states: [state(2)], progress: [.init(structureID: "s", sequence: 3, eventNumber: 0)]))
        #expect(try await store.load().states.isEmpty)
        #expect(try await store.load().structures.first?.sequence == 3)

        try await store.commit([.putDevice(device).withoutRoom, .removeStructure(id: "s")])
        let home = try await store.load()
        #expect(home.structures.isEmpty && home.devices.isEmpty)
    }

    @Test(arguments: StoreImplementation.all)
    func renamingKeepsTheSequenceSavingKeepsTheNewestState(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.commit(
            StoreTransaction(
                states: [state(1), state(2, endpoint: 2)],
                progress: [.init(structureID: "s", sequence: 5, eventNumber: 2)]))
        try await store.commit(StoreTransaction(states: [state(3)]))
        try await store.commit([.putStructure(StoredStructure(id: "s", name: "House"))])
        let home = try await store.load()
        #expect(home.structures == [StoredStructure(id: "s", name: "House", sequence: 5, eventNumber: 2)])
        #expect(Set(home.states) == [state(3), state(2, endpoint: 2)])
    }

    @Test(arguments: StoreImplementation.lasting)
    func aHomeIsOpenOnce(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        let error = await #expect(throws: StoreError.self) { _ = try await place.open() }
        #expect(error?.code == .inUse)
        try await store.close(clean: true)
        try await place.open().close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func aClosedStoreSaysSo(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.close(clean: true)
        let error = await #expect(throws: StoreError.self) { try await store.commit([.putStructure(structure)]) }
        #expect(error?.code == .closed)
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
