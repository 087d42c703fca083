internal import Foundation
@testable internal import HearthDeviceHost
internal import Hearth
internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations

/// A hub with its store in a file and a server on a Unix socket, which can be ended and restarted.
final class RealHub: Sendable {
    let folder: String
    var address: String { "unix:\(folder)/hub.sock" }
    let hub: Hub
    let server: RPCServer
    private let store: HomeStore
    private let listener: HTTP2Server

    private init(folder: String, hub: Hub, server: RPCServer, store: HomeStore, listener: HTTP2Server) {
        self.folder = folder
        self.hub = hub
        self.server = server
        self.store = store
        self.listener = listener
    }

    static func start(in folder: String? = nil) async throws -> RealHub {
        let folder = try folder ?? newFolder()
        let store = try await HomeStore.open(path: folder + "/home.db")
        let hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            information: Hub.Information(version: "1", schemaFingerprint: "x"))
        try await hub.start()
        var router = RPCRouter()
        hub.register(in: &router)
        let server = RPCServer(router: router)
        hub.serve(on: server)
        let listener = try await HTTP2Server.listen(server, on: "unix:\(folder)/hub.sock")
        return RealHub(folder: folder, hub: hub, server: server, store: store, listener: listener)
    }

    private static func newFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "h-\(UInt32.random(in: 0...UInt32.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    /// Ends the hub; its store stays.
    func end() async throws {
        await listener.shutdown(grace: .zero)
        try await hub.shutdown()
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    func home() async throws -> Home {
        try await Home.connect(over: RPCClient(transport: InProcessTransport(server: server)))
    }
}

/// Connections that the test can break.
final class Wire: Sendable {
    private let address: String
    private let last = Mutex<HTTP2Transport?>(nil)

    init(_ address: String) { self.address = address }

    func connect() throws(RPCError) -> any ClientTransport {
        let transport = try HTTP2Transport(connectingTo: address)
        last.withLock { $0 = transport }
        return transport
    }

    func cut() async { await last.withLock { $0 }?.close() }
}

extension Told {
    /// How often the host was attached.
    var attachments: Int { all.filter { $0 == .state(.attached) }.count }

    func untilAttached(_ times: Int = 1) async throws {
        try await until { attachments >= times }
    }
}
