internal import HearthBase
internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// What a server keeps on one of its loops.
final class ServerCore {
    let group: ServerGroup
    let output = OutputBuffer()
    let scratch: HeaderScratch
    // Exclusivity is unchecked for what every call touches: only the loop's thread does, and for single steps.
    @exclusivity(unchecked) var counts = ServerCounts()
    /// Calls that were answered in the turn in which they came, by kind. They took as long as the turn takes: their
    /// answers leave at its end.
    @exclusivity(unchecked) private var answeredInTurn = [Int](repeating: 0, count: ServerCounts.kinds.count)
    @exclusivity(unchecked) private var hasAnsweredInTurn = false
    private let loop: EventLoop
    private var listener: Listener?
    private var connections: [Admission.Slot: ServerConnection] = [:]
    /// Clients that have connected, and are not yet known.
    private var handshakes: [Admission.Slot: ServerHandshake] = [:]
    /// Connections with calls whose handlers wait to be started.
    private var waiting = FIFO<ServerConnection>()
    private var graceTimer: LoopTimer?
    private var whenDrained: [() -> Void] = []
    private var isDraining = false

    init(_ group: ServerGroup, _ loop: EventLoop) {
        self.group = group
        self.loop = loop
        scratch = HeaderScratch(bytes: Int(group.settings.maxHeaderListBytes))
    }

    func listen(on endpoint: Endpoint) throws(LoopError) -> Endpoint {
        // While it listens, a server lives: only ``drain(grace:_:)`` ends it.
        let group = group
        let listener = try Listener(loop: loop, endpoint: endpoint, mode: group.settings.unixSocketMode) {
            group.notice($0.message)
        } accept: {
            group.accept($0)
        }
        if let error = listener.userError { group.settings.notice(error.message) }
        self.listener = listener
        return listener.endpoint
    }

    func accept(_ accepted: AcceptedConnection, _ slot: Admission.Slot) {
        var isOpen = false
        if !isDraining {
            accepted.open(on: loop) { socket in
                isOpen = true
                let handshake = ServerHandshake(self, socket, group.settings, slot)
                handshakes[slot] = handshake
                return handshake
            }
        }
        if !isOpen { group.closed(slot) }
    }

    /// A client has said enough to be asked who it is.
    func identified(
        _ handshake: ServerHandshake, _ channel: Channel, _ peer: Peer, isHTTP1: Bool, _ timer: LoopTimer
    ) -> ServerConnection? {
        let principal = group.settings.authenticator.principal(of: peer)
        guard !ServerConnection.isKnown(principal, peer) || group.identified(handshake.slot, as: principal) else {
            timer.cancel()
            return nil
        }
        guard
            let connection = try? ServerConnection(
                self, channel, group.settings, handshake.slot, peer: peer, principal: principal,
                isHTTP1: isHTTP1, prefaceTimer: timer)
        else {
            timer.cancel()
            return nil
        }
        handshakes[handshake.slot] = nil
        connections[handshake.slot] = connection
        return connection
    }

    /// A client has gone before it was one.
    func gone(_ handshake: ServerHandshake) {
        guard handshakes.removeValue(forKey: handshake.slot) != nil else { return }
        group.closed(handshake.slot)
    }

    /// Makes room for another connection.
    func close(_ slot: Admission.Slot) {
        handshakes[slot]?.close()
        connections[slot]?.close()
    }

    func revoke(_ credential: String) {
        for connection in connections.values { connection.revoke(credential) }
    }

    func closed(_ connection: ServerConnection) {
        guard connections.removeValue(forKey: connection.slot) != nil else { return }
        connection.addResets(to: &counts)
        group.closed(connection.slot)
        finishIfDrained()
    }

    // MARK: Taking turns

    /// Starts calls of a connection that wait, as soon as there is time.
    func startLater(_ connection: ServerConnection) {
        waiting.append(connection)
        if waiting.count == 1 { loop.atEndOfTurn(self) }
    }

    /// How long a turn goes on starting them.
    private static let startingTime: Duration = .milliseconds(1)

    // MARK: Counting

    /// A call is over.
    @inline(__always)
    func finished(_ kind: MethodKind, _ code: RPCError.Code?, begun: ContinuousClock.Instant) {
        counts.finished(kind, code)
        let now = loop.now
        if now == begun {
            answeredInTurn[kind.index] &+= 1
            hasAnsweredInTurn = true
        } else {
            counts.took(kind.index, now - begun)
        }
    }

    func turnEnds() {
        guard hasAnsweredInTurn else { return }
        hasAnsweredInTurn = false
        let time = ContinuousClock.now - loop.now
        for kind in answeredInTurn.indices where answeredInTurn[kind] > 0 {
            counts.took(kind, time, calls: answeredInTurn[kind])
            answeredInTurn[kind] = 0
        }
    }

    func snapshot() -> ServerCounts {
        turnEnds()
        var counts = counts
        counts.connections = connections.count + handshakes.count
        for connection in connections.values { connection.add(to: &counts) }
        return counts
    }

    // MARK: The end

    func drain(grace: Duration, _ done: @escaping () -> Void) {
        whenDrained.append(done)
        listener?.close()
        listener = nil
        guard !isDraining else { return finishIfDrained() }
        isDraining = true
        for handshake in handshakes.values { handshake.close() }
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

extension ServerCore: EndOfTurn {
    /// Starts one call of each connection in turn, for a moment.
    func endOfTurn() {
        let end = ContinuousClock.now + Self.startingTime
        repeat {
            guard let connection = waiting.popFirst() else { return }
            if connection.startNext() { waiting.append(connection) }
        } while ContinuousClock.now < end
        if !waiting.isEmpty { loop.atEndOfTurn(self) }
    }
}
