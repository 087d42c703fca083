internal import Hearth
internal import HearthTraits
internal import Synchronization
internal import Testing

/// The examples of the guide on observing changes, on a hub in this process.
@Suite(.timeLimit(.minutes(1))) struct ChangesGuideTests {
    @Test func aStructuresName() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let first = try #require(try await home.structures().list().first)
        let myStructureID = first.id
        let names = Recorder(
            home.structures().batched()
                .compactMap { $0.first(where: { $0.id == myStructureID }) }
                .removeDuplicates()
                .map(\.name)
                .eraseToAnyPublisher())
        #expect(await names.next().value == "Home")
        let renamed = try await first.setName("House by the sea")
        #expect(renamed.name == "House by the sea")
        #expect(await names.next().value == "House by the sea")
        await fixture.stop()
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
        let lamp = try #require(await lamps.next().value)
        let structure = try #require(try await home.structures().list().first)
        let room = try await structure.createRoom(name: "Attic")
        let moved = try await structure.move(device: lamp, to: room)
        #expect(moved.roomID == room.id)
        #expect(await lamps.next().value == moved)
        try await structure.deleteRoom(room)
        #expect(await lamps.next().value?.roomID == nil)
        await fixture.stop()
    }

    @Test func aTraitOfADevice() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("ceiling")
        let states = Recorder(
            device.types.subscribe(OnOffLightDeviceType.self)
                .compactMap { $0.matterTraits.onOffTrait }
                .removeDuplicates()
                .map { $0.onOff }
                .eraseToAnyPublisher())
        #expect(await states.next().value == false)
        let path = TraitTarget(deviceID: "ceiling", endpoint: 1)
        fixture.house.set(TraitPath(path, ExampleOrganization.SpinnerTrait.descriptor.id), [0: .unsigned(45)])
        fixture.house.set(TraitPath(path, Matter.OnOffTrait.descriptor.id), [0: .bool(true)])
        #expect(await states.next().value == true)
        await fixture.stop()
    }

    @Test func roomsComeAndGo() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let updates = Recorder(home.rooms().stream())
        #expect(await updates.next().value?.object?.name.isEmpty == false)
        #expect(await updates.next().value?.object?.name.isEmpty == false)
        let structure = try #require(try await home.structures().list().first)
        let room = try await structure.createRoom(name: "Cellar")
        #expect(await updates.next().value == .added(room))
        let renamed = try await room.setName("Wine cellar")
        #expect(await updates.next().value == .changed(renamed))
        #expect(room.name == "Cellar")
        try await structure.deleteRoom(id: room.id)
        #expect(await updates.next().value == .deleted(objectID: room.id))
        await fixture.stop()
    }

    @Test func theUsualShapeWithCatch() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("ceiling")
        let seen = Mutex(0)
        let cancellable = device.types.subscribe(OnOffLightDeviceType.self)
            .catch { _ in
                Empty<OnOffLightDeviceType, Never>().eraseToAnyPublisher()
            }
            .sink { _ in seen.withLock { $0 += 1 } }
        #expect(seen.withLock { $0 } == 1)
        cancellable.cancel()
        await fixture.stop()
    }

    @Test func changesCarryCausesAndEvents() async throws {
        let fixture = try await HubFixture.start()
        let changes = Recorder(fixture.home.changes())
        let light = try await fixture.device("ceiling").types.get(OnOffLightDeviceType.self)
        try await light?.matterTraits.onOffTrait?.on()
        guard case .report(let own)? = await changes.next().value else {
            Issue.record("no report")
            return
        }
        #expect(own.cause == .client(fixture.home.clientID))
        #expect(own.traits.map(\.path.target.deviceID) == ["ceiling"])
        fixture.house.happen(
            .init(endpoint: 1, traitID: Matter.DoorLockTrait.descriptor.id, eventID: 0, fields: [0: .unsigned(2)]),
            on: "door")
        guard case .report(let alarm)? = await changes.next().value else {
            Issue.record("no report")
            return
        }
        #expect(alarm.cause == .device)
        #expect(alarm.events.map(\.eventID) == [0])
        await fixture.stop()
    }

    @Test func aDeviceThatIsRemovedEndsItsPublishers() async throws {
        let fixture = try await HubFixture.start()
        let door = try await fixture.device("door")
        let types = Recorder(door.types.subscribe(DoorLockDeviceType.self))
        let device = Recorder(fixture.home.device(id: "door"))
        #expect(await types.next().value != nil)
        #expect(await device.next().value == door)
        try await fixture.removeDevice("door")
        #expect(await types.next().isFinished)
        #expect(await device.next().isFinished)
        #expect(await door.types.get(DoorLockDeviceType.self) == nil)
        await fixture.stop()
    }

    @Test func valuesForALoop() async throws {
        let fixture = try await HubFixture.start()
        for try await devices in fixture.home.devices().batched().values {
            #expect(devices.count == TestHouse.all.count)
            break
        }
        await fixture.stop()
    }
}
