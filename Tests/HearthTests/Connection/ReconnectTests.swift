internal import ExampleMaker
internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Homes on a hub behind a Unix socket that closes and opens again.
@Suite(.timeLimit(.minutes(5))) struct ReconnectTests {
    /// A hub with its store in a file, served on a socket.
    private struct ServedHub {
        let hub: Hub
        let store: HomeStore
        let house: TestHouse
        let server: HTTP2Server

        static func start(in folder: TemporaryFolder) async throws -> ServedHub {
            let store = try await HomeStore.open(path: folder.file("home.db"))
            let hub = Hub(
                store: store, traits: ExampleMakerTraits.withStandard,
                information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
            try await hub.start()
            let house = TestHouse()
            try await hub.attach(house)
            var router = RPCRouter()
            hub.register(in: &router)
            let server = try await HTTP2Server.listen(
                RPCServer(router: router), on: "unix:" + folder.file("hub.sock"))
            return ServedHub(hub: hub, store: store, house: house, server: server)
        }

        /// After a clean shutdown the next hub keeps the epoch; otherwise the epoch rises.
        func stop(clean: Bool) async throws {
            if clean { try await hub.shutdown() }
            await server.shutdown(grace: .zero)
            if !clean { try await store.close(clean: false) }
        }
    }

    @Test(arguments: [true, false])
    func homeResumesAfterItsHubRestarts(cleanEnd: Bool) async throws {
        let folder = try TemporaryFolder()
        let first = try await ServedHub.start(in: folder)
        let home = try await Home.connect(to: first.server.address)
        let changes = Recorder(home.changes())
        let lamp = try require(try await home.devices().list().first { $0.id == "ceiling" })
        let lights = Recorder(lamp.types.subscribe(OnOffLightDeviceType.self))
        await expect(lights.next().value?.metadata.sourceConnectivity.connectivityState, equals: .online)
        _ = try await lamp.setName("Sun")

        try await first.stop(clean: cleanEnd)
        await expect(changes.first { if case .connectionLost = $0 { true } else { false } } != nil)
        await expect(lights.first { $0.metadata.sourceConnectivity == .unknown } != nil)
        try await expect(home.devices().list().count, equals: TestHouse.all.count)
        await expect(throws: HomeError.self) { _ = try await lamp.setName("Moon") }

        let second = try await ServedHub.start(in: folder)
        await expect(changes.first { $0 == .connectionRestored } != nil)
        let light = await lights.first { $0.metadata.sourceConnectivity.connectivityState == .online }
        try await expect(home.devices().list().first { $0.id == "ceiling" }?.name, equals: "Sun")
        try await light?.matterTraits.onOffTrait?.on()
        await expect(lights.first { $0.matterTraits.onOffTrait?.onOff == true } != nil)
        await home.disconnect()
        try await second.stop(clean: true)
    }

    @Test func missingHubIsUnavailable() async throws {
        let folder = try TemporaryFolder()
        do {
            _ = try await Home.connect(to: "unix:" + folder.file("nobody.sock"))
            Issue.record("connected without a hub")
        } catch {
            expect((error as? HomeError)?.code, equals: .unavailable)
        }
    }

    @Test func malformedAddressIsAnInvalidArgument() async {
        await expect(failure { try await Home.connect(to: "the kitchen") }?.code, equals: .invalidArgument)
    }
}
