internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC
internal import HearthTLS

/// The way to one server: connects when a call needs it, and again after a loss. On its loop's thread only.
final class ClientLink {
    /// The addresses of one server.
    private let endpoints: [Endpoint]
    private let loop: EventLoop
    private let states: ConnectionStates
    private let session: HTTP2Session.Options
    private let tls: ClientTLS?
    /// Where new calls go.
    private var connection: ClientConnection?
    /// Calls that wait for a connection.
    private var waiting: [ClientRecord] = []
    private var isConnecting = false
    private var isClosed = false
    private var failures = 0
    private var retryTimer: LoopTimer?
    /// Every connection that is open; some only finish their calls.
    private var connections: [ClientConnection] = []

    init(
        _ endpoints: [Endpoint], _ loop: EventLoop, _ states: ConnectionStates, _ session: HTTP2Session.Options,
        tls: ClientTLS?
    ) {
        self.endpoints = endpoints
        self.loop = loop
        self.states = states
        self.session = session
        self.tls = tls
    }

    func start(_ record: ClientRecord, _ call: ClientCall) {
        record.call = call
        guard !isClosed else { return record.end(RPCError(.unavailable, "The client was closed.")) }
        if let timeout = call.options.timeout {
            guard timeout > .zero else { return record.end(Self.deadlineExceeded) }
            record.timer = loop.schedule(after: timeout) { [weak self, weak record] in
                if let record { self?.cancel(record, Self.deadlineExceeded) }
            }
        }
        begin(record, call)
    }

    /// Begins a call that a server did not touch before its connection went away.
    func startAgain(_ record: ClientRecord) {
        guard let call = record.call else { return }
        guard !isClosed else { return record.end(RPCError(.unavailable, "The client was closed.")) }
        begin(record, call)
    }

    private func begin(_ record: ClientRecord, _ call: ClientCall) {
        if let connection { return connection.begin(record, call) }
        waiting.append(record)
        // A call that waits for ready keeps to the back-off; any other asks for an answer now.
        if retryTimer == nil || !call.options.waitForReady { connect() }
    }

    private static let deadlineExceeded = RPCError(.deadlineExceeded, "The call's deadline passed.")

    func cancel(_ record: ClientRecord, _ error: RPCError) {
        if let connection = record.connection { return connection.cancel(record, error) }
        waiting.removeAll { $0 === record }
        record.end(error)
    }

    private func connect() {
        guard !isConnecting, !isClosed else { return }
        retryTimer?.cancel()
        retryTimer = nil
        isConnecting = true
        states.set(.connecting)
        loop.connect(to: endpoints) { [self] result in
            switch result {
            case .success(let socket):
                ClientHandshake.begin(socket, tls: tls, host: host, timeout: Self.handshakeTimeout) { [self] in
                    connected($0)
                }
            case .failure(let error): connected(.failure(error))
            }
        }
    }

    private static let handshakeTimeout: Duration = .seconds(5)

    private func connected(_ result: Result<Channel, LoopError>) {
        isConnecting = false
        switch result {
        case .success(let channel): begin(channel)
        case .failure(let error): failed(RPCError(.unavailable, error.message, cause: error))
        }
    }

    private func begin(_ channel: Channel) {
        guard !isClosed, let new = try? ClientConnection(self, channel, authority: authority, options: session) else {
            return channel.close()
        }
        connection = new
        connections.append(new)
        channel.start(new)
        let records = waiting
        waiting = []
        for record in records {
            if let call = record.call { new.begin(record, call) }
        }
    }

    /// What a server's certificate is for.
    private var host: String {
        if case .tcp(let host, _)? = endpoints.first { host } else { "localhost" }
    }

    private var authority: String {
        if case .tcp? = endpoints.first { endpoints.first?.description ?? "localhost" } else { "localhost" }
    }

    /// There is no connection: calls that do not wait for one end, the others keep trying.
    private func failed(_ error: RPCError) {
        states.set(.unavailable(reason: error.message))
        let records = waiting
        waiting = records.filter { $0.call?.options.waitForReady == true }
        for record in records where record.call?.options.waitForReady == false { record.end(error) }
        failures += 1
        guard !waiting.isEmpty, !isClosed else { return }
        let delay = min(10_000, 50 << min(failures, 8))
        retryTimer = loop.schedule(after: .milliseconds(delay)) { [weak self] in
            self?.retryTimer = nil
            self?.connect()
        }
    }

    // MARK: What connections tell

    func connected(_ connection: ClientConnection) {
        failures = 0
        if connection === self.connection { states.set(.ready) }
    }

    func isGoingAway(_ connection: ClientConnection) {
        guard connection === self.connection else { return }
        self.connection = nil
        states.set(.idle)
    }

    func lost(_ connection: ClientConnection, _ error: RPCError) {
        connections.removeAll { $0 === connection }
        guard connection === self.connection else { return }
        self.connection = nil
        if isClosed { return }
        states.set(.unavailable(reason: error.message))
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        connection = nil
        retryTimer?.cancel()
        retryTimer = nil
        let records = waiting
        waiting = []
        for record in records { record.end(RPCError(.cancelled, "The client was closed.")) }
        for connection in connections { connection.close() }
        states.set(.closed)
    }
}
