internal import HearthSQL
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct HomeStoreTests {
    private func state(_ value: UInt8, endpoint: UInt16 = 1) -> StoredTraitState {
        StoredTraitState(
            path: TraitPath(TraitTarget(deviceID: "d", endpoint: endpoint), 0xFFF1_0006), attributes: [value],
            observedAt: .nanoseconds(1_800_000_000_123_456_789))
    }

    @Test func aNewFileGetsAnIdentityAndTheFirstEpoch() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file) { "made here" }
        let home = try await store.load()
        #expect(home.hubID == "made here")
        #expect(home.epoch == 1)
        #expect(home.isContinuation)
        #expect(home.structures.isEmpty && home.rooms.isEmpty && home.devices.isEmpty && home.states.isEmpty)
        try await store.close(clean: true)
    }

    @Test func everythingComesBackAfterACleanEndInTheSameEpoch() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        let id = try await store.load().hubID
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.save([state(7)], progress: [.init(structureID: "s", sequence: 42, eventNumber: 9)])
        try await store.close(clean: true)

        let again = try await HomeStore.open(path: folder.file)
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

    @Test func whatIsBehindABridgeGoesWithItAndCanBeGivenItsEndpoints() async throws {
        let store = try await HomeStore.inMemory()
        var behind = device
        behind.id = "d/2"
        behind.bridgeID = "d"
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.save([state(1), state(2, endpoint: 2)], progress: [])
        try await store.commit([
            .putDevice(behind), .moveEndpoint(2, from: "d", to: "d/2"),
            .setAppData(objectID: "d/2", appID: "app", key: "k", value: "v"),
        ])
        let home = try await store.load()
        #expect(home.devices == [device, behind])
        #expect(home.states.map(\.path.target.deviceID) == ["d", "d/2"] && home.states.last?.attributes == [2])
        try await store.commit([.removeDevice(id: "d")])
        #expect(try await store.load().devices.isEmpty)
        #expect(try await store.load().states.isEmpty)
        #expect(try await store.appData(of: "d/2", app: "app").isEmpty)
    }

    /// What apps keep goes with its object, also when a structure takes that along; removed devices are remembered.
    @Test func appData() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        func keep(_ object: String, _ key: String, _ value: String?, app: String = "app") -> StoreChange {
            .setAppData(objectID: object, appID: app, key: key, value: value)
        }
        try await store.commit(
            [keep("s", "a", "1"), keep("r", "a", "2"), keep("d", "a", "3"), keep("d", "b", ""), keep("d", "a", "4")]
                + [keep("d", "a", "5", app: "other"), keep("d", "b", nil), .markRemoved(deviceID: "x")])
        #expect(try await store.appData(of: "d", app: "app") == ["a": "4"])
        #expect(try await store.appCount(at: "d", except: "app") == 1)
        try await store.close(clean: true)

        let again = try await HomeStore.open(path: folder.file)
        #expect(try await again.appData(of: "d", app: "other") == ["a": "5"])
        #expect(try await again.load().removedDevices == ["x"])
        try await again.commit([.markRemoved(deviceID: "x"), .unmarkRemoved(deviceID: "x")])
        #expect(try await again.load().removedDevices.isEmpty)
        try await again.commit([.removeStructure(id: "s")])
        for object in ["s", "r", "d"] {
            #expect(try await again.appData(of: object, app: "app").isEmpty)
            #expect(try await again.appCount(at: object, except: "") == 0)
        }
        try await again.close(clean: true)
    }

    @Test func schemasHaveTheirProviderAndGo() async throws {
        let store = try await HomeStore.inMemory()
        let first = StoredSchema(traitID: 0xFFF1_FC01, schema: [1], providerID: "maker")
        let second = StoredSchema(traitID: 0xFFF1_FC02, schema: [2])
        try await store.commit([.putSchema(first), .putSchema(second)])
        #expect(try await store.load().schemas == [first, second])
        let claimed = StoredSchema(traitID: 0xFFF1_FC02, schema: [3], providerID: "other")
        try await store.commit([.removeSchema(traitID: 0xFFF1_FC01), .putSchema(claimed)])
        #expect(try await store.load().schemas == [claimed])
    }

    @Test func whatWasAcknowledgedIsOnTheDiskAndTheEpochRisesAfterAKill() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.save([state(7)], progress: [.init(structureID: "s", sequence: 42, eventNumber: 9)])

        // The first store never closes: the copy is what kill -9 leaves.
        let left = try folder.abandoned()
        for epoch in UInt64(2)...4 {
            let after = try await HomeStore.open(path: left)
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

    @Test func aCommitIsAllOrNothing() async throws {
        let store = try await HomeStore.inMemory()
        let orphan = StoredRoom(id: "x", structureID: "nowhere", name: "Attic")
        await #expect(throws: StoreError.self) {
            try await store.commit([.putStructure(structure), .putRoom(orphan)])
        }
        #expect(try await store.load().structures.isEmpty)
    }

    @Test func whatBelongsToAnObjectGoesWithIt() async throws {
        let store = try await HomeStore.inMemory()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.save([state(1)], progress: [])

        try await store.commit([.removeRoom(id: "r")])
        #expect(try await store.load().devices.first?.roomID == nil)
        #expect(try await store.load().devices.count == 1)

        try await store.commit([.removeDevice(id: "d")])
        #expect(try await store.load().states.isEmpty)
        // A late save of a device that is gone changes nothing and fails nothing.
        try await store.save([state(2)], progress: [.init(structureID: "s", sequence: 3, eventNumber: 0)])
        #expect(try await store.load().states.isEmpty)
        #expect(try await store.load().structures.first?.sequence == 3)

        try await store.commit([.putDevice(device).withoutRoom, .removeStructure(id: "s")])
        let home = try await store.load()
        #expect(home.structures.isEmpty && home.devices.isEmpty)
    }

    @Test func renamingKeepsTheSequenceSavingKeepsTheNewestState() async throws {
        let store = try await HomeStore.inMemory()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.save(
            [state(1), state(2, endpoint: 2)], progress: [.init(structureID: "s", sequence: 5, eventNumber: 2)])
        try await store.save([state(3)], progress: [])
        try await store.commit([.putStructure(StoredStructure(id: "s", name: "House"))])
        let home = try await store.load()
        #expect(home.structures == [StoredStructure(id: "s", name: "House", sequence: 5, eventNumber: 2)])
        #expect(Set(home.states) == [state(3), state(2, endpoint: 2)])
    }

    @Test func aFileThatIsOpenIsRefusedWithItsName() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        let error = await #expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        #expect(error?.code == .inUse)
        #expect(error?.message.contains(folder.file) == true)
        try await store.close(clean: true)
        try await HomeStore.open(path: folder.file).close(clean: true)
    }

    @Test func aFileThatIsNotOursAndOneFromANewerVersionAreRefusedAndLeftAlone() async throws {
        let text = try TemporaryFolder()
        try text.write(Array("this is a letter, not a database, and longer than a header".utf8))
        var error = await #expect(throws: StoreError.self) { _ = try await HomeStore.open(path: text.file) }
        #expect(error?.code == .notOurs)

        let newer = try TemporaryFolder()
        try Database(
            path: newer.file,
            schema: DatabaseSchema(
                applicationID: 0x4852_5448, migrations: (0..<99).map { "CREATE TABLE t\($0)(x INTEGER)" })
        ).close()
        error = await #expect(throws: StoreError.self) { _ = try await HomeStore.open(path: newer.file) }
        #expect(error?.code == .newerVersion)
        #expect(error?.message.contains(newer.file) == true)
    }

    @Test func aClosedStoreSaysSo() async throws {
        let store = try await HomeStore.inMemory()
        try await store.close(clean: true)
        let error = await #expect(throws: StoreError.self) { try await store.commit([.putStructure(structure)]) }
        #expect(error?.code == .closed)
    }
}

extension StoreChange {
    fileprivate var withoutRoom: StoreChange {
        guard case .putDevice(var device) = self else { return self }
        device.roomID = nil
        return .putDevice(device)
    }
}
