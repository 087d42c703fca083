internal import HearthHomeState
@testable internal import HearthHub
internal import HearthVirtualHome
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Traits of a structure itself: the time, and an OnOff that can be commanded.
@Suite(.timeLimit(.minutes(5)))
struct OwnTraitsTests {
    private let time = Google.TimeTrait.descriptor
    /// The traits of a structure with the Time trait: the hub adds its own.
    private let own = [
        Google.TimeTrait.descriptor, Google.AreaPresenceStateTrait.descriptor,
        HearthProject.PeoplePresenceTrait.descriptor,
        Google.VoiceStarterTrait.descriptor, HearthProject.NoticesTrait.descriptor,
    ]

    private func path(_ structure: String, _ trait: UInt32? = nil) -> TraitPath {
        TraitPath(TraitTarget(deviceID: structure, endpoint: 0), trait ?? time.id)
    }

    private func hub() async throws -> TestHub {
        let test = try await TestHub()
        let clock = test.clock
        try await test.hub.attachOwnTraits {
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 0 }, clock: clock)
        }
        return test
    }

    /// A structure that is turned on and off.
    private func switchable(_ structure: String) -> DeviceDescription {
        var description = TestProvider.lamp(structure, name: "")
        let traits = description.endpoints[1].traits
        description.endpoints = [EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: traits)]
        return description
    }

    @Test func structureTraitsAreListedAndReadLikeADevices() async throws {
        let test = try await hub()
        let structure = test.structureID
        let list = try await test.home().list(Hearth_V1_ListRequest())
        expect(list.devices.isEmpty)
        expect(
            list.structures.map(\.traits),
            equals: [
                own.map { Hearth_V1_TraitInfo(id: $0.id, name: $0.typeName, revision: UInt32($0.revision)) }
            ])
        let read = try await test.home().read(
            Hearth_V1_ReadRequest(filter: Hearth_V1_WatchFilter(deviceIDs: [structure])))
        expect(read.states.map { $0.target?.deviceID }, equals: Array(repeating: structure, count: own.count))
        let reading = try test.hub.read(path(structure), as: owner)
        // 08:00.
        expect(reading.attributes[0], equals: .structure([0: .unsigned(8), 1: .unsigned(0)]))
        expect(reading.attributes[3], equals: .bool(true))
        expect(reading.connectivity.connectivityState, equals: .online)
        let error = expect(throws: RPCError.self) { try test.hub.read(path(structure, 6), as: owner) }
        expect(error?.message.contains("Home has no OnOff"), equals: true)
    }

    @Test func aWatchBringsThemInItsSnapshotAndEachChange() async throws {
        let test = try await hub()
        var watcher = try await Watcher.atMarker(test)
        expect(watcher.view.structures, equals: test.truth().structures)
        expect(watcher.view.devices.isEmpty)
        expect(watcher.view.states, equals: test.truth().states)
        expect(watcher.view.states.count, equals: own.count)
        let reports = watcher.view.reports.count
        await test.clock.advance(by: .seconds(120))
        while watcher.view.reports.count < reports + 2 { try await watcher.next() }
        expect(watcher.view.states, equals: test.truth().states)
        expect(watcher.view.states[path(test.structureID)]?[0], equals: .structure([0: .unsigned(8), 1: .unsigned(2)]))
        let trait: RPCReader<Hearth_V1_TraitWatchResponse> = try await test.client().serverStreaming(
            MethodDescriptor(service: time.serviceName, method: "Watch", kind: .serverStreaming),
            Hearth_V1_TraitWatchRequest(target: Hearth_V1_Target(path(test.structureID))))
        try await expect(trait.next()?.snapshot, equals: true)
    }

    @Test func laggingClientGetsThemInItsCatchUpReport() async throws {
        let test = try await TestHub(writeHighMark: 256)
        let clock = test.clock
        try await test.hub.attachOwnTraits {
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 0 }, clock: clock)
        }
        var watcher = try await Watcher.atMarker(test)
        await test.clock.advance(by: .seconds(7_200))
        while watcher.view.states != test.truth().states { try await watcher.next() }
        expect(watcher.view.reports.count, isBelow: 120)
        expect(watcher.view.resyncs.isEmpty)
    }

    /// Passing time has no position: nothing is stored for it, and a resumed watch gets the present time, also one with
    /// a minimum interval.
    @Test(arguments: [nil, Duration.seconds(60)])
    func ticksHaveNoPositionButResumesGetTheTime(_ least: Duration?) async throws {
        let test = try await hub()
        let watcher = try await Watcher.atMarker(test)
        let before = test.truth().positions
        await test.clock.advance(by: .seconds(7_200))
        expect(test.truth().positions, equals: before)
        var again = try await Watcher(
            test,
            Hearth_V1_WatchRequest(
                resumeFrom: before.values.map { Hearth_V1_Position($0) },
                minInterval: least.map { .init(duration: $0) }))
        again.view = watcher.view
        while again.view.states != test.truth().states { try await again.next() }
        expect(again.view.resyncs.isEmpty)
        expect(again.view.positions, equals: before)
        expect(again.view.snapshots, equals: watcher.view.snapshots)
    }

    @Test func laterStructuresHaveThemUntilTheyAreRemoved() async throws {
        let test = try await hub()
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure
        expect(cabin.traits.count, equals: own.count)
        try expect(test.hub.read(path(cabin.id), as: owner).attributes[3], equals: .bool(true))
        var watcher = try await Watcher.atMarker(test)
        _ = try await test.hub.deleteStructure(cabin.id, as: owner)
        while watcher.view.structures.count > 1 { try await watcher.next() }
        expect(refused: .notFound, throws: RPCError.self) { try test.hub.read(path(cabin.id), as: owner) }
        expect(test.hub.providers.ports.count, equals: 1)
    }

    @Test func structureTraitsAreCommandedButNotEdited() async throws {
        let test = try await TestHub()
        let structure = test.structureID
        try await test.hub.attachOwnTraits { [switchable] in TestProvider([switchable($0.id)]) }
        _ = try await test.hub.invoke(path(structure, 6), command: 1, as: owner)
        try expect(test.hub.read(path(structure, 6), as: owner).attributes[0], equals: .bool(true))
        for body in [
            { _ = try await test.hub.removeDevice(structure, as: owner) },
            { _ = try await test.hub.updateDevice(structure, name: "X", as: owner) },
        ] as [() async throws -> Void] {
            await expect(refused: .notFound, throws: HubError.self) { try await body() }
        }
        let renamed = try await test.hub.renameStructure(structure, to: "House", as: owner).structure
        expect(renamed.name == "House" && renamed.traits.map(\.id) == [6] + own.dropFirst().map(\.id))
    }

    @Test func structureIdIsReservedAndHasOnlyEndpoint0() async throws {
        let test = try await TestHub()
        let structure = test.structureID
        let lamp = TestProvider.lamp(structure, name: "Liar")
        let plain = switchable(structure)
        for (provider, expected) in [
            (TestProvider([plain]), RPCError.Code.alreadyExists), (TestProvider([lamp]), .alreadyExists),
        ] {
            await expect(refused: expected, throws: HubError.self) { try await test.hub.attach(provider) }
        }
        await expect(refused: .invalidArgument, throws: HubError.self) {
            try await test.hub.attachOwnTraits { _ in TestProvider([lamp]) }
        }
        expect(test.truth().structures[structure]?.traits.isEmpty, equals: true)
    }

    @Test func structureTraitValuesSurviveARestart() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        let structure = first.structureID
        try await first.hub.attachOwnTraits { [switchable] in TestProvider([switchable($0.id)]) }
        _ = try await first.hub.invoke(path(structure, 6), command: 1, as: owner)
        try await first.hub.attach(TestProvider(lamps: 1))
        await first.clock.advance(by: .seconds(1))

        let second = try await TestHub(store: store)
        expect(second.truth().devices.count, equals: 1)
        let reading = try second.hub.read(path(structure, 6), as: owner)
        expect(reading.attributes[0], equals: .bool(true))
        expect(reading.connectivity.connectivityState, equals: .offline)
        let provider = TestProvider([switchable(structure)])
        try await second.hub.attachOwnTraits { _ in provider }
        expect(provider.stored.values[path(structure, 6)]?[0], equals: .bool(true))
        // It brings no other device.
        expect(Set(provider.stored.values.keys.map(\.target.deviceID)), equals: [structure])
        try expect(second.hub.read(path(structure, 6), as: owner).connectivity.connectivityState, equals: .online)
    }
}
