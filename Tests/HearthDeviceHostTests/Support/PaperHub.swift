internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Only the hub's end of the call: a server that speaks the protocol, and records what it receives.
final class PaperHub: Hearth_V1_ProviderService {
    struct Heard: Sendable {
        var hellos: [Hearth_V1_AttachHello] = []
        var brought: [Hearth_V1_ProvidedDevice] = []
        var removed: [String] = []
        var reports: [Hearth_V1_DeviceReport] = []
        var results: [UInt64: Hearth_V1_CallResult] = [:]
        var pings = 0
        var ends = 0
    }

    private struct State {
        var heard = Heard()
        var writer: RPCWriter<Hearth_V1_AttachResponse>?
        var refusal: RPCError?
        var states: [Hearth_V1_TraitState] = []
        var cut: Latch?
        var waiting: [(condition: @Sendable (Heard) -> Bool, latch: Latch)] = []
    }

    private let state = Mutex(State())
    private let heartbeat: UInt32

    init(heartbeat: UInt32 = 30) {
        self.heartbeat = heartbeat
    }

    var heard: Heard { state.withLock { $0.heard } }

    /// The error that ends each call from now on; nil to accept them.
    func refuse(_ error: RPCError?) { state.withLock { $0.refusal = error } }

    func remember(_ states: [Hearth_V1_TraitState]) { state.withLock { $0.states = states } }

    func server() -> RPCServer {
        var router = RPCRouter()
        register(in: &router)
        return RPCServer(router: router)
    }

    /// Waits until the received messages fulfil the condition.
    func until(_ condition: @escaping @Sendable (Heard) -> Bool) async {
        let latch = Latch()
        state.withLock { state in
            if condition(state.heard) { latch.open() } else { state.waiting.append((condition, latch)) }
        }
        await latch.wait()
    }

    private func hear(_ body: (inout Heard) -> Void) {
        state.withLock { state in
            body(&state.heard)
            state.waiting.removeAll { waiting in
                guard waiting.condition(state.heard) else { return false }
                waiting.latch.open()
                return true
            }
        }
    }

    func send(_ message: Hearth_V1_AttachResponse) async throws {
        guard let writer = state.withLock({ $0.writer }) else { throw RPCError(.unavailable, "no host is attached") }
        try await writer.write(message)
    }

    /// Ends the present call.
    func cut() {
        state.withLock { $0.cut }?.open()
    }

    func feed(
        _ requests: RPCReader<Hearth_V1_FeedRequest>, writer: RPCWriter<Hearth_V1_FeedResponse>, context: ServerContext
    ) async throws {
        throw RPCError(.unimplemented, "this hub asks for no streams")
    }

    func attach(
        _ requests: RPCReader<Hearth_V1_AttachRequest>, writer: RPCWriter<Hearth_V1_AttachResponse>,
        context: ServerContext
    ) async throws {
        let cut = Latch()
        let (refusal, states) = state.withLock { state in
            state.cut = cut
            return (state.refusal, state.states)
        }
        if let refusal { throw refusal }
        defer { hear { $0.ends += 1 } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while let request = try await requests.next() { try await self.take(request, writer, states) }
            }
            group.addTask {
                await cut.wait()
                throw RPCError(.unavailable, "the hub goes away")
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func take(
        _ request: Hearth_V1_AttachRequest, _ writer: RPCWriter<Hearth_V1_AttachResponse>,
        _ states: [Hearth_V1_TraitState]
    ) async throws {
        switch request.content {
        case .hello(let hello):
            state.withLock { $0.writer = writer }
            hear { $0.hellos.append(hello) }
            try await writer.write(.welcome(heartbeat: heartbeat, states: states))
        case .bring(let bring):
            hear { $0.brought += bring.devices }
            try await writer.write(.brought(bring.callID))
        case .remove(let remove): hear { $0.removed += remove.deviceIDs }
        case .report(let report): hear { $0.reports.append(report) }
        case .result(let result): hear { $0.results[result.callID] = result }
        case .ping: hear { $0.pings += 1 }
        case .remember, nil: break
        }
    }
}

/// The notices of a host to its operators.
final class Told: Sendable {
    private let notices = Mutex<[HostNotice]>([])

    var all: [HostNotice] { notices.withLock { $0 } }

    func add(_ notice: HostNotice) { notices.withLock { $0.append(notice) } }
}
