internal import Hearth
internal import HearthVirtualHome
internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Devices of several parts, flat and as a tree.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct MultipartTests {
    private func device(_ fixture: HubFixture, _ id: String, multipart: Bool = true) async throws -> HomeDevice {
        let devices = try await fixture.home.devices(enableMultipartDevices: multipart).list()
        return try require(devices.first { $0.id == id })
    }

    @Test func outletsDifferInTheirTags() async throws {
        let fixture = try await HubFixture.start([TestHouse.powerStrip])
        let strip = try await device(fixture, "strip")
        expect(strip.enableMultipartDevices)
        let outlets = try await strip.parts.getAll(of: OnOffPluginUnitDeviceType.self)
        let numbers = [SemanticTag.CommonNumber.one, .CommonNumber.two, .CommonNumber.three, .CommonNumber.four]
        expect(outlets.map(\.tags), equals: numbers.map { [$0] })
        expect(outlets.map { $0.matterTraits.onOffTrait?.onOff }, equals: [false, false, true, false])
        expect(strip.parts.count(OnOffPluginUnitDeviceType.self), equals: 4)
        let second = try require(outlets.first { $0.tags.contains(.CommonNumber.two) })
        try await second.matterTraits.onOffTrait?.on()
        let after = try await strip.parts.getAll(of: OnOffPluginUnitDeviceType.self)
        expect(after.map { $0.matterTraits.onOffTrait?.onOff }, equals: [false, true, true, false])
        expect(strip.endpoints.map(\.parent), equals: [nil, 0, 0, 0, 0])
    }

    @Test func theStateOfAllOutletsIsFollowedTogether() async throws {
        let fixture = try await HubFixture.start([TestHouse.powerStrip])
        let strip = try await device(fixture, "strip")
        let states = Recorder(
            strip.types.subscribeAll(of: OnOffPluginUnitDeviceType.self)
                .map { $0.map { $0.matterTraits.onOffTrait?.onOff } }.eraseToAnyPublisher())
        await expect(states.next().value, equals: [false, false, true, false])
        let last = try require(try await strip.types.getAll(of: OnOffPluginUnitDeviceType.self).last)
        try await last.matterTraits.onOffTrait?.toggle()
        await expect(states.next().value, equals: [false, false, true, true])
        let lamps = Recorder(strip.types.subscribeAll(of: DimmableLightDeviceType.self))
        await expect(lamps.next().value, equals: [])
        try await fixture.removeDevice("strip")
        await expect(states.next().isFinished)
        await expect(lamps.next().isFinished)
    }

    @Test func aRefrigeratorIsATreeOfParts() async throws {
        typealias Cabinet = TemperatureControlledCabinetDeviceType
        let fixture = try await HubFixture.start([TestHouse.refrigerator])
        let device = try await device(fixture, "fridge")
        let fridge = try require(await device.parts.get(RefrigeratorDeviceType.self))
        expect(fridge.metadata.isPrimaryType)
        let cabinets = fridge.parts(Cabinet.self)
        // A maker's label for a tag does not change the tag.
        expect(cabinets.map(\.tags), equals: [[.CommonPosition.top], [.CommonPosition.bottom]])
        expect(cabinets.map { $0.matterTraits.temperatureControlTrait?.temperatureSetpoint }, equals: [400, -1800])
        let drawer = try require(cabinets.last?.part(Cabinet.self))
        expect(drawer.tags, equals: [.CommonPosition.bottom, .CommonPosition.left])
        expectNil(drawer.part(Cabinet.self))
        expectNil(fridge.part(DimmableLightDeviceType.self))
        // The drawer belongs to the lower cabinet, so the tree does not show it beside the two.
        try await expect(device.parts.getAll(of: Cabinet.self).count, equals: 2)
    }

    @Test func flatAllPartsStandSideBySide() async throws {
        let fixture = try await HubFixture.start([TestHouse.refrigerator])
        let flat = try await device(fixture, "fridge", multipart: false)
        expect(!flat.enableMultipartDevices)
        expect(flat.types.count(TemperatureControlledCabinetDeviceType.self), equals: 3)
        try await expect(flat.types.getAll(of: TemperatureControlledCabinetDeviceType.self).count, equals: 3)
        let tree = Recorder(fixture.home.device(id: "fridge", enableMultipartDevices: true))
        let device = try require(await tree.next().value)
        expect(device.types.count(TemperatureControlledCabinetDeviceType.self), equals: 2)
        // The returned device has the same view as the former one.
        try await expect(device.setName("Cold").types.count(TemperatureControlledCabinetDeviceType.self), equals: 2)
    }

    /// Makers mark a primary type on each endpoint; an app that sees one device gets one.
    @Test func aDeviceHasOnePrimaryTypeAndSoHasEachOfItsParts() async throws {
        var strip = TestHouse.powerStrip
        for index in strip.endpoints.indices.dropFirst() {
            strip.endpoints[index].deviceTypes[0].isPrimary = true
            strip.endpoints[index].deviceTypes.append(.init(id: 0x11, revision: 1, isPrimary: true))
        }
        let fixture = try await HubFixture.start([strip])
        func isPrimary(multipart: Bool) async throws -> [Bool] {
            let types = try await device(fixture, "strip", multipart: multipart).types
            let first = try require(await types.get(OnOffPluginUnitDeviceType.self))
            let all = try await types.getAll(of: OnOffPluginUnitDeviceType.self)
            let supplies = try await types.getAll(of: PowerSourceDeviceType.self)
            expect(first.metadata.isPrimaryType)
            expect(supplies.allSatisfy { !$0.metadata.isPrimaryType })
            return all.map(\.metadata.isPrimaryType)
        }
        try await expect(isPrimary(multipart: false), equals: [true, false, false, false])
        try await expect(isPrimary(multipart: true), equals: [true, true, true, true])
    }

    @Test func aPartHasTheNameThatSomebodyGaveIt() async throws {
        let fixture = try await HubFixture.start([TestHouse.powerStrip])
        let strip = try await device(fixture, "strip")
        let names = Recorder(
            strip.types.subscribeAll(of: OnOffPluginUnitDeviceType.self).map { $0.map(\.metadata.partName) }
                .eraseToAnyPublisher())
        await expect(names.next().value, equals: [nil, nil, nil, nil])
        let named = try await strip.setName("Monitor", ofPart: 2)
        expect(named.endpoints.map(\.name), equals: [nil, nil, "Monitor", nil, nil])
        expect(named.enableMultipartDevices)
        expect(strip.endpoints.allSatisfy { $0.name == nil })
        await expect(names.next().value, equals: [nil, "Monitor", nil, nil])
        let taken = await expect(throws: HomeError.self) { _ = try await strip.setName("monitor", ofPart: 3) }
        expect(taken?.code, equals: .alreadyExists)
        try await expect(strip.setName(nil, ofPart: 2).endpoints.allSatisfy { $0.name == nil })
    }

    /// The virtual home's devices, whose makers have labels for their tags.
    @Test func theVirtualHomesStripAndRefrigerator() async throws {
        let fixture = try await HubFixture.start([])
        try await fixture.hub.attach(VirtualHome())
        let home = fixture.home
        let virtual = Recorder(home.devices().batched())
        let wanted: Set = ["kitchen-refrigerator", "office-power-strip"]
        _ = await virtual.first { wanted.isSubset(of: $0.map(\.id)) }
        let strip = try await fixture.device("office-power-strip")
        let outlets = try await strip.types.getAll(of: OnOffPluginUnitDeviceType.self)
        expect(outlets.count, equals: 4)
        let third = try require(outlets.first { $0.tags.contains(.CommonNumber.three) }?.matterTraits.onOffTrait)
        var states = outlets.map { $0.matterTraits.onOffTrait?.onOff }
        try await third.toggle()
        states[2]?.toggle()
        let after = try await strip.types.getAll(of: OnOffPluginUnitDeviceType.self)
        expect(after.map { $0.matterTraits.onOffTrait?.onOff }, equals: states)

        let tree = home.device(id: "kitchen-refrigerator", enableMultipartDevices: true)
        let refrigerator = try require(await Recorder(tree).next().value)
        let fridge = try require(await refrigerator.parts.get(RefrigeratorDeviceType.self))
        let cabinets = fridge.parts(TemperatureControlledCabinetDeviceType.self)
        expect(cabinets.map(\.tags), equals: [[.CommonPosition.top], [.CommonPosition.bottom]])
        let words = refrigerator.endpoints.flatMap(\.tags).compactMap(\.label)
        expect(words.count, equals: 2)
    }

    @Test func aTypeThatIsOfNoHomeHasNoTags() {
        struct Nowhere: InteractionProxy {
            func invoke(
                _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
            ) async throws(HomeError) -> [UInt8] { [] }
            func update(
                _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
            ) async throws(HomeError) -> [UInt8] { [] }
        }
        let interaction = TraitInteraction(target: TraitTarget(deviceID: "d", endpoint: 1), proxy: Nowhere())
        let light = DimmableLightDeviceType(
            traits: TraitCollection([:], interaction: interaction),
            metadata: DeviceTypeMetadata(isPrimaryType: true, sourceConnectivity: .unknown))
        expect((light.tags.isEmpty, light.parts(DimmableLightDeviceType.self).isEmpty), are: (true, true))
    }
}
