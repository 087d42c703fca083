@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Synchronization

/// A hub with its server, called within the process; its clock is moved by hand.
struct TestHub {
    let hub: Hub
    let store: any HomeStorage
    let server: RPCServer
    let clock: ManualClock
    let notices: Notices

    final class Notices: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    /// Ids that show the order in which they were made.
    private final class Numbers: Sendable {
        private let last = Atomic(0)
        func next() -> String { "id-\(last.add(1, ordering: .relaxed).newValue)" }
    }

    init(
        store: (any HomeStorage)? = nil, limits: HubLimits = HubLimits(), writeHighMark: Int? = nil,
        clock: ManualClock = ManualClock(), media: HubMedia? = nil
    ) async throws {
        let opened: any HomeStorage
        if let store { opened = store } else { opened = try await HomeStore.inMemory { "the-hub" } }
        self.store = opened
        self.clock = clock
        let numbers = Numbers()
        let notices = Notices()
        self.notices = notices
        // Ids of a store that is opened again must not repeat.
        let prefix = store == nil ? "" : "\(try await opened.load().epoch)-\(UInt32.random(in: 0...UInt32.max))-"
        hub = Hub(
            store: opened, media: media, traits: StandardTraits.descriptors,
            deviceTypes: StandardTraits.deviceTypes.map { ($0.id, $0.name) },
            information: Hub.Information(version: "1.2", schemaFingerprint: "abc"), clock: clock, limits: limits,
            makeID: { prefix + numbers.next() }, notice: { notices.add($0) })
        try await hub.start()
        var options = RPCServer.Options()
        if let writeHighMark { options.writeHighMark = writeHighMark }
        server = RPCServer(router: RPCRouter(), options: options)
        hub.serve(on: server)
    }

    static var standardCount: Int { StandardTraits.descriptors.count }

    func client(_ principal: Principal = .owner) -> RPCClient {
        RPCClient(transport: InProcessTransport(server: server, principal: principal))
    }

    func home(_ principal: Principal = .owner) -> Hearth_V1_HomeClient { Hearth_V1_HomeClient(client(principal)) }

    var structureID: String { hub.directory.cells.first?.id ?? "" }

    /// Calls a method of a trait's service.
    func call<Request: RPCMessage, Response: RPCMessage>(
        _ trait: TraitDescriptor, _ method: String, _ request: Request, as: Response.Type = Response.self,
        by principal: Principal = .owner, timeout: Duration? = nil
    ) async throws -> Response {
        try await client(principal).unary(
            MethodDescriptor(service: trait.serviceName, method: method, kind: .unary), request,
            options: CallOptions(timeout: timeout))
    }
}

let owner = Caller(.owner, clientID: "test")

extension Hearth_V1_Target {
    init(_ path: TraitPath) { self.init(path.target) }
}

extension HubLimits {
    /// The default limits with changes.
    static func with(_ change: (inout HubLimits) -> Void) -> HubLimits {
        var limits = HubLimits()
        change(&limits)
        return limits
    }
}
