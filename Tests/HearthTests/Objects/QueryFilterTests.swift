internal import Hearth
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct QueryFilterTests {
    @Test func aFilterNarrowsTheList() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let lamps = try await home.devices().filter { $0.name.hasSuffix("amp") }.list()
        expect(lamps.map(\.id), equals: ["bedroom-lamp"])
        let structure = try require(try await home.structures().list().first)
        try await expect(home.devices().in(structureID: structure.id).list().count, equals: TestHouse.all.count)
        try await expect(home.devices().in(structureID: "nowhere").list().isEmpty)
        let bedroom = try require(try await home.rooms().filter { $0.name == "Bedroom" }.list().first)
        try await expect(home.devices().in(roomID: bedroom.id).list().map(\.id), equals: ["bedroom-lamp"])
        try await expect(home.devices().in(roomID: nil).list().map(\.id).sorted(), equals: ["door", "hygrometer"])
        try await expect(home.rooms().in(structureID: structure.id).list().count, equals: 2)
        try await expect(home.structures().filter { $0.name == "" }.list().isEmpty)
    }

    @Test func devicesAreFoundByTypeAndByTraitAndFiltersAddUp() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let dimmable = home.devices().of(DimmableLightDeviceType.self)
        try await expect(dimmable.list().map(\.id).sorted(), equals: ["bedroom-lamp", "speaker"])
        let withLevel = dimmable.having(Matter.LevelControlTrait.self)
        try await expect(withLevel.list().map(\.id), equals: ["bedroom-lamp"])
        try await expect(withLevel.filter { $0.name == "Door" }.list().isEmpty)
    }

    /// A filter is the app's code, which may call the home.
    @Test func aFilterMayLookAtTypes() async throws {
        let fixture = try await HubFixture.start()
        let lights = fixture.home.devices().filter { $0.types.contains(OnOffLightDeviceType.self) }
        try await expect(lights.list().map(\.id), equals: ["ceiling"])
        let updates = Recorder(lights.stream())
        await expect(updates.next().value?.object?.id, equals: "ceiling")
    }

    @Test func aBatchedFilterEmitsOnlyWhatMakesADifferenceToIt() async throws {
        let fixture = try await HubFixture.start()
        let named = fixture.home.devices().filter { $0.name.hasPrefix("Front") }
        let sets = Recorder(named.batched())
        await expect(sets.next().value?.map(\.id), equals: ["door"])
        _ = try await fixture.device("hygrometer").setName("Dry")
        _ = try await fixture.device("ceiling").setName("Front lamp")
        await expect(sets.next().value?.map(\.id).sorted(), equals: ["ceiling", "door"])
        _ = try await fixture.device("door").setName("Back door")
        await expect(sets.next().value?.map(\.id), equals: ["ceiling"])
    }

    @Test func anObjectThatStopsMatchingIsDeletedForTheStream() async throws {
        let fixture = try await HubFixture.start()
        let updates = Recorder(fixture.home.devices().filter { $0.name.hasPrefix("Front") }.stream())
        let door = try await fixture.device("door")
        await expect(updates.next().value, equals: .initial(door))
        let renamed = try await door.setName("Front gate")
        await expect(updates.next().value, equals: .changed(renamed))
        _ = try await door.setName("Gate")
        await expect(updates.next().value, equals: .deleted(objectID: "door"))
        let back = try await door.setName("Front door")
        await expect(updates.next().value, equals: .added(back))
    }

    /// The changes of the stream always add up to the list.
    @Test func theStreamOfAFilterAddsUpToItsList() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var chance = SeededGenerator(seed: seed)
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let structure = try require(try await home.structures().list().first)
        let rooms = try await home.rooms().list().sorted { $0.name < $1.name }
        let query = home.devices().in(roomID: rooms.first?.id).filter { $0.name.hasSuffix("1") }
        let told = Mutex<[String: HomeDevice]>([:])
        let cancellable = query.stream().assertNoFailure().sink { update in
            told.withLock { told in
                switch update {
                case .initial(let device), .added(let device):
                    expectNil(told.updateValue(device, forKey: device.id))
                case .changed(let device): expect(told.updateValue(device, forKey: device.id) != nil)
                case .deleted(let id): expect(told.removeValue(forKey: id) != nil)
                }
            }
        }
        for step in 0..<150 {
            let devices = try await home.devices().list().sorted { $0.id < $1.id }
            let device = try require(devices.randomElement(using: &chance))
            if Bool.random(using: &chance) {
                _ = try await device.setName("name \(step) \(Int.random(in: 0...2, using: &chance))")
            } else {
                try await structure.move(device: device, to: rooms.randomElement(using: &chance))
            }
            let list = try await query.list()
            try require(Set(told.withLock { $0.values }) == list, "seed \(seed), step \(step)")
        }
        cancellable.cancel()
    }

    @Test func aFilterByRoomFollowsTheDevices() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let structure = try require(try await home.structures().list().first)
        let bedroom = try require(try await home.rooms().list().first { $0.name == "Bedroom" })
        let updates = Recorder(home.devices().in(roomID: bedroom.id).stream())
        await expect(updates.next().value?.object?.id, equals: "bedroom-lamp")
        let door = try await structure.move(device: fixture.device("door"), to: bedroom)
        expect(door.roomID, equals: bedroom.id)
        await expect(updates.next().value, equals: .added(door))
        let out = try await structure.move(device: door, to: nil)
        expectNil(out.roomID)
        await expect(updates.next().value, equals: .deleted(objectID: "door"))
    }
}
