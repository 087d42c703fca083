internal import HearthEntities
internal import HearthIntegrations
internal import Synchronization

/// Collects what a link describes, until it fails or its owner ends it.
final class BridgeProbe: EntityReceiver {
    /// What was collected.
    struct Found: Sendable {
        var names: [String] = []
        var count = 0
        var failure: IntegrationFailure?
    }

    private struct State {
        var found = Found()
        var hasConnected = false
        var isOver = false
        var waiter: CheckedContinuation<Found, Never>?
    }

    private let state = Mutex(State())
    private let connected: @Sendable () -> Void
    private let described: @Sendable () -> Void

    /// - Parameters:
    ///   - connected: called when the link is connected.
    ///   - described: called when the first device is described.
    init(connected: @escaping @Sendable () -> Void, described: @escaping @Sendable () -> Void) {
        self.connected = connected
        self.described = described
    }

    /// Waits for the end, and returns what was found.
    func result() async -> Found {
        await withCheckedContinuation { continuation in
            let found = state.withLock { state -> Found? in
                guard !state.isOver else { return state.found }
                state.waiter = continuation
                return nil
            }
            if let found { continuation.resume(returning: found) }
        }
    }

    /// Ends the probe.
    func end() { finish { _ in } }

    /// Ends the probe if its link is not connected.
    func endUnlessConnected() {
        if !state.withLock({ $0.hasConnected }) { end() }
    }

    /// Ends the probe with a failure.
    func fail(_ failure: IntegrationFailure) { finish { $0.failure = failure } }

    private func finish(_ change: (inout Found) -> Void) {
        let (waiter, found) = state.withLock { state -> (CheckedContinuation<Found, Never>?, Found) in
            guard !state.isOver else { return (nil, state.found) }
            state.isOver = true
            change(&state.found)
            return (state.waiter.take(), state.found)
        }
        waiter?.resume(returning: found)
    }

    func describe(_ device: EntityDevice) async {
        let isFirst = state.withLock { state in
            state.found.count += 1
            if state.found.names.count < 100 { state.found.names.append(device.name) }
            return state.found.count == 1
        }
        if isFirst { described() }
    }

    func remove(_ deviceID: String) async {}

    func report(_ report: EntityReport) async {}

    func reachable(_ deviceID: String, _ isReachable: Bool) async {}

    func health(_ health: LinkHealth) async {
        switch health {
        case .connecting: break
        case .online:
            let isFirst = state.withLock { state in
                defer { state.hasConnected = true }
                return !state.hasConnected
            }
            if isFirst { connected() }
        case .offline(let reason):
            fail(IntegrationFailure(.unreachable, reason, wayOut: "check the address, and that the broker runs"))
        case .needsAttention(let reason, let wayOut):
            fail(IntegrationFailure(.secretRefused, reason, wayOut: wayOut))
        }
    }
}
