internal import HearthLoop
internal import HearthRPC

/// What a server keeps on one of its loops.
final class ServerCore {
    let group: ServerGroup
    let output = OutputBuffer()
    private let loop: EventLoop
    private let index: Int
    private var listener: Listener?
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var graceTimer: LoopTimer?
    private var whenDrained: [() -> Void] = []
    private var isDraining = false

    init(_ group: ServerGroup, _ loop: EventLoop, index: Int) {
        self.group = group
        self.loop = loop
        self.index = index
    }

    func listen(on endpoint: Endpoint) throws(LoopError) -> Endpoint {
        // While it listens, a server lives: only ``drain(grace:_:)`` ends it.
        let group = group
        let listener = try Listener(loop: loop, endpoint: endpoint) { group.notice($0.message) } accept: {
            group.accept($0)
        }
        self.listener = listener
        return listener.endpoint
    }

    func accept(_ accepted: AcceptedConnection) {
        let before = connections.count
        if !isDraining {
            accepted.open(on: loop) { socket in
                let peer = Peer(
                    address: socket.peer, isLocal: accepted.isLocal, isPrivate: accepted.host == nil,
                    userID: accepted.userID)
                let principal = group.settings.authenticator.principal(of: peer)
                guard
                    let connection = try? ServerConnection(
                        self, socket, group.settings, host: accepted.host, peer: peer, principal: principal)
                else { return nil }
                connections[ObjectIdentifier(connection)] = connection
                return connection
            }
        }
        if connections.count == before { group.closed(accepted.host, loop: index) }
    }

    func revoke(_ credential: String) {
        for connection in connections.values { connection.revoke(credential) }
    }

    func closed(_ connection: ServerConnection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        group.closed(connection.host, loop: index)
        finishIfDrained()
    }

    func drain(grace: Duration, _ done: @escaping () -> Void) {
        whenDrained.append(done)
        listener?.close()
        listener = nil
        guard !isDraining else { return finishIfDrained() }
        isDraining = true
        for connection in connections.values { connection.drain() }
        graceTimer = loop.schedule(after: grace) { [self] in
            for connection in connections.values { connection.endCalls() }
        }
        finishIfDrained()
    }

    private func finishIfDrained() {
        guard isDraining, connections.isEmpty else { return }
        graceTimer?.cancel()
        graceTimer = nil
        let done = whenDrained
        whenDrained = []
        for body in done { body() }
    }
}
