@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Synchronization

/// A maker's process with a lock, which survives the hub's crashes, and the connection between the two.
final class Maker: Sendable {
    static let lock = "far-lock"

    private let provider: SimulatedProvider
    private let wire = Wire()
    private let task: Task<Void, Never>

    /// - Parameter ended: Called when the process gives up, which it must not do.
    init(clock: any HomeClock, ended: @escaping @Sendable (any Error) async -> Void) throws {
        let provider = SimulatedProvider([TestProvider.lock(Self.lock, name: Self.lock)])
        self.provider = provider
        let host = try DeviceHost(
            identity: .given("maker"), provider: ValueProvider(provider), traits: [TestProvider.doorLock], clock: clock,
            chance: { 0.5 }, runID: "the maker's run"
        ) { [wire] () throws(RPCError) in try wire.connect() }
        task = Task {
            do {
                try await host.run()
            } catch {
                if !Task.isCancelled { await ended(error) }
            }
        }
    }

    /// Operates the lock; false while the process has not reached the hub for the first time.
    func use(_ occurrence: UInt64, isLocked: Bool) -> Bool {
        guard provider.hasStarted else { return false }
        provider.devices.report(
            TestProvider.doorLock(of: Self.lock), [0: .unsigned(isLocked ? 1 : 2)],
            events: [
                .init(
                    endpoint: 1, traitID: TestProvider.doorLock.id, eventID: 2,
                    fields: [0: .unsigned(0), 1: .unsigned(7), 2: .null, 3: .null, 4: .unsigned(occurrence)])
            ])
        return true
    }

    /// Sets the reachable hub; nil for none. The connection to the former one breaks.
    func reach(_ server: RPCServer?) { wire.reach(server) }

    func cut() { wire.cut() }

    func end() { task.cancel() }
}

/// A connection that breaks on demand.
private final class Wire: Sendable {
    private struct State {
        var server: RPCServer?
        var streams: [any ClientStream] = []
    }

    private struct Transport: ClientTransport {
        let wire: Wire
        let transport: InProcessTransport

        nonisolated(nonsending) func open(
            _ method: MethodDescriptor, options: CallOptions
        ) async throws(RPCError) -> any ClientStream {
            let stream = try await transport.open(method, options: options)
            wire.state.withLock { $0.streams.append(stream) }
            return stream
        }

        func close() async {}
    }

    private let state = Mutex(State())

    func connect() throws(RPCError) -> any ClientTransport {
        guard let server = state.withLock({ $0.server }) else { throw RPCError(.unavailable, "there is no hub") }
        return Transport(wire: self, transport: InProcessTransport(server: server))
    }

    func reach(_ server: RPCServer?) {
        cut()
        state.withLock { $0.server = server }
    }

    func cut() {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.stopReading() }
    }
}
