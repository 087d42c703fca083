internal import HearthEntities
@testable internal import HearthHub
@testable internal import HearthIntegrations
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Synchronization

/// A real hub with a centre of integrations and a server, called within the process.
struct IntegratedHub {
    final class Notices: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    let hub: Hub
    let store: any HomeStorage
    let centre: IntegrationCentre
    let server: RPCServer
    let notices = Notices()

    init(_ ecosystem: FakeEcosystem, store opened: (any HomeStorage)? = nil, clock: any HomeClock = SystemClock())
        async throws
    {
        let store: any HomeStorage = if let opened { opened } else { try await HomeStore.inMemory() }
        self.store = store
        hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            information: Hub.Information(version: "test", schemaFingerprint: "abc"),
            notice: { [notices] in notices.add($0) })
        try await hub.start()
        centre = IntegrationCentre(
            hub: hub, store: store, kinds: [FakeKind(ecosystem: ecosystem)], clock: clock,
            makeProvider: { [notices] in EntityProvider(link: $0, idPrefix: $1, clock: clock) { notices.add($0) } },
            notice: { [notices] in notices.add($0) })
        server = RPCServer(router: RPCRouter(), options: RPCServer.Options())
        hub.serve(on: server)
        server.updateRoutes { [centre] in $0.register(IntegrationsServiceHandler(centre: centre)) }
        try await centre.start()
    }

    /// Ends centre and hub, as a program does.
    func end() async throws {
        await centre.stop()
        try await hub.shutdown()
    }

    func calls(_ principal: Principal = .owner) -> Hearth_V1_IntegrationsClient {
        Hearth_V1_IntegrationsClient(RPCClient(transport: InProcessTransport(server: server, principal: principal)))
    }

    /// Adds a host, and returns the outcome without steps.
    func add(
        _ host: String, key: String? = nil, name: String = ""
    ) async throws -> Result<String, IntegrationFailure> {
        let settings = IntegrationSettings(
            values: ["host": host], secrets: key.map { ["key": StoredSecret($0)] } ?? [:])
        return try await centre.add(AddingOrder(kind: "fake", name: name, settings: settings)) { _ in }
    }

    /// The IDs of all devices, sorted.
    var devices: [String] { hub.directory.devices.keys.sorted() }
}
