@testable internal import HearthHub
internal import HearthVirtualHome
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HubTestSupport
internal import RefusalTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct VirtualHomeTests {
    private let level = TraitPath(
        TraitTarget(deviceID: "living-floor-lamp", endpoint: 1), Matter.LevelControlTrait.descriptor.id)

    /// The states that a ``Watcher`` knows, which has standard traits only.
    private func standard(_ states: [TraitPath: StructureValue]) -> [TraitPath: StructureValue] {
        states.filter { !VirtualHome.demoTraits.contains($0.key.traitID) }
    }

    @Test func homeIsListedAndATransitionReachesItsEnd() async throws {
        let test = try await TestHub()
        try await test.hub.attach(VirtualHome(clock: test.clock, isLively: false))
        let list = try await test.home().list(Hearth_V1_ListRequest())
        expect(list.devices.count, isAtLeast: 20)
        expect(list.rooms.count, isAtLeast: 6)
        expect(list.devices.allSatisfy { $0.connectivity?.state == .online })

        var watcher = try await Watcher.atMarker(test)
        _ = try await test.hub.invoke(
            level, command: 4,
            [0: .unsigned(20), 1: .unsigned(30), 2: .unsigned(0), 3: .unsigned(0)], as: owner)
        await test.clock.advance(by: .seconds(5))
        // Without a filter every change reaches the client.
        while watcher.view.positions != test.truth().positions { try await watcher.next() }
        let truth = test.truth()
        expect(watcher.view.states, equals: standard(truth.states))
        expect(watcher.view.states[level]?[0], equals: .unsigned(20))
        expect(watcher.view.reports.count, isAbove: 2)
    }

    @Test func answerSaysIfAnOffLightMayIgnoreTheCommand() async throws {
        let test = try await TestHub()
        try await test.hub.attach(VirtualHome(clock: test.clock, isLively: false))
        let dimmed: StructureValue = [0: .unsigned(20), 1: .unsigned(0), 2: .unsigned(0), 3: .unsigned(0)]
        let before = try test.hub.read(level, as: owner).attributes[0]
        try await expect(test.hub.invoke(level, command: 0, dimmed, as: owner).isIgnored)
        try expect(test.hub.read(level, as: owner).attributes[0], equals: before)
        // A command "with on/off" is never ignored, nor is one whose OptionsOverride permits it.
        let despite: StructureValue = [0: .unsigned(30), 1: .unsigned(0), 2: .unsigned(1), 3: .unsigned(1)]
        try await expect(!test.hub.invoke(level, command: 0, despite, as: owner).isIgnored)
        try await expect(!test.hub.invoke(level, command: 4, dimmed, as: owner).isIgnored)
        // It is on now.
        try await expect(!test.hub.invoke(level, command: 0, dimmed, as: owner).isIgnored)

        let color = TraitPath(TraitTarget(deviceID: "office-desk-lamp", endpoint: 1), 0x300)
        let white: StructureValue = [0: .unsigned(250), 1: .unsigned(0)]
        let response: Hearth_V1_SendBatchResponse = try await test.home().sendBatch(
            Hearth_V1_SendBatchRequest(items: [
                Hearth_V1_BatchItem(
                    target: Hearth_V1_Target(color.target), traitID: color.traitID,
                    action: .command(
                        Hearth_V1_BatchCommand(
                            commandID: 10,
                            arguments: Matter.ColorControlTrait.descriptor.encodeArguments(
                                of: try require(Matter.ColorControlTrait.descriptor.command(10)), white))))
            ]))
        expect(response.results.map(\.ignored), equals: [true])
    }

    @Test func theTagsOfPartsComeOverTheWireAndBackFromTheStore() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        try await first.hub.attach(VirtualHome(clock: first.clock, isLively: false))
        let second = try await TestHub(store: store)
        for test in [first, second] {
            let list = try await test.home().list(Hearth_V1_ListRequest())
            let strip = try require(list.devices.first { $0.id == "office-power-strip" })
            expect(strip.endpoints.map { $0.tags.first?.tag }, equals: [nil, 1, 2, 3, 4])
            expect(strip.endpoints[3].tags.first?.label, equals: "Charger")
            let cold = try require(list.devices.first { $0.id == "kitchen-refrigerator" })
            expect(cold.endpoints.map(\.parent), equals: [nil, 0, 1, 1])
        }
    }

    /// As a maker's process does, a provider of this process brings traits that the hub was not built with.
    @Test func theDemosMakersTraitIsServed() async throws {
        let store = try await HomeStore.inMemory()
        let spinner = TraitPath(TraitTarget(deviceID: "bedroom-carousel", endpoint: 1), 0xFFF1_FC01)
        for isRestarted in [false, true] {
            let test = try await TestHub(store: store)
            try await test.hub.attach(VirtualHome(clock: test.clock, isLively: false))
            _ = try await test.hub.invoke(spinner, command: 0, [0: .unsigned(2), 1: .unsigned(15)], as: owner)
            try expect(test.hub.read(spinner, as: owner).attributes[0], equals: .unsigned(15))
            let listed = try await test.home().listTraits(Hearth_V1_ListTraitsRequest()).traits
            expect(
                listed.map { [$0.trait?.name, $0.providerID] },
                equals: [["hearth.traits.example_organization.v1.Spinner", ""]],
                "\(isRestarted)")
        }
    }

    @Test func theDemosMakersTraitGoesAndComesWithItsDevice() async throws {
        let store = try await HomeStore.inMemory()
        let trait = Hearth_V1_RemoveTraitRequest(traitID: 0xFFF1_FC01)
        let first = try await TestHub(store: store)
        try await first.hub.attach(VirtualHome(clock: first.clock, isLively: false))
        await expect(refused: .failedPrecondition) { try await first.home().removeTrait(trait) }
        // Its device is running and reports it, so it can't be taken off it either.
        await expect(refused: .failedPrecondition) {
            try await first.home().removeTrait(Hearth_V1_RemoveTraitRequest(traitID: 0xFFF1_FC01, fromDevices: true))
        }
        _ = try await first.hub.removeDevice("bedroom-carousel", as: owner)
        _ = try await first.home().removeTrait(trait)
        // The removed device stays away, and its trait with it.
        let second = try await TestHub(store: store)
        try await second.hub.attach(VirtualHome(clock: second.clock, isLively: false))
        try await expect(second.home().listTraits(Hearth_V1_ListTraitsRequest()).traits, equals: [])
        try await expect(second.hub.restoreDevices(as: owner), equals: ["bedroom-carousel"])
        try await expect(second.home().listTraits(Hearth_V1_ListTraitsRequest()).traits.map(\.deviceCount), equals: [1])
    }

    /// Developers are told to use the IDs of this vendor, and only a running hub can remove their trait.
    @Test func theDemoStartsBesideAnotherTraitOfItsID() async throws {
        let store = try await HomeStore.inMemory()
        let schema = TestRemote.spinner { $0.id = 0xFFF1_FC01 }
        try await store.commit([.putSchema(StoredSchema(traitID: schema.id, schema: schema.serialized()))])
        let first = try await TestHub(store: store)
        try await first.hub.attach(VirtualHome(clock: first.clock, isLively: false))
        let carousel = try require(first.truth().devices["bedroom-carousel"])
        let traits = Set(carousel.endpoints.flatMap(\.traits).map(\.id))
        let onOff = Matter.OnOffTrait.descriptor.id
        expect((traits.contains(schema.id), traits.contains(onOff)), are: (false, true))
        let way = "hearth traits remove 0xfff1fc01 --keep-devices"
        expect(first.notices.all.count { $0.contains(way) }, equals: 1)
        _ = try await first.home().removeTrait(Hearth_V1_RemoveTraitRequest(traitID: schema.id))
        let second = try await TestHub(store: store)
        try await second.hub.attach(VirtualHome(clock: second.clock, isLively: false))
        try await expect(second.home().listTraits(Hearth_V1_ListTraitsRequest()).traits.map(\.deviceCount), equals: [1])
    }

    @Test func theGardensBridgeLosesADeviceAndFindsItAgain() async throws {
        let test = try await TestHub()
        let house = VirtualHome(clock: test.clock, isLively: false)
        try await test.hub.attach(house)
        let light = try require(test.truth().devices["garden-bridge/garden-path-light"])
        let thermometer = try require(test.truth().devices["garden-bridge/garden-thermometer"])
        expect(light.name, equals: "Path Light")
        expect(light.bridgeID, equals: "garden-bridge")
        expect(light.roomID, equals: thermometer.roomID)
        let path = TraitPath(
            TraitTarget(deviceID: light.id, endpoint: UInt16(light.endpoints[0].id)), Matter.OnOffTrait.descriptor.id)
        try await house.play(.bridgeLink(isUp: false), on: "garden-bridge", endpoint: path.target.endpoint)
        expect(test.truth().devices[light.id]?.connectivity?.state, equals: .offline)
        expect(test.truth().devices[thermometer.id]?.connectivity?.state, equals: .online)
        await expect(throws: RPCError.self) { _ = try await test.hub.invoke(path, command: 1, as: owner) }
        try await house.play(.bridgeLink(isUp: true), on: "garden-bridge", endpoint: path.target.endpoint)
        _ = try await test.hub.invoke(path, command: 1, as: owner)
        try expect(test.hub.read(path, as: owner).attributes[0], equals: .bool(true))
    }

    /// However long it lives and however little a client reads, the client converges to the hub's state.
    @Test func life() async throws {
        let test = try await TestHub(writeHighMark: 4_096)
        let house = VirtualHome(clock: test.clock, seed: 7, isLively: true)
        let handle = try await test.hub.attach(house)
        var watcher = try await Watcher.atMarker(test)
        for minute in 0..<30 {
            await test.clock.advance(by: .seconds(60))
            if minute % 7 == 0 { try await watcher.next() }
        }
        await test.hub.detach(handle)
        // Without a filter every change reaches the client.
        while watcher.view.positions != test.truth().positions { try await watcher.next() }
        let truth = test.truth()
        expect(watcher.view.states, equals: standard(truth.states))
        expect(watcher.view.devices, equals: truth.devices)
        expect(watcher.view.connectivity, equals: truth.connectivity)
        expect(watcher.view.positions, equals: truth.positions)
        expect(watcher.view.connectivity.values.allSatisfy { $0.connectivityState == .offline })
        let stored = try await test.store.load()
        expect(stored.devices.count, equals: truth.devices.count)
        expect(stored.states.count, equals: truth.states.count)
    }
}
