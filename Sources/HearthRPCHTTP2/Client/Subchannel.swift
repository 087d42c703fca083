internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// The connections to one server: connects on demand, and waits out the back-off. On its loop's thread only.
final class Subchannel {
    let index: Int
    private unowned let calls: ClientChannel
    /// The addresses of one server.
    private let endpoints: [Endpoint]
    private let loop: EventLoop
    private var machine: SubchannelMachine
    private var keepalive: Keepalive
    /// The connection for new calls.
    private var connection: ClientConnection?
    /// The attempt in progress: connecting, then the TLS handshake, then waiting for the server's settings.
    private var connecting: Connecting?
    private var handshaking: Socket?
    private var pending: ClientConnection?
    /// The end of the attempt, or of the back-off.
    private var timer: LoopTimer?
    /// Every open connection; some only finish their calls.
    private var connections: [ClientConnection] = []

    init(_ calls: ClientChannel, index: Int, _ endpoints: [Endpoint]) {
        self.calls = calls
        self.index = index
        self.endpoints = endpoints
        loop = calls.loop
        machine = SubchannelMachine(calls.settings.backoff)
        keepalive = calls.settings.keepalive
    }

    var state: ConnectionState { machine.state }
    var refusal: String? { machine.refusal }

    /// The connection for a new call, if it has room.
    var free: ClientConnection? {
        guard let connection, connection.hasRoom else { return nil }
        return connection
    }

    func want() {
        guard let action = machine.wanted(now: loop.now, random: .random(in: 0..<1)) else { return }
        calls.changed(self)
        perform(action)
    }

    private func perform(_ action: SubchannelMachine.Action?) {
        switch action {
        case .connect(let timeout): connect(timeout)
        case .wait(let delay):
            timer = loop.schedule(after: delay) { [weak self] in
                guard let self else { return }
                timer = nil
                let action = machine.waited(isWanted: calls.isWanted, now: loop.now, random: .random(in: 0..<1))
                if action != nil { calls.changed(self) }
                perform(action)
            }
        case nil: break
        }
    }

    private func connect(_ timeout: Duration) {
        timer = loop.schedule(after: timeout) { [weak self] in
            guard let self else { return }
            failed(RPCError(.unavailable, "\(name) did not answer within \(timeout.components.seconds) s"))
        }
        connecting = loop.connect(to: endpoints) { [weak self] result in
            guard let self else { return }
            connecting = nil
            switch result {
            case .success(let socket): shakeHands(socket, timeout)
            case .failure(let error): failed(RPCError(.unavailable, error.message, cause: error))
            }
        }
    }

    private var name: String { endpoints.first?.description ?? "the server" }

    /// The name that the server's certificate must be valid for.
    private var host: String {
        if case .tcp(let host, _)? = endpoints.first { host } else { "localhost" }
    }

    private func shakeHands(_ socket: Socket, _ timeout: Duration) {
        handshaking = socket
        ClientHandshake.begin(socket, tls: calls.settings.tls, host: host, timeout: timeout) { [weak self] result in
            // The attempt may have ended meanwhile.
            guard let self, handshaking === socket else {
                if case .success(let channel) = result { channel.close() }
                return
            }
            handshaking = nil
            switch result {
            case .success(let channel): begin(channel)
            case .failure(let error): failed(RPCError(.unavailable, error.message, cause: error))
            }
        }
    }

    private func begin(_ channel: Channel) {
        do {
            let new = try ClientConnection(self, calls, channel, authority: authority, keepalive: keepalive)
            pending = new
            connections.append(new)
            channel.start(new)
        } catch {
            channel.close()
            failed(RPCError(.unavailable, error.message, cause: error))
        }
    }

    private var authority: String {
        if case .tcp? = endpoints.first { name } else { "localhost" }
    }

    /// Ends a failed attempt.
    private func failed(_ error: RPCError) {
        timer?.cancel()
        timer = nil
        connecting?.cancel()
        connecting = nil
        handshaking.take()?.close()
        let unfinished = pending
        pending = nil
        unfinished?.giveUp(error)
        let action = machine.failed(error.message, now: loop.now)
        calls.changed(self)
        perform(action)
    }

    // MARK: Reports of connections

    func connected(_ new: ClientConnection) {
        guard new === pending else { return }
        pending = nil
        timer?.cancel()
        timer = nil
        connection = new
        machine.connected()
        calls.changed(self)
    }

    /// A connection accepts no more calls: it got GOAWAY, its stream ids are used up, or it was idle for too long.
    func retired(_ old: ClientConnection, _ error: RPCError, hadTooManyPings: Bool = false) {
        if hadTooManyPings { keepalive = keepalive.doubled }
        if old === pending { return failed(error) }
        guard old === connection else { return }
        connection = nil
        let action = machine.lost(error.message, wasUsed: old.wasUsed, now: loop.now)
        calls.changed(self)
        perform(action)
    }

    func lost(_ old: ClientConnection, _ error: RPCError) {
        connections.removeAll { $0 === old }
        retired(old, error)
    }

    func close() {
        timer?.cancel()
        timer = nil
        connecting?.cancel()
        connecting = nil
        handshaking.take()?.close()
        connection = nil
        pending = nil
        for connection in connections { connection.close() }
    }
}
