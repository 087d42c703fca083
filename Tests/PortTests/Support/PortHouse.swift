import Hearth
import HearthHub
import HearthRPC
import HearthStore
import HearthTraits
import HearthVirtualHome

/// A hub in this process with the virtual home, which does not change by itself, and a home connected to it.
struct PortHouse {
    let hub: Hub
    let home: Home

    static func start() async throws -> PortHouse {
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: StandardTraits.descriptors,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
        try await hub.start()
        try await hub.attach(VirtualHome(isLively: false))
        var router = RPCRouter()
        hub.register(in: &router)
        let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: router)))
        return PortHouse(hub: hub, home: try await Home.connect(over: client))
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
