internal import HearthVirtualHome
internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct StructureTraitsTests {
    private static let time = Google.TimeTrait.descriptor
    private static let path = TraitPath(TraitTarget(deviceID: "s", endpoint: 0), time.id)

    private static func state(_ missing: Bool) -> HomeReport.TraitChange {
        HomeReport.TraitChange(
            path: path, attributes: time.encodeAttributes([3: .bool(missing)]), connectivity: .direct)
    }

    private static func structure(_ name: String = "Home", traits: Bool = true) -> CachedStructure {
        CachedStructure(
            id: "s", name: name,
            traits: traits ? [.init(id: time.id, name: time.typeName, revision: 1)] : [])
    }

    private func cache() -> HomeCache {
        var cache = HomeCache()
        cache.watchBegins()
        cache.gather(SnapshotPart(structures: [Self.structure()], traits: [Self.state(true)]))
        _ = cache.snapshotCompleted(at: [position("s", 1)])
        _ = cache.set(.current)
        return cache
    }

    @Test func theCacheKeepsTheStateOfAStructure() {
        var cache = cache()
        expect(cache.records(of: Self.path.target)[Self.time.id]?.connectivity, equals: .direct)
        let delta = cache.apply(report(position("s", 2), traits: [Self.state(false)]))
        expect(delta, equals: HomeDelta(objects: false, devices: ["s"]))
        expect(cache.set(.stale(since: 5)).devices, equals: ["s"])
    }

    @Test func aNewNameLeavesTheTraitsAlone() {
        var cache = cache()
        let delta = cache.apply(report(position("s", 2), objects: [.structure(Self.structure("House"))]))
        expect(delta, equals: HomeDelta(objects: true, devices: []))
        expect(cache.records(of: Self.path.target)[Self.time.id] != nil)
    }

    @Test func aTraitThatTheStructureLosesIsForgotten() {
        var cache = cache()
        let delta = cache.apply(report(position("s", 2), objects: [.structure(Self.structure(traits: false))]))
        expect(delta, equals: HomeDelta(objects: true, devices: ["s"]))
        expect(cache.records(of: Self.path.target).isEmpty)
        expect(cache.apply(report(position("s", 3), objects: [.structureRemoved("s")])).objects)
    }

    @Test func aSnapshotReplacesTheStateOfAStructure() {
        var cache = cache()
        cache.watchBegins()
        cache.resync("s")
        cache.gather(SnapshotPart(structures: [Self.structure()], traits: [Self.state(false)]))
        let delta = cache.snapshotCompleted(at: [position("s", 1, epoch: 2)])
        expect(delta.devices, equals: ["s"])
        cache.watchBegins()
        cache.resync("s")
        expect((cache.snapshotCompleted(at: []).devices, cache.state), are: (["s"], CachedHome()))
    }

    @Test func aTraitOfAStructureIsReadAndFollowed() async throws {
        let (changes, change) = AsyncStream<Bool>.makeStream()
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            let info = Hearth_V1_TraitInfo(id: Self.time.id, name: Self.time.typeName, revision: 1)
            try await writer.write(
                .snapshot(
                    Hearth_V1_Snapshot(
                        structures: [Hearth_V1_Structure(id: "s", name: "Home", traits: [info])],
                        states: [Self.message(true)])))
            try await writer.write(
                .snapshotComplete(Hearth_V1_SnapshotComplete(positions: [Hearth_V1_Position(position("s", 1))])))
            var sequence: UInt64 = 1
            for await missing in changes {
                sequence += 1
                try await writer.write(
                    .report(
                        Hearth_V1_Report(
                            position: Hearth_V1_Position(position("s", sequence)), states: [Self.message(missing)])))
            }
        }
        let home = try await Home.connect(over: hub.client())
        let structure = try require(try await home.structures().list().first)
        expect(structure.traits.contains(Google.TimeTrait.self))
        expect(!structure.traits.contains(Matter.OnOffTrait.self))
        await expectNil(structure.traits.get(Matter.OnOffTrait.self))
        await expect(structure.traits.get(Google.TimeTrait.self)?.missingStructureLocation, equals: true)
        await expect(Recorder(structure.traits.subscribe(Matter.OnOffTrait.self)).next().isFinished)
        let structures = Recorder(home.structures().stream())
        _ = await structures.next()
        let times = Recorder(structure.traits.subscribe(Google.TimeTrait.self))
        await expect(times.next().value?.missingStructureLocation, equals: true)
        change.yield(false)
        let now = await times.next().value
        expect((now?.missingStructureLocation, now?.metadata.sourceConnectivity), are: (false, .direct))
        try await expect(home.devices().list().isEmpty)
        await home.disconnect()
        // The structure itself is unchanged.
        await expect(structures.next().isFinished)
    }

    // MARK: On a real hub

    @Test func theTimeOfAStructureOnAHub() async throws {
        let fixture = try await HubFixture.start([])
        try await fixture.hub.attachOwnTraits {
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 0 })
        }
        let structures = Recorder(fixture.home.structures().batched())
        let structure = try require(await structures.first { $0.first?.record.traits.isEmpty == false }?.first)
        let time = try require(await Recorder(structure.traits.subscribe(Google.TimeTrait.self)).next().value)
        expect((time.currentTime != nil, time.missingStructureLocation), are: (true, true))
        expect(time.metadata.sourceConnectivity.connectivityState, equals: .online)
        try await expect(fixture.home.devices().list().isEmpty)
    }

    @Test func aStructureTakesCommandsAndShowsWhatTheyDid() async throws {
        let fixture = try await HubFixture.start()
        try await fixture.hub.attachOwnTraits { TestHouse([TestHouse.switchable($0.id)]) }
        let home = try await Home.connect(
            over: fixture.client, configuration: HomeClientConfiguration(strictOperationValidation: true))
        let structure = try require(try await home.structures().list().first)
        let states = Recorder(structure.traits.subscribe(Matter.OnOffTrait.self))
        let before = try require(await states.next().value)
        expect(before.onOff, equals: false)
        try await before.toggle()
        await expect(states.next().value?.onOff, equals: true)
        await expect(structure.traits.get(Matter.OnOffTrait.self)?.onOff, equals: true)
        let error = await expect(throws: HomeError.self) {
            try await before.offWithEffect(effectIdentifier: .dyingLight)
        }
        expect((error?.code, error?.message.contains("\"\(structure.name)\"")), are: (.unimplemented, true))
        let renamed = try await structure.setName("House")
        expect(renamed.traits.contains(Matter.OnOffTrait.self))
        try await expect((home.structures().list(), home.devices().list().count), are: ([renamed], TestHouse.all.count))
    }

    private static func message(_ missing: Bool) -> Hearth_V1_TraitState {
        Hearth_V1_TraitState(
            target: Hearth_V1_Target(deviceID: "s", endpoint: 0), traitID: time.id,
            attributes: Google_Protobuf_Any(
                typeURL: "/" + time.attributesTypeName, value: time.encodeAttributes([3: .bool(missing)])),
            connectivity: Hearth_V1_SourceConnectivity(.direct))
    }
}
