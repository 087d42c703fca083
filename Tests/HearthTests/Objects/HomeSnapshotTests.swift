internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HomeSnapshotTests {
    private let schemas = Dictionary(
        StandardTraits.descriptors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    @Test func snapshotHasAllObjectsInOrder() async throws {
        let fixture = try await HubFixture.start()
        let snapshot = try fixture.home.snapshot()
        expect(snapshot.devices.map(\.id), equals: ["bedroom-lamp", "ceiling", "door", "hygrometer", "speaker"])
        try await expect(Set(snapshot.rooms), equals: fixture.home.rooms().list())
        try await expect(Set(snapshot.structures), equals: fixture.home.structures().list())
        expect((snapshot.zones, snapshot.serviceGroups), are: ([], []))
        expect(snapshot.traitIDs.isSuperset(of: [6, 8, 0x101]))
        await fixture.stop()
        expect(throws: HomeError.self) { try fixture.home.snapshot() }
    }

    @Test func traitsAreReadWithoutTheirTypes() async throws {
        let fixture = try await HubFixture.start()
        let snapshot = try fixture.home.snapshot()
        let lamp = try require(snapshot.devices.first)
        let traits = snapshot.traits(of: lamp, schemas)
        expect((traits.map(\.descriptor.name), traits.first?["onOff"]), are: (["OnOff", "LevelControl"], .bool(true)))
        expect(traits.first?.target, equals: TraitTarget(deviceID: "bedroom-lamp", endpoint: 1))
        expect(traits.first?.metadata.sourceConnectivity.connectivityState, equals: .online)
        expect(snapshot.traits(of: lamp, [:]).isEmpty)
    }

    @Test func deviceIsFoundByItsID() async throws {
        let fixture = try await HubFixture.start()
        let snapshot = try fixture.home.snapshot()
        expect(snapshot.device(id: "door"), equals: snapshot.devices.first { $0.id == "door" })
        expectNil(snapshot.device(id: "gone"))
    }

    @Test("A trait whose state the hub has not sent is not online")
    func traitWithoutStateIsUnknown() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await writer.snapshot(hasState: false)
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        let snapshot = try home.snapshot()
        let lamp = try require(snapshot.device(id: "lamp"))
        let traits = snapshot.traits(of: lamp, schemas)
        expect(traits.map(\.metadata.sourceConnectivity), equals: [.unknown])
        expectNil(traits.first?["onOff"])
        await home.disconnect()
    }

    @Test("A snapshot keeps its values when the home changes")
    func snapshotIsOneMoment() async throws {
        let fixture = try await HubFixture.start()
        let before = try fixture.home.snapshot()
        let door = try await fixture.device("door")
        _ = try await door.setName("Gate")
        expect(before.devices.first { $0.id == "door" }?.name, equals: "Front door")
        try expect(fixture.home.snapshot().devices.first { $0.id == "door" }?.name, equals: "Gate")
    }

    @Test func schemasComeFromTheHub() async throws {
        let fixture = try await HubFixture.start()
        let schemas = try await fixture.home.schemas(of: [6, 0xFFF4_FC00])
        expect(schemas.mapValues(\.name), equals: [6: "OnOff"])
        try await expect(fixture.home.schemas(of: []), equals: [:])
    }

    @Test func removedDevicesAreNamed() async throws {
        let (fixture, structure) = try await HubFixture.withStructure()
        try await expect(structure.removeDevice(id: "door"), equals: ["door"])
        try expect(fixture.home.snapshot().devices.contains { $0.id == "door" }, equals: false)
    }
}
