@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthWire
internal import HomeStateTestSupport
internal import Synchronization
internal import Expectations
internal import HearthCameraMedia
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProviderRegistryTests {
    private final class Connection: ProviderConnection {
        let isRefusedPasswords = false

        func open(_ address: CameraAddress) async throws -> CameraViewer { throw CancellationError() }
        func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession {
            throw CancellationError()
        }
        func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker {
            throw CancellationError()
        }

        private let state = Mutex<(error: RPCError?, saved: [UInt64])>((nil, []))
        var error: RPCError? { state.withLock { $0.error } }
        var saved: [UInt64] { state.withLock { $0.saved } }

        func end(_ error: RPCError?) { state.withLock { $0.error = error } }
        func refuse(_ error: RPCError) {}
        func feed(
            _ id: UInt64, of principal: Principal, _ requests: RPCReader<Hearth_V1_FeedRequest>,
            _ writer: RPCWriter<Hearth_V1_FeedResponse>
        ) async throws {
            throw RemoteFeeds.unknownFeed
        }

        func waitUntilClosed() async {}
        func saved(_ run: StoredRun) { state.withLock { $0.saved.append(run.taken) } }
    }

    private func registry(_ most: Int = 2) -> ProviderRegistry {
        return ProviderRegistry(limits: .with { $0.providers = most })
    }

    @Test func laterCallTakesThePlaceOfAnEarlierOne() async throws {
        let (registry, first, second) = (registry(1), Connection(), Connection())
        try await registry.enter(first, id: "maker")
        await expect(throws: HubError.self) { try await registry.enter(second, id: "other") }
        try await registry.enter(second, id: "maker")
        expect(first.error?.code, equals: .aborted)
        expectNil(second.error)
        registry.forget(first, id: "maker")
        expect(registry.remotes["maker"] === second)
        registry.forget(second, id: "maker")
        expect(registry.remotes.isEmpty)
    }

    @Test func portIsRemovedOnce() {
        let registry = registry()
        let owner = IgnoringOwner()
        let ports = (1...2).map { id in
            ProviderPort(id: id, providerID: "", structureID: nil, provider: TestProvider(lamps: 1), owner: owner)
        }
        for port in ports { registry.add(port) }
        expect(registry.removePort(ProviderHandle(id: 1)) === ports[0])
        expectNil(registry.removePort(ProviderHandle(id: 1)))
        registry.remove(ports[1])
        expect(registry.ports.isEmpty)
    }

    @Test func numbersAreConfirmedOnceTheyAreSaved() async throws {
        let (registry, connection) = (registry(), Connection())
        registry.load(owners: ["maker": "ada"], runs: [StoredRun(providerID: "maker", runID: "r", taken: 4)])
        expect(registry.owners, equals: ["maker": "ada"])
        expect(registry.progress(of: "maker", run: "r").saved, equals: 4)
        try await registry.enter(connection, id: "maker")
        registry.takingNumbered { registry.took(5, of: "maker", run: "r") }
        let (runs, others) = registry.takeUnsaved { "content" }
        expect(runs.map(\.taken), equals: [5])
        expect(others, equals: "content")
        registry.markUnsaved(runs)
        expect(registry.takeUnsaved { 0 }.runs, equals: runs)
        expect(connection.saved.isEmpty)
        registry.markSaved(runs)
        expect(registry.progress(of: "maker", run: "r").saved == 5 && connection.saved == [5])
        expect(registry.takeUnsaved { 0 }.runs.isEmpty)
    }
}
