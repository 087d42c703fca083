import Hearth
import HearthAssets
import HearthEventLoop
import HearthHub
import HearthRPC
import HearthRPCHTTP2
import HearthStore
import HearthTraits
import HearthVirtualHome
import HearthWebRTC

/// A hub with the virtual home, which does not change by itself, and a home connected to it by the network. Its cameras
/// have WebRTC.
struct PortHouse {
    let hub: Hub
    let demo: VirtualHome
    let home: Home
    private let server: HTTP2Server
    private let loop: EventLoop
    private let peers: WebRTCPeers

    static func start() async throws -> PortHouse {
        let loop = try EventLoop.start()
        let peers = try await WebRTCPeers.open(port: 0, loop: loop)
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: StandardTraits.descriptors,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
        try await hub.start()
        let demo = VirtualHome(isLively: false, peers: peers)
        try await hub.attach(demo)
        let services = RPCServer(router: RPCRouter())
        hub.serve(on: services)
        let page = try AssetTable([("index.html", Array("<p>".utf8))]) { _ in nil }
        page.pictures.serve { [weak hub] in hub?.cameraPicture(at: $0) }
        var settings = HTTP2Server.Settings()
        settings.page = page
        let server = try await HTTP2Server.listen(services, on: "127.0.0.1:0", loop: loop, settings: settings)
        return PortHouse(
            hub: hub, demo: demo, home: try await Home.connect(to: server.address), server: server, loop: loop,
            peers: peers)
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
        await server.shutdown(grace: .zero)
        try? await hub.shutdown()
        peers.close()
        await loop.stop()
    }
}
