internal import Hearth
internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ConnectivityTests {
    private static let states: [ConnectivityState] = [.unknown, .online, .offline, .partiallyOnline]
    private static let ways: [LocalityType] = [.unspecified, .direct, .localPeer, .remote, .mixed]

    private func together(_ parts: SourceConnectivity...) -> SourceConnectivity { .aggregate(parts) }

    @Test func everyPairOfStatesTogether() {
        typealias Row = (ConnectivityState, ConnectivityState, ConnectivityState)
        let table: [Row] = [
            (.unknown, .unknown, .unknown), (.unknown, .online, .partiallyOnline), (.unknown, .offline, .offline),
            (.unknown, .partiallyOnline, .partiallyOnline), (.online, .online, .online),
            (.online, .offline, .partiallyOnline), (.online, .partiallyOnline, .partiallyOnline),
            (.offline, .offline, .offline), (.offline, .partiallyOnline, .partiallyOnline),
            (.partiallyOnline, .partiallyOnline, .partiallyOnline),
        ]
        expect(table.count, equals: Self.states.count * (Self.states.count + 1) / 2)
        for (one, other, both) in table {
            for (left, right) in [(one, other), (other, one)] {
                let parts = [left, right].map { SourceConnectivity(connectivityState: $0, dataSourceLocality: .direct) }
                expect(SourceConnectivity.aggregate(parts).connectivityState, equals: both, "\(left) and \(right)")
            }
        }
    }

    @Test func everyPairOfWaysTogether() {
        for one in Self.ways {
            for other in Self.ways {
                let both: LocalityType =
                    if one == other || other == .unspecified {
                        one
                    } else if one == .unspecified {
                        other
                    } else {
                        .mixed
                    }
                let parts = [one, other].map { SourceConnectivity(connectivityState: .online, dataSourceLocality: $0) }
                expect(SourceConnectivity.aggregate(parts).dataSourceLocality, equals: both, "\(one) and \(other)")
            }
        }
    }

    @Test func nothingIsUnknown() {
        expect(SourceConnectivity.aggregate([]), equals: .unknown)
    }

    @Test func lostProviderTakesTypesAndTraitsOffline() async throws {
        let (fixture, device) = try await HubFixture.with("speaker")
        let devices = Recorder(fixture.home.device(id: "speaker"))
        let lights = Recorder(device.types.subscribe(DimmableLightDeviceType.self))
        await expect(devices.next().value?.sourceConnectivity.connectivityState, equals: .online)
        let online = try require(await lights.next().value)
        expect(online.metadata.sourceConnectivity.connectivityState, equals: .online)
        await fixture.hub.detach(fixture.provider)
        await expect(devices.next().value?.sourceConnectivity.connectivityState, equals: .offline)
        let offline = try require(await lights.next().value)
        expect(offline.metadata.sourceConnectivity.connectivityState, equals: .offline)
        expect(offline.matterTraits.onOffTrait?.metadata.sourceConnectivity.connectivityState, equals: .offline)
        expect(offline.matterTraits.onOffTrait?.onOff, equals: online.matterTraits.onOffTrait?.onOff)
        let error = await expect(throws: HomeError.self) { try await offline.matterTraits.onOffTrait?.on() }
        expect(error?.code, equals: .unavailable)
        try await fixture.hub.attach(fixture.house)
        await expect(devices.next().value?.sourceConnectivity.connectivityState, equals: .online)
    }

    /// The table of the documentation, with traits of different connectivity in one part and another part beside it.
    @Test func aTypeIsTheWholeOfItsTraitsAndADeviceOfItsParts() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await writer.write(.snapshot(Self.snapshot))
            try await writer.write(
                .snapshotComplete(Hearth_V1_SnapshotComplete(positions: [Hearth_V1_Position(position("s", 1))])))
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        let device = try require(try await home.devices().list().first)
        let lamp = try require(await device.types.get(DimmableLightDeviceType.self))
        expect(lamp.traits[Matter.OnOffTrait.self]?.metadata.sourceConnectivity, equals: Self.local)
        expect(lamp.traits[Matter.LevelControlTrait.self]?.metadata.sourceConnectivity, equals: Self.cloud)
        expect(
            lamp.metadata.sourceConnectivity,
            equals: SourceConnectivity(connectivityState: .partiallyOnline, dataSourceLocality: .mixed))
        let speaker = try require(await device.types.get(SpeakerDeviceType.self))
        expect(speaker.metadata.sourceConnectivity, equals: Self.local)
        expect(device.sourceConnectivity, equals: lamp.metadata.sourceConnectivity)
        await home.disconnect()
    }

    private static let local = SourceConnectivity(connectivityState: .online, dataSourceLocality: .direct)
    private static let cloud = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .remote)

    private static var snapshot: Hearth_V1_Snapshot {
        let (onOff, level) = (Matter.OnOffTrait.descriptor, Matter.LevelControlTrait.descriptor)
        let (lamp, speaker) = (DimmableLightDeviceType.descriptor, SpeakerDeviceType.descriptor)
        func info(_ trait: TraitDescriptor) -> Hearth_V1_TraitInfo {
            Hearth_V1_TraitInfo(id: trait.id, name: trait.typeName, revision: UInt32(trait.revision))
        }
        func state(_ endpoint: UInt32, _ trait: TraitDescriptor, _ way: SourceConnectivity) -> Hearth_V1_TraitState {
            Hearth_V1_TraitState(
                target: Hearth_V1_Target(deviceID: "d", endpoint: endpoint), traitID: trait.id,
                attributes: Google_Protobuf_Any(typeURL: "/" + trait.attributesTypeName, value: []),
                connectivity: Hearth_V1_SourceConnectivity(way))
        }
        let device = Hearth_V1_Device(
            id: "d", structureID: "s", name: "D",
            endpoints: [
                Hearth_V1_Endpoint(
                    id: 1, deviceTypes: [.init(id: lamp.id, revision: 1, isPrimary: true)],
                    traits: [info(onOff), info(level)]),
                Hearth_V1_Endpoint(id: 2, deviceTypes: [.init(id: speaker.id, revision: 1)], traits: [info(onOff)]),
            ])
        return Hearth_V1_Snapshot(
            structures: [Hearth_V1_Structure(id: "s", name: "Home")], devices: [device],
            states: [state(1, onOff, local), state(1, level, cloud), state(2, onOff, local)])
    }
}
