internal import ExampleMaker
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// The home's cached state equals the hub's answers.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HomeAgainstHubTests {
    private func expectEqual(_ fixture: HubFixture, _ comment: Comment) async throws {
        let hub = Hearth_V1_HomeClient(fixture.client)
        let list = try await hub.list(Hearth_V1_ListRequest())
        let read = try await hub.read(Hearth_V1_ReadRequest())
        await fixture.home.connection.reach(list.positions)
        let state = fixture.home.connection.withCache { $0.state }
        try require(state.structures.values.map(\.name) == list.structures.map(\.name), comment)
        try require(
            Set(state.rooms.values) == Set(list.rooms.map { CachedRoom($0) }), comment)
        try require(Set(state.devices.values) == Set(list.devices.map { CachedDevice($0) }), comment)
        var wanted: [TraitPath: StructureValue] = [:]
        for change in read.states.compactMap({ HomeReport.TraitChange($0) }) {
            wanted[change.path] = try decoded(change.path, change.attributes ?? [])
        }
        var seen: [TraitPath: StructureValue] = [:]
        for (path, entry) in state.traits.values.flatMap({ $0 }) {
            seen[path] = try decoded(path, entry.attributes.bytes)
        }
        try require(seen == wanted, comment)
    }

    private func decoded(_ path: TraitPath, _ bytes: [UInt8]) throws -> StructureValue {
        let descriptor = try require(ExampleMakerTraits.withStandard.first { $0.id == path.traitID })
        return try descriptor.decodeAttributes(bytes.span.bytes)
    }

    @Test func afterAnyCourseOfChangesTheHomeShowsWhatTheHubHas() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var chance = SeededGenerator(seed: seed)
        let (fixture, structure) = try await HubFixture.withStructure()
        for step in 0..<150 {
            let devices = try await fixture.home.devices().list().sorted { $0.id < $1.id }
            let rooms = try await fixture.home.rooms().list().sorted { $0.id < $1.id }
            let device = try require(devices.randomElement(using: &chance))
            switch Int.random(in: 0..<10, using: &chance) {
            case 0: _ = try await device.setName("name \(step)")
            case 1: _ = try await structure.createRoom(name: "room \(step)")
            case 2:
                if let room = rooms.randomElement(using: &chance) { try await structure.move(device: device, to: room) }
            case 3:
                if rooms.count > 2, let room = rooms.randomElement(using: &chance) {
                    try await structure.deleteRoom(room)
                }
            case 4: fixture.house.setOnline(.random(using: &chance), device.id)
            case 5, 6:
                let light = try await fixture.home.devices().list().first { $0.id == "bedroom-lamp" }?
                    .types.get(DimmableLightDeviceType.self)
                try? await light?.matterTraits.onOffTrait?.toggle()
            default:
                let lamp = TraitTarget(deviceID: "bedroom-lamp", endpoint: 1)
                fixture.house.set(
                    TraitPath(lamp, Matter.OnOffTrait.descriptor.id),
                    [
                        0x4003: Bool.random(using: &chance) ? .null : .unsigned(1),
                        GlobalAttribute.acceptedCommandList: .list([.unsigned(UInt64(step))]),
                    ])
            }
            if step % 10 == 9 { try await expectEqual(fixture, "seed \(seed), step \(step)") }
        }
    }

    @Test func aSecondClientSeesWhatTheFirstDoes() async throws {
        let fixture = try await HubFixture.start()
        let other = try await Home.connect(over: fixture.client)
        let updates = Recorder(other.devices().stream())
        for _ in TestHouse.all { _ = await updates.next() }
        let renamed = try await fixture.device("door").setName("Back door")
        await expect(updates.next().value, equals: .changed(renamed))
        await other.disconnect()
    }

    @Test func anObserverThatDoesNotReadGetsThePresentWhenItDoes() async throws {
        let (fixture, device) = try await HubFixture.with("ceiling")
        var values = device.types.subscribe(OnOffLightDeviceType.self).values.makeAsyncIterator()
        try await expect(values.next()?.matterTraits.onOffTrait?.onOff, equals: false)
        let spinner = TraitPath(
            TraitTarget(deviceID: "ceiling", endpoint: 1), ExampleOrganization.SpinnerTrait.descriptor.id)
        for rpm in 34...133 { fixture.house.set(spinner, [0: .unsigned(UInt64(rpm))]) }
        let light = try await device.types.getAll(of: OnOffLightDeviceType.self).first
        try await light?.matterTraits.onOffTrait?.on()
        let next = try await values.next()
        expect(next?.traits[ExampleOrganization.SpinnerTrait.self]?.rpm, equals: 133)
        expect(next?.matterTraits.onOffTrait?.onOff, equals: true)
    }
}
