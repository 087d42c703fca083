@testable internal import Hearth
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The hub's end of a watch, where the test scripts each message: for behaviour that a real hub does not show on
/// request, such as falling silent or turning into another hub.
final class ScriptedHub: Sendable {
    typealias Script =
        @Sendable (Hearth_V1_WatchRequest, RPCWriter<Hearth_V1_WatchResponse>) async throws -> Void

    private let hubIDs: Mutex<[String]>
    private let scripts: Mutex<[Script]>
    let requests = Mutex<[Hearth_V1_WatchRequest]>([])

    /// Each watch takes the next script and the next id; the last of each serves all further ones.
    init(hubIDs: [String] = ["hub"], _ scripts: Script...) {
        self.hubIDs = Mutex(hubIDs)
        self.scripts = Mutex(scripts)
    }

    /// A hub with the snapshot of one lamp, after which nothing happens.
    static func calm() -> ScriptedHub {
        ScriptedHub { _, writer in
            try await writer.start()
            try await writer.snapshot()
            try await stayOpen()
        }
    }

    /// A client of the hub, which also has the methods that `more` adds.
    func client(_ principal: Principal = .owner, more: (inout RPCRouter) -> Void = { _ in }) -> RPCClient {
        var router = router
        more(&router)
        return RPCClient(transport: InProcessTransport(server: RPCServer(router: router), principal: principal))
    }

    /// Its methods, for a server of the test.
    var router: RPCRouter {
        var router = RPCRouter()
        router.unary(Hearth_V1_HomeMethods.getInfo) {
            (_: Hearth_V1_GetInfoRequest, _: ServerContext) async throws -> Hearth_V1_GetInfoResponse in
            Hearth_V1_GetInfoResponse(hubID: self.hubIDs.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] })
        }
        router.serverStreaming(Hearth_V1_HomeMethods.watch) {
            (request: Hearth_V1_WatchRequest, writer: RPCWriter<Hearth_V1_WatchResponse>, _: ServerContext)
                async throws in
            self.requests.withLock { $0.append(request) }
            try await self.scripts.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }(request, writer)
        }
        return router
    }
}

extension RPCWriter<Hearth_V1_WatchResponse> {
    func write(_ content: Hearth_V1_WatchResponse.OneOf_Content) async throws {
        try await write(Hearth_V1_WatchResponse(content: content))
    }

    func start(heartbeatSeconds: UInt32 = 15) async throws {
        try await write(.started(Hearth_V1_WatchStarted(watchID: "w", heartbeatSeconds: heartbeatSeconds)))
    }

    /// A whole snapshot: one structure with one lamp, on request without the state of its trait.
    func snapshot(sequence: UInt64 = 1, hasState: Bool = true) async throws {
        let lamp = Hearth_V1_Device(
            id: "lamp", structureID: "s", name: "Lamp",
            endpoints: [
                Hearth_V1_Endpoint(
                    id: 1, deviceTypes: [Hearth_V1_DeviceType(id: 0x100, revision: 3, isPrimary: true)],
                    traits: [Hearth_V1_TraitInfo(id: onOff.id, name: onOff.typeName, revision: 6)])
            ],
            connectivity: Hearth_V1_SourceConnectivity(.direct))
        try await write(
            .snapshot(
                Hearth_V1_Snapshot(
                    structures: [Hearth_V1_Structure(id: "s", name: "Home")], devices: [lamp],
                    states: hasState ? [lampState([0: .bool(false)])] : [])))
        try await write(
            .snapshotComplete(
                Hearth_V1_SnapshotComplete(positions: [Hearth_V1_Position(position("s", sequence))])))
    }

    /// New values of the lamp's OnOff.
    func report(_ attributes: StructureValue, sequence: UInt64) async throws {
        try await write(
            .report(
                Hearth_V1_Report(
                    position: Hearth_V1_Position(position("s", sequence)), states: [lampState(attributes)])))
    }
}

private func lampState(_ attributes: StructureValue) -> Hearth_V1_TraitState {
    Hearth_V1_TraitState(
        target: Hearth_V1_Target(deviceID: "lamp", endpoint: 1), traitID: onOff.id,
        attributes: Google_Protobuf_Any(
            typeURL: "/" + onOff.attributesTypeName, value: onOff.encodeAttributes(attributes)))
}

/// Waits until the call is cancelled.
func stayOpen() async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
}
