@testable internal import HearthHub
internal import HearthVirtualHome
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct RemovalTests {
    @Test func removedVirtualDeviceStaysRemovedAfterARestart() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        try await first.hub.attach(VirtualHome(clock: first.clock))
        let removed = try await first.home().removeDevice(
            Hearth_V1_RemoveDeviceRequest(deviceID: "garden-light-sensor"))
        expect(removed.deviceIDs, equals: ["garden-light-sensor"])
        await first.clock.advance(by: .seconds(60))
        expectNil(first.truth().devices["garden-light-sensor"])
        expect(first.notices.all.isEmpty)

        let second = try await TestHub(store: store)
        try await second.hub.attach(VirtualHome(clock: second.clock))
        expectNil(second.truth().devices["garden-light-sensor"])
        expect(second.truth().devices.count, equals: first.truth().devices.count)
        try await expect(
            store.load().states.contains { $0.path.target.deviceID == "garden-light-sensor" }, equals: false)
        await second.clock.advance(by: .seconds(60))
        expect(second.notices.all.isEmpty)
    }

    @Test func removedVirtualDevicesComeBackWhenTheyAreAskedFor() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        try await first.hub.attach(VirtualHome(clock: first.clock, isLively: false))
        let whole = first.truth().devices
        for id in ["garden-light-sensor", "living-tv"] { _ = try await first.hub.removeDevice(id, as: owner) }
        let restored = try await first.home().restoreDevices(Hearth_V1_RestoreDevicesRequest())
        expect(restored.deviceIDs, equals: ["garden-light-sensor", "living-tv"])
        expect(first.truth().devices, equals: whole)
        try await expect(first.hub.restoreDevices(as: owner), equals: [])
        await expect(throws: RPCError.self) {
            try await first.home(Principal(id: "guest", rights: [.view])).restoreDevices(.init())
        }

        // Also after a restart, and for good.
        _ = try await first.hub.removeDevice("living-tv", as: owner)
        let second = try await TestHub(store: store)
        try await second.hub.attach(VirtualHome(clock: second.clock, isLively: false))
        expectNil(second.truth().devices["living-tv"])
        try await expect(second.hub.restoreDevices(as: owner), equals: ["living-tv"])
        let third = try await TestHub(store: store)
        try await third.hub.attach(VirtualHome(clock: third.clock, isLively: false))
        expect(third.truth().devices["living-tv"] != nil)
    }

    @Test func norDoThoseOfAStructureThatWasDeleted() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        let cabin = try await first.hub.createStructure(name: "Cabin", as: owner).structure.id
        try await first.hub.attach(TestProvider(lamps: 2), structureID: cabin)
        _ = try await first.hub.deleteStructure(cabin, as: owner)

        let second = try await TestHub(store: store)
        try await second.hub.attach(TestProvider(lamps: 3))
        expect(Set(second.truth().devices.keys), equals: ["lamp-3"])
    }

    @Test func readdedDeviceIsBackAfterTheNextRestart() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        let provider = Bringer()
        try await first.hub.attach(provider)
        _ = try await first.hub.removeDevice("lamp-1", as: owner)
        expect(first.truth().devices.isEmpty)
        try await provider.bring()
        expect(Set(first.truth().devices.keys), equals: ["lamp-1"])

        let second = try await TestHub(store: store)
        try await second.hub.attach(TestProvider(lamps: 1))
        expect(Set(second.truth().devices.keys), equals: ["lamp-1"])
    }

    @Test func removedMakersDeviceStaysAwayUntilReadded() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        let far = TestRemote.device("far", TestProvider.onOff, [0: .bool(false)])
        var remote = try await TestRemote(first.client())
        _ = try await remote.hello()
        try await remote.bring([far])
        _ = try await first.hub.removeDevice("far", as: owner)
        expect(first.truth().devices.isEmpty)
        await expect(refused: .notFound) {
            _ = try await first.hub.invoke(TestProvider.onOff(of: "far"), command: 1, as: owner)
        }

        let second = try await TestHub(store: store)
        expect(second.truth().devices.isEmpty)
        remote = try await TestRemote(second.client())
        try await expect(remote.hello().states.isEmpty)
        expect(second.truth().devices.isEmpty)
        try await expect(remote.bring([far]).code, equals: 0)
        expect(Set(second.truth().devices.keys), equals: ["far"])
    }

    @Test func removedDevicesIDIsItsProviders() async throws {
        let test = try await TestHub(store: try await HomeStore.inMemory())
        let far = TestRemote.device("far lamp", TestProvider.onOff, [0: .bool(false)])
        let first = try await TestRemote(test.client())
        _ = try await first.hello()
        try await first.bring([far])
        _ = try await test.hub.updateDevice("far lamp", name: "Lock", as: owner)
        _ = try await test.hub.removeDevice("far lamp", as: owner)
        // Automations that name it would send their commands to the other provider's device.
        let error = await expect(throws: HubError.self) {
            try await test.hub.attach(FixedProvider(TestProvider.lamp("far lamp", name: "Mine")))
        }
        expect(error?.code, equals: .alreadyExists)
        expect(
            error?.message.hasSuffix("let the hub forget the removed device: hearth remove --forget 'far lamp'") == true
        )
        await expect(throws: RPCError.self) {
            _ = try await test.home(Principal(id: "guest", rights: [.view])).removeDevice(
                .init(deviceID: "far lamp", forget: true))
        }
        _ = try await test.home().removeDevice(.init(deviceID: "far lamp", forget: true))
        try await test.hub.attach(FixedProvider(TestProvider.lamp("far lamp", name: "Mine")))
        expect(test.truth().devices["far lamp"]?.name, equals: "Mine")
    }

    /// The programs of the hub's owner own no provider IDs, so only their devices keep others from using these.
    @Test func removedDevicesProviderIDIsNotFree() async throws {
        let test = try await TestHub(store: try await HomeStore.inMemory())
        let first = try await TestRemote(test.client())
        _ = try await first.hello()
        try await first.bring([TestRemote.device("far", TestProvider.onOff, [0: .bool(false)])])
        _ = try await test.hub.removeDevice("far", as: owner)
        let thief = try await TestRemote(
            test.client(Principal(id: "thief", rights: [.view, .operate, .provide])))
        try await thief.send(.hello(.init(providerID: "maker", name: "Maker")))
        await expect(thief.end()?.code, equals: .permissionDenied)
    }

    @Test func makersDeviceComesBackWithItsName() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        let far = TestRemote.device("far", TestProvider.onOff, [0: .bool(false)])
        var remote = try await TestRemote(first.client())
        _ = try await remote.hello()
        try await remote.bring([far])
        _ = try await first.hub.updateDevice("far", name: "Lock", as: owner)
        _ = try await first.hub.removeDevice("far", as: owner)
        let second = try await TestHub(store: store)
        remote = try await TestRemote(second.client())
        _ = try await remote.hello()
        try await expect(remote.bring([far]).code, equals: 0)
        expect(second.truth().devices["far"]?.name, equals: "Lock")
    }

    @Test func givenNameThatIsTakenMeanwhileIsLost() async throws {
        let test = try await TestHub(store: try await HomeStore.inMemory())
        let provider = Bringer()
        try await test.hub.attach(provider)
        _ = try await test.hub.updateDevice("lamp-1", name: "Attic", as: owner)
        try await provider.remove()
        _ = try await test.hub.createRoom(name: "Attic", in: test.structureID, as: owner)
        try await provider.bring()
        expect(test.truth().devices["lamp-1"]?.name, equals: "Lamp")
    }

    @Test func deviceRemovedByItsProviderMayComeBack() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        let provider = Bringer()
        try await first.hub.attach(provider)
        try await provider.remove()
        expect(first.truth().devices.isEmpty)
        let second = try await TestHub(store: store)
        try await second.hub.attach(TestProvider(lamps: 1))
        expect(Set(second.truth().devices.keys), equals: ["lamp-1"])
    }
}

/// Has one device from the start.
private actor FixedProvider: DeviceProvider {
    private let device: DeviceDescription

    init(_ device: DeviceDescription) { self.device = device }

    func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] { [device] }
    func invoke(_ invocation: CommandInvocation) -> StructureValue? { nil }
    func write(_ update: AttributeUpdate) {}
    func stop() {}
}

/// Adds its lamp also when it is asked to.
private actor Bringer: DeviceProvider {
    private var hub: (any DeviceReporter)?
    private let lamp = TestProvider.lamp("lamp-1", name: "Lamp")

    func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        self.hub = hub
        return [lamp]
    }

    func invoke(_ invocation: CommandInvocation) -> StructureValue? { nil }
    func write(_ update: AttributeUpdate) {}
    func stop() { hub = nil }
    func bring() async throws { try await hub?.bring([lamp]) }
    func remove() async throws { try await hub?.remove(["lamp-1"]) }
}
