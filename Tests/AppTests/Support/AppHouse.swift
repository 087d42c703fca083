import Hearth
import HearthVirtualHome
import HearthHub
import HearthRPC
import HearthStore
import HearthTraits

/// A hub in this process with the virtual home, which does not change by itself, and a home connected to it.
struct AppHouse {
    let hub: Hub
    let home: Home
    let virtual: VirtualHome

    static func start() async throws -> AppHouse {
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: StandardTraits.descriptors,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
        try await hub.start()
        let virtual = VirtualHome(isLively: false)
        try await hub.attach(virtual)
        var router = RPCRouter()
        hub.register(in: &router)
        let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: router)))
        return AppHouse(hub: hub, home: try await Home.connect(over: client), virtual: virtual)
    }

    struct NotFound: Error {
        let name: String
    }

    func device(_ name: String) async throws -> HomeDevice {
        guard let device = try await home.devices().list().first(where: { $0.name == name }) else {
            throw NotFound(name: name)
        }
        return device
    }

    func stop() async {
        await home.disconnect()
        try? await hub.shutdown()
    }
}

extension Published.Publisher where Value: Equatable & Sendable {
    /// Waits until the value is there.
    @MainActor func becomes(_ value: Value) async {
        for await present in self.values where present == value { return }
    }
}
