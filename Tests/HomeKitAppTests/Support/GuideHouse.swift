import Foundation
import Hearth
import HearthVirtualHome
import HearthHomeKit
import HearthHub
import HearthRPC
import HearthStore
import HearthTraits

/// A hub in this process with the virtual home, which does not change by itself.
struct GuideHouse {
    let hub: Hub
    let devices: VirtualHome
    let server: RPCServer

    static func start() async throws -> GuideHouse {
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: StandardTraits.descriptors,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
        try await hub.start()
        let devices = VirtualHome(isLively: false)
        try await hub.attach(devices)
        var router = RPCRouter()
        hub.register(in: &router)
        return GuideHouse(hub: hub, devices: devices, server: RPCServer(router: router))
    }

    /// A home on a connection of its own, as in a separate program.
    func home(_ clientID: String) async throws -> Home {
        try await Home.connect(
            over: RPCClient(transport: InProcessTransport(server: server)),
            configuration: HomeClientConfiguration(clientID: clientID))
    }

    func stop() async { try? await hub.shutdown() }
}

/// Waits on the main actor until a condition holds.
@MainActor func until(_ holds: () -> Bool) async throws {
    while !holds() { try await Task.sleep(for: .milliseconds(2)) }
}
