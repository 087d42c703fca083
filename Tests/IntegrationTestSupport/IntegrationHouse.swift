internal import HearthEntities
package import HearthHub
package import HearthIntegrations
package import HearthRPC
package import HearthStore
package import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// A real hub with a centre of integrations and a server, called within the process.
package struct IntegrationHouse: Sendable {
    package final class Notices: Sendable {
        private let texts = Mutex<[String]>([])
        fileprivate func add(_ text: String) { texts.withLock { $0.append(text) } }
        package var all: [String] { texts.withLock { $0 } }
    }

    package let hub: Hub
    package let store: any HomeStorage
    package let centre: IntegrationCentre
    package let server: RPCServer
    package let notices = Notices()

    package init(
        _ ecosystem: FakeEcosystem, store opened: (any HomeStorage)? = nil, clock: any HomeClock = SystemClock()
    ) async throws {
        let store: any HomeStorage = if let opened { opened } else { try await HomeStore.inMemory() }
        self.store = store
        hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint),
            clock: clock, notice: { [notices] in notices.add($0) })
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
    package func end() async throws {
        await centre.stop()
        try await hub.shutdown()
    }

    /// A client of its own, as another program has it.
    package func client(_ principal: Principal = .owner) -> RPCClient {
        RPCClient(transport: InProcessTransport(server: server, principal: principal))
    }

    /// Lets a host announce itself nearby.
    ///
    /// - Parameter asks: what it asks for, `key` or `button`; nil for nothing.
    package func announce(_ host: String, _ identity: String, askingFor asks: String? = nil) async {
        await centre.take(
            .seen(
                NearbyService(
                    type: "_fake._tcp", name: "Strip \(identity)", host: host, addresses: ["192.0.2.7"], port: 6053,
                    properties: ["mac": identity].merging(asks.map { [$0: "1"] } ?? [:]) { $1 })))
    }
}
