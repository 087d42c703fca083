internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct HomeSnapshotTests {
    private let schemas = Dictionary(
        StandardTraits.descriptors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    @Test func snapshotHasAllObjectsInOrder() async throws {
        let fixture = try await HubFixture.start()
        let snapshot = try fixture.home.snapshot()
        #expect(snapshot.devices.map(\.id) == ["bedroom-lamp", "ceiling", "door", "hygrometer", "speaker"])
        #expect(try await Set(snapshot.rooms) == fixture.home.rooms().list())
        #expect(try await Set(snapshot.structures) == fixture.home.structures().list())
        #expect(snapshot.zones == [])
        #expect(snapshot.serviceGroups == [])
        #expect(snapshot.traitIDs.isSuperset(of: [6, 8, 0x101]))
        await fixture.stop()
        #expect(throws: HomeError.self) { try fixture.home.snapshot() }
    }

    @Test func traitsAreReadWithoutTheirTypes() async throws {
        let fixture = try await HubFixture.start()
        let snapshot = try fixture.home.snapshot()
        let lamp = try #require(snapshot.devices.first)
        let traits = snapshot.traits(of: lamp, schemas)
        #expect(traits.map(\.descriptor.name) == ["OnOff", "LevelControl"])
        #expect(traits.first?["onOff"] == .bool(true))
        #expect(traits.first?.target == TraitTarget(deviceID: "bedroom-lamp", endpoint: 1))
        #expect(traits.first?.metadata.sourceConnectivity.connectivityState == .online)
        #expect(snapshot.traits(of: lamp, [:]).isEmpty)
        await fixture.stop()
    }

    @Test func deviceIsFoundByItsID() async throws {
        let fixture = try await HubFixture.start()
        let snapshot = try fixture.home.snapshot()
        #expect(snapshot.device(id: "door") == snapshot.devices.first { $0.id == "door" })
        #expect(snapshot.device(id: "gone") == nil)
        await fixture.stop()
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
        let lamp = try #require(snapshot.device(id: "lamp"))
        let traits = snapshot.traits(of: lamp, schemas)
        #expect(traits.map(\.metadata.sourceConnectivity) == [.unknown])
        #expect(traits.first?["onOff"] == nil)
        await home.disconnect()
    }

    @Test("A snapshot keeps its values when the home changes")
    func snapshotIsOneMoment() async throws {
        let fixture = try await HubFixture.start()
        let before = try fixture.home.snapshot()
        let door = try await fixture.device("door")
        _ = try await door.setName("Gate")
        #expect(before.devices.first { $0.id == "door" }?.name == "Front door")
        #expect(try fixture.home.snapshot().devices.first { $0.id == "door" }?.name == "Gate")
        await fixture.stop()
    }

    @Test func schemasComeFromTheHub() async throws {
        let fixture = try await HubFixture.start()
        let schemas = try await fixture.home.schemas(of: [6, 0xFFF4_FC00])
        #expect(schemas.mapValues(\.name) == [6: "OnOff"])
        #expect(try await fixture.home.schemas(of: []) == [:])
        await fixture.stop()
    }

    @Test func removedDevicesAreNamed() async throws {
        let fixture = try await HubFixture.start()
        let structure = try #require(try await fixture.home.structures().list().first)
        #expect(try await structure.removeDevice(id: "door") == ["door"])
        #expect(try fixture.home.snapshot().devices.contains { $0.id == "door" } == false)
        await fixture.stop()
    }
}
