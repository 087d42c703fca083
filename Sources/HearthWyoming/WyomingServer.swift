package import HearthEventLoop

/// Serves ``WyomingSession`` on an address. On its loop's thread, except ``listen(on:loop:peers:version:languages:answer:)``
/// and ``close()``.
package final class WyomingServer: Sendable {
    /// Answers words of a peer.
    package typealias Answer = @Sendable (WyomingWords, WyomingPeer) async -> WyomingAnswer

    /// The most connections; further ones are closed at once.
    package static let mostConnections = 16

    /// The address, with the port that was chosen for port 0.
    package let address: String
    private let core: LoopBound<WyomingCore>

    private init(_ core: LoopBound<WyomingCore>, _ address: String) {
        self.core = core
        self.address = address
    }

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - peers: who may connect; others are closed at once.
    ///   - version: of the hub.
    ///   - languages: codes of the languages that the hub understands.
    package static func listen(
        on endpoint: Endpoint, loop: EventLoop, peers: [WyomingPeer], version: String, languages: [String],
        answer: @escaping Answer
    ) async throws(LoopError) -> WyomingServer {
        let result: Result<WyomingServer, LoopError> = await withCheckedContinuation { continuation in
            loop.post {
                let core = WyomingCore(loop, peers, WyomingSession(version: version, languages: languages), answer)
                continuation.resume(
                    returning: Result { () throws(LoopError) in
                        let address = try core.listen(on: endpoint)
                        return WyomingServer(LoopBound(core, loop: loop), address.description)
                    })
            }
        }
        return try result.get()
    }

    /// Stops listening, and closes all connections.
    package func close() { core.run { $0.close() } }
}

/// The listener and the connections, on the loop's thread.
final class WyomingCore {
    let loop: EventLoop
    let answer: WyomingServer.Answer
    private let peers: [WyomingPeer]
    private let session: WyomingSession
    private var listener: Listener?
    private var connections: [ObjectIdentifier: WyomingConnection] = [:]

    init(_ loop: EventLoop, _ peers: [WyomingPeer], _ session: WyomingSession, _ answer: @escaping WyomingServer.Answer)
    {
        self.loop = loop
        self.peers = peers
        self.session = session
        self.answer = answer
    }

    func listen(on endpoint: Endpoint) throws(LoopError) -> Endpoint {
        let listener = try Listener(loop: loop, endpoint: endpoint) { [weak self] in self?.accept($0) }
        self.listener = listener
        return listener.endpoint
    }

    private func accept(_ accepted: AcceptedConnection) {
        guard connections.count < WyomingServer.mostConnections,
            let peer = peers.first(where: { $0.host == accepted.host })
        else { return }
        accepted.open(on: loop) { socket in
            let connection = WyomingConnection(self, socket, peer, session)
            connections[ObjectIdentifier(connection)] = connection
            return connection
        }
    }

    func gone(_ connection: WyomingConnection) { connections[ObjectIdentifier(connection)] = nil }

    func close() {
        listener?.close()
        listener = nil
        for connection in Array(connections.values) { connection.close() }
    }
}

/// A peer's connection, on the loop's thread.
final class WyomingConnection: SocketHandler {
    private let core: WyomingCore
    private let socket: Socket
    private let peer: WyomingPeer
    private var session: WyomingSession
    private var timer: LoopTimer?
    /// The event whose bytes the timer waits for, by its number.
    private var awaited: UInt64?
    private var isClosed = false

    /// Output that the peer has not taken. One that takes no more is closed.
    private static let mostUnsent = 1 << 20

    init(_ core: WyomingCore, _ socket: Socket, _ peer: WyomingPeer, _ session: WyomingSession) {
        self.core = core
        self.socket = socket
        self.peer = peer
        self.session = session
        wait()
    }

    func close() { socket.close() }

    // MARK: Events

    func received(_ bytes: RawSpan) {
        perform(session.received([UInt8](copying: bytes)))
    }

    func writesAreDone() {}

    func closed(_ error: LoopError?) {
        isClosed = true
        timer?.cancel()
        timer = nil
        core.gone(self)
    }

    private func perform(_ actions: [WyomingSession.Action]) {
        for action in actions {
            switch action {
            case .send(let bytes): socket.write(bytes)
            case .answer(let words): answer(words)
            case .close: return socket.close()
            }
        }
        guard socket.unsentBytes <= Self.mostUnsent else { return socket.close() }
        socket.isReading = session.isReading
        wait()
    }

    /// Closes the connection if the peer does nothing in time. Bytes of an event do not extend the time for it.
    private func wait() {
        guard !isClosed else { return }
        let event = session.isInEvent && session.isReading ? session.events : nil
        if let event, event == awaited { return }
        awaited = event
        timer?.cancel()
        timer = session.patience.map { patience in
            core.loop.schedule(after: patience) { [weak self] in
                guard let self else { return }
                perform(session.timedOut())
            }
        }
    }

    private func answer(_ words: WyomingWords) {
        let me = LoopBound(self, loop: core.loop)
        let (answer, peer) = (core.answer, peer)
        Task {
            let text = await answer(words, peer)
            me.run { $0.perform($0.session.answered(text)) }
        }
    }
}
