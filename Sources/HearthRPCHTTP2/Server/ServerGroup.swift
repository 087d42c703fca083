internal import HearthEventLoop
internal import HearthRPC
internal import Synchronization

/// A server's loops. The first accepts, and hands each connection to the loop with the fewest; the connection and its
/// calls stay there. This also balances few connections, which the kernel's distribution by address does not.
final class ServerGroup: Sendable {
    let server: RPCServer
    let settings: HTTP2Server.Settings
    /// Limits the memory for incomplete requests.
    let requests: RequestBudget
    private let state: Mutex<State>

    private struct State {
        var cores: [LoopBound<ServerCore>] = []
        /// The number of connections on each loop.
        var loads: [Int] = []
        var admission: Admission
        var notices = NoticeLimit()
        var gate = WebGate(port: 0, hosts: [])
        var endpoint: Endpoint?
    }

    init(_ server: RPCServer, _ settings: HTTP2Server.Settings) {
        self.server = server
        self.settings = settings
        requests = RequestBudget(limit: settings.maxIncompleteBytes)
        state = Mutex(State(admission: Admission(settings)))
    }

    /// Starts listening on the first loop; returns the actual address.
    func listen(on endpoint: Endpoint, _ loops: [EventLoop]) async throws(LoopError) -> Endpoint {
        let cores = loops.map { LoopBound(ServerCore(self, $0), loop: $0) }
        state.withLock { state in
            state.cores = cores
            state.loads = cores.map { _ in 0 }
        }
        let listening: Result<Endpoint, LoopError> = await withCheckedContinuation { continuation in
            cores[0].run { core in
                continuation.resume(returning: Result { () throws(LoopError) in try core.listen(on: endpoint) })
            }
        }
        do throws(LoopError) {
            let listening = try listening.get()
            state.withLock { $0.endpoint = listening }
            updateHosts(settings.hosts)
            server.onRevoke(ObjectIdentifier(self)) { [weak self] credential in
                for core in self?.cores ?? [] { core.run { $0.revoke(credential) } }
            }
            return listening
        } catch {
            state.withLock { $0.cores = [] }
            throw error
        }
    }

    /// Decides which web requests pass. Until the server listens, it knows no host of this machine.
    var gate: WebGate { state.withLock { $0.gate } }

    /// Replaces the names and addresses of this machine.
    func updateHosts(_ hosts: [String]) {
        var settings = settings
        settings.hosts = hosts
        state.withLock { state in
            guard let endpoint = state.endpoint else { return }
            state.gate = settings.gate(listeningOn: endpoint)
        }
    }

    var cores: [LoopBound<ServerCore>] { state.withLock { $0.cores } }

    func drain(grace: Duration) async {
        await withTaskGroup { group in
            for core in cores {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        core.run { $0.drain(grace: grace) { continuation.resume() } }
                    }
                }
            }
        }
        server.onRevoke(ObjectIdentifier(self), nil)
        // Cores and group hold each other while they serve.
        state.withLock { $0.cores = [] }
    }

    // MARK: Connections

    /// Hands a new connection to a loop, or closes it when there are too many.
    func accept(_ connection: AcceptedConnection) {
        let admitted = state.withLock { state -> (verdict: Admission.Verdict, cores: [LoopBound<ServerCore>])? in
            // There are no cores once the server has shut down.
            guard let index = state.cores.indices.min(by: { state.loads[$0] < state.loads[$1] }) else { return nil }
            let verdict = state.admission.admit(connection.host, isLocal: connection.isLocal, loop: index)
            if verdict.slot != nil { state.loads[index] += 1 }
            return (verdict, state.cores)
        }
        guard let (verdict, cores) = admitted else { return }
        switch verdict {
        case .admitted: break
        case .admittedInstead(_, of: let oldest):
            notice(
                "the oldest connection of an unauthenticated caller was closed: "
                    + "\(settings.anonymous.maxConnections) are open, the most there may be")
            cores[oldest.loop].run { $0.close(oldest) }
        case .refused(let refusal): notice(refusal.text)
        }
        if let slot = verdict.slot { cores[slot.loop].run { $0.accept(connection, slot) } }
    }

    /// Records that the caller of a connection is authenticated.
    ///
    /// - Returns: whether the connection may stay; otherwise it must be closed.
    func identified(_ slot: Admission.Slot, as principal: Principal) -> Bool {
        // An owner has every right.
        let caller = principal.rights == .all ? nil : principal.person ?? principal.credential ?? principal.id
        // Asked without the lock, as the program's closure takes its own.
        let households = caller == nil ? [] : settings.households(principal)
        let refusal = state.withLock { $0.admission.identified(slot, as: caller, in: households) }
        guard let refusal else { return true }
        notice(refusal.text)
        return false
    }

    /// A connection that was handed to a loop has closed.
    func closed(_ slot: Admission.Slot) {
        state.withLock { state in
            state.admission.closed(slot)
            state.loads[slot.loop] -= 1
        }
    }

    /// The number of connections closed because there were too many.
    var refusedConnections: UInt64 { state.withLock { $0.admission.refused } }

    /// Sends a notice to the operator, at most one a minute.
    func notice(_ text: String) {
        let due = state.withLock { $0.notices.due(text, at: ContinuousClock.now) }
        if let due { settings.notice(due) }
    }
}
