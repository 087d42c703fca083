internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// A server's state on one of its loops.
final class ServerCore {
    let group: ServerGroup
    let output = OutputBuffer()
    let scratch: HeaderScratch
    // Exclusivity is unchecked for the state of every call: only the loop's thread accesses it, and never across calls.
    @exclusivity(unchecked) var counts = ServerCounts()
    /// Calls answered in the turn in which they arrived, by the index of their method. They took as long as the turn
    /// does, since their answers are sent at its end.
    @exclusivity(unchecked) private var answeredInTurn: [(method: Int, calls: Int)] = []
    /// The route that was counted last, and the index of its method: most calls repeat the method of the one before.
    @exclusivity(unchecked) private var lastRoute: Route?
    @exclusivity(unchecked) private var lastMethod = ServerCounts.unknown
    private let loop: EventLoop
    private var listener: Listener?
    private var connections: [Admission.Slot: ServerConnection] = [:]
    /// Connected clients that are still in their handshake.
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
        // A listening server stays alive until ``drain(grace:_:)``.
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

    /// Creates the connection once a client's protocol and certificate are known.
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

    /// A client closed before its handshake was complete.
    func gone(_ handshake: ServerHandshake) {
        guard handshakes.removeValue(forKey: handshake.slot) != nil else { return }
        group.closed(handshake.slot)
    }

    /// Closes a connection to make room for another.
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

    /// Starts waiting calls of a connection as soon as there is time.
    func startLater(_ connection: ServerConnection) {
        waiting.append(connection)
        if waiting.count == 1 { loop.atEndOfTurn(self) }
    }

    /// How long a turn spends on starting them.
    private static let startingTime: Duration = .milliseconds(1)

    // MARK: Counting

    /// Counts an ended call.
    @inline(__always)
    func finished(_ route: Route, _ code: RPCError.Code?, begun: ContinuousClock.Instant) {
        let method = index(of: route)
        counts.finished(method, code)
        let now = loop.now
        if now != begun {
            counts.took(method, now - begun)
        } else if let last = answeredInTurn.indices.last, answeredInTurn[last].method == method {
            answeredInTurn[last].calls &+= 1
        } else {
            answeredInTurn.append((method, 1))
        }
    }

    /// Counts a call that is refused before it begins.
    ///
    /// - Parameter route: nil for a path without a method.
    func refused(_ route: Route?, _ code: RPCError.Code) {
        counts.finished(route.map { index(of: $0) } ?? ServerCounts.unknown, code)
    }

    private func index(of route: Route) -> Int {
        if lastRoute !== route {
            lastRoute = route
            lastMethod = counts.index(of: route.method)
        }
        return lastMethod
    }

    func turnEnds() {
        guard !answeredInTurn.isEmpty else { return }
        let time = ContinuousClock.now - loop.now
        for (method, calls) in answeredInTurn { counts.took(method, time, calls: calls) }
        answeredInTurn.removeAll(keepingCapacity: true)
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
    /// Starts one call of each connection in turn, for up to ``startingTime``.
    func endOfTurn() {
        let end = ContinuousClock.now + Self.startingTime
        repeat {
            guard let connection = waiting.popFirst() else { return }
            if connection.startNext() { waiting.append(connection) }
        } while ContinuousClock.now < end
        if !waiting.isEmpty { loop.atEndOfTurn(self) }
    }
}
