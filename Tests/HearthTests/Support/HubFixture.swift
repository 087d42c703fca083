internal import ExampleMaker
internal import Hearth
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

/// A real hub in this process with the plain devices of ``TestHouse``, and a home connected to it. It stops at the end
/// of the test.
struct HubFixture {
    let hub: Hub
    let house: TestHouse
    let provider: ProviderHandle
    let client: RPCClient
    let home: Home

    /// - Parameters:
    ///   - file: The file of the store; nil for one in memory.
    ///   - furnish: Adds to the hub before the home connects.
    static func start(
        _ devices: [DeviceDescription] = TestHouse.all, file: String? = nil, clock: any HomeClock = SystemClock(),
        furnish: (Hub) async throws -> Void = { _ in }
    ) async throws -> HubFixture {
        let store = if let file { try await HomeStore.open(path: file) } else { try await HomeStore.inMemory() }
        let hub = Hub(
            store: store, traits: ExampleMakerTraits.withStandard,
            deviceTypes: StandardTraits.deviceTypes.map { ($0.id, $0.name) },
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint),
            clock: clock)
        try await hub.start()
        try await furnish(hub)
        let house = TestHouse(devices)
        let provider = try await hub.attach(house)
        var router = RPCRouter()
        hub.register(in: &router)
        let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: router)))
        let fixture = HubFixture(
            hub: hub, house: house, provider: provider, client: client, home: try await Home.connect(over: client))
        atEnd { await fixture.stop() }
        return fixture
    }

    /// A hub, and one of its devices.
    static func with(_ id: String) async throws -> (HubFixture, HomeDevice) {
        let fixture = try await start()
        return (fixture, try await fixture.device(id))
    }

    /// A hub, and its structure.
    static func withStructure() async throws -> (HubFixture, Structure) {
        let fixture = try await start()
        return (fixture, try require(try await fixture.home.structures().list().first))
    }

    func device(_ id: String) async throws -> HomeDevice {
        try require(try await home.devices().list().first { $0.id == id })
    }

    func removeDevice(_ id: String) async throws {
        _ = try await Hearth_V1_HomeClient(client).removeDevice(Hearth_V1_RemoveDeviceRequest(deviceID: id))
    }

    func stop() async {
        await home.disconnect()
        try? await hub.shutdown()
    }
}
