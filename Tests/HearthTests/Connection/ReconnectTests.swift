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
    private func start(in folder: TemporaryFolder) async throws -> ServedHub {
        try await ServedHub.start(on: "unix:" + folder.file("hub.sock"), file: folder.file("home.db"))
    }

    /// After a clean shutdown the next hub keeps the epoch; otherwise the epoch rises.
    private func stop(_ served: ServedHub, clean: Bool) async throws {
        if clean { try await served.hub.shutdown() }
        await served.server.shutdown(grace: .zero)
        if !clean { try await served.store.close(clean: false) }
    }

    @Test(arguments: [true, false])
    func homeResumesAfterItsHubRestarts(cleanEnd: Bool) async throws {
        let folder = try TemporaryFolder()
        let first = try await start(in: folder)
        let home = try await Home.connect(to: first.address)
        let changes = Recorder(home.changes())
        let lamp = try require(try await home.devices().list().first { $0.id == "ceiling" })
        let lights = Recorder(lamp.types.subscribe(OnOffLightDeviceType.self))
        await expect(lights.next().value?.metadata.sourceConnectivity.connectivityState, equals: .online)
        _ = try await lamp.setName("Sun")

        try await stop(first, clean: cleanEnd)
        await expect(changes.first { if case .connectionLost = $0 { true } else { false } } != nil)
        await expect(lights.first { $0.metadata.sourceConnectivity == .unknown } != nil)
        try await expect(home.devices().list().count, equals: TestHouse.all.count)
        await expect(throws: HomeError.self) { _ = try await lamp.setName("Moon") }

        let second = try await start(in: folder)
        await expect(changes.first { $0 == .connectionRestored } != nil)
        let light = await lights.first { $0.metadata.sourceConnectivity.connectivityState == .online }
        try await expect(home.devices().list().first { $0.id == "ceiling" }?.name, equals: "Sun")
        try await light?.matterTraits.onOffTrait?.on()
        await expect(lights.first { $0.matterTraits.onOffTrait?.onOff == true } != nil)
        await home.disconnect()
        try await stop(second, clean: true)
    }
}
