internal import Dispatch
internal import ExampleMaker
internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// The examples of the guide on observing changes, on a hub in this process.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ChangesGuideTests {
    /// A structure by an id that may be missing.
    @Test func unwrapping() async throws {
        let fixture = try await HubFixture.start()
        let home: Home? = fixture.home
        func structures() async throws -> Set<Structure>? {
            guard let home else { return nil }
            return try await home.structures().list()
        }
        let structures = try require(try await structures())
        func structure(structureID: String?) -> Structure? {
            guard let structureID else { return nil }
            return structures.first { $0.id == structureID }
        }
        expectNil(structure(structureID: nil))
        expectNil(structure(structureID: "none"))
        expect(structure(structureID: structures.first?.id)?.name, equals: "Home")
    }

    @Test func aStructuresName() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let first = try require(try await home.structures().list().first)
        let myStructureID = first.id
        let names = Recorder(
            home.structures().batched()
                .compactMap { $0.first(where: { $0.id == myStructureID }) }
                .removeDuplicates()
                .map(\.name)
                .eraseToAnyPublisher())
        await expect(names.next().value, equals: "Home")
        let renamed = try await first.setName("House by the sea")
        expect(renamed.name, equals: "House by the sea")
        await expect(names.next().value, equals: "House by the sea")
    }

    @Test func aDevicesNameAndRoom() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let lamps = Recorder(
            home.devices().batched()
                .compactMap { deviceList -> HomeDevice? in
                    deviceList.filter { $0.name == "Bedroom Lamp" }.first
                }
                .removeDuplicates()
                .eraseToAnyPublisher())
        let lamp = try require(await lamps.next().value)
        let structure = try require(try await home.structures().list().first)
        let room = try await structure.createRoom(name: "Attic")
        let moved = try await structure.move(device: lamp, to: room)
        expect(moved.roomID, equals: room.id)
        await expect(lamps.next().value, equals: moved)
        try await structure.deleteRoom(room)
        await expectNil(lamps.next().value?.roomID)
    }

    @Test func aTraitOfADevice() async throws {
        let (fixture, device) = try await HubFixture.with("ceiling")
        let states = Recorder(
            device.types.subscribe(OnOffLightDeviceType.self)
                .compactMap { $0.matterTraits.onOffTrait }
                .removeDuplicates()
                .map { $0.onOff }
                .eraseToAnyPublisher())
        await expect(states.next().value, equals: false)
        let path = TraitTarget(deviceID: "ceiling", endpoint: 1)
        fixture.house.set(TraitPath(path, ExampleOrganization.SpinnerTrait.descriptor.id), [0: .unsigned(45)])
        fixture.house.set(TraitPath(path, Matter.OnOffTrait.descriptor.id), [0: .bool(true)])
        await expect(states.next().value, equals: true)
    }

    @Test func roomsComeAndGo() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let updates = Recorder(home.rooms().stream())
        await expect(updates.next().value?.object?.name.isEmpty, equals: false)
        await expect(updates.next().value?.object?.name.isEmpty, equals: false)
        let structure = try require(try await home.structures().list().first)
        let room = try await structure.createRoom(name: "Cellar")
        await expect(updates.next().value, equals: .added(room))
        let renamed = try await room.setName("Wine cellar")
        await expect(updates.next().value, equals: .changed(renamed))
        expect(room.name, equals: "Cellar")
        try await structure.deleteRoom(id: room.id)
        await expect(updates.next().value, equals: .deleted(objectID: room.id))
    }

    @Test func aTypeOfADevice() async throws {
        let (_, device) = try await HubFixture.with("bedroom-lamp")
        let levels = Recorder(
            device.types.subscribe(DimmableLightDeviceType.self)
                .compactMap { $0.matterTraits.levelControlTrait }
                .removeDuplicates()
                .map { levelControlTrait in levelControlTrait.currentLevel }
                .eraseToAnyPublisher())
        await expect(levels.next().value, equals: 254)
        let light = try require(await device.types.get(DimmableLightDeviceType.self))
        // A change of another trait of the type is not shown.
        try await light.matterTraits.onOffTrait?.off()
        try await light.matterTraits.levelControlTrait?.moveToLevel(level: 3, transitionTime: nil)
        await expect(levels.next().value, equals: 3)
    }

    @Test func theRoomsOfAHome() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let names = Mutex<[[String]]>([])
        let cancellable = home.rooms().batched()
            .assertNoFailure()
            .sink { rooms in
                names.withLock { $0.append(rooms.map(\.name).sorted()) }
            }
        while names.withLock({ $0.isEmpty }) { await Task.yield() }
        expect(names.withLock { $0 }, equals: [["Bedroom", "Living room"]])
        let structure = try require(try await home.structures().list().first)
        _ = try await structure.createRoom(name: "Attic")
        expect(names.withLock { $0.last }, equals: ["Attic", "Bedroom", "Living room"])
        // A device that enters a room is a change of the device, not of the room.
        let door = try await fixture.device("door")
        let attic = try require(try await home.rooms().list().first { $0.name == "Attic" })
        try await structure.move(device: door, to: attic)
        expect(names.withLock { $0.count }, equals: 2)
        cancellable.cancel()
    }

    /// A view model as in apps: failures are caught, values arrive on the main queue, and the subscription does not
    /// retain it.
    @MainActor private final class FanTile {
        private(set) var fanDeviceType: FanDeviceType?
        private(set) var updates = 0
        private let device: HomeDevice
        private let updated: AsyncStream<Void>.Continuation
        private var cancellable: AnyCancellable?

        init(_ device: HomeDevice, updated: AsyncStream<Void>.Continuation) {
            self.device = device
            self.updated = updated
            self.cancellable = self.device.types.subscribe(FanDeviceType.self)
                .receive(on: DispatchQueue.main)
                .catch { error in
                    Issue.record(error, "Error getting FanDeviceType")
                    return Empty<FanDeviceType, Never>().eraseToAnyPublisher()
                }
                .sink { [weak self] fanDeviceType in
                    self?.fanDeviceType = fanDeviceType
                    self?.updateTileInfo()
                }
        }

        private func updateTileInfo() {
            updates += 1
            updated.yield()
        }
    }

    @Test @MainActor func theUsualShape() async throws {
        let fixture = try await HubFixture.start(try TestHouse.guide)
        let (stream, updated) = AsyncStream<Void>.makeStream()
        var updates = stream.makeAsyncIterator()
        let fan = try await fixture.device("fan")
        var tile: FanTile? = FanTile(fan, updated: updated)
        weak let kept = tile
        await updates.next()
        expect(tile?.fanDeviceType?.matterTraits.fanControlTrait?.fanMode, equals: .off)
        let path = TraitPath(TraitTarget(deviceID: "fan", endpoint: 1), Matter.FanControlTrait.descriptor.id)
        fixture.house.set(path, [2: .unsigned(40)])
        await updates.next()
        expect((tile?.fanDeviceType?.matterTraits.fanControlTrait?.percentSetting, tile?.updates), are: (40, 2))
        tile = nil
        expectNil(kept)
    }

    @Test func changesCarryCausesAndEvents() async throws {
        let fixture = try await HubFixture.start()
        let changes = Recorder(fixture.home.changes())
        let light = try await fixture.device("ceiling").types.get(OnOffLightDeviceType.self)
        try await light?.matterTraits.onOffTrait?.on()
        guard case .report(let own)? = await changes.next().value else { return expect(false, "no report") }
        expect((own.cause, own.traits.map(\.path.target.deviceID)), are: (.client(fixture.home.clientID), ["ceiling"]))
        fixture.house.happen(
            .init(endpoint: 1, traitID: Matter.DoorLockTrait.descriptor.id, eventID: 0, fields: [0: .unsigned(2)]),
            on: "door")
        guard case .report(let alarm)? = await changes.next().value else { return expect(false, "no report") }
        expect((alarm.cause, alarm.events.map(\.eventID)), are: (.device, [0]))
    }

    @Test func aDeviceThatIsRemovedEndsItsPublishers() async throws {
        let fixture = try await HubFixture.start()
        let door = try await fixture.device("door")
        let types = Recorder(door.types.subscribe(DoorLockDeviceType.self))
        let device = Recorder(fixture.home.device(id: "door"))
        await expect(types.next().value != nil)
        await expect(device.next().value, equals: door)
        try await fixture.removeDevice("door")
        await expect(types.next().isFinished)
        await expect(device.next().isFinished)
        await expectNil(door.types.get(DoorLockDeviceType.self))
    }

    @Test func valuesForALoop() async throws {
        let fixture = try await HubFixture.start()
        for try await devices in fixture.home.devices().batched().values {
            expect(devices.count, equals: TestHouse.all.count)
            break
        }
    }
}
