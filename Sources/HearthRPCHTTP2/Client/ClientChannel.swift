internal import HearthBase
internal import HearthEventLoop
internal import HearthRPC

/// A client's calls and its connections to one or more servers. On its loop's thread only.
final class ClientChannel {
    let loop: EventLoop
    let settings: HTTP2Transport.Settings
    private let states: ConnectionStates
    private var subchannels: [Subchannel] = []
    private var connectivity: Connectivity
    /// Calls that wait for a connection or for room on one, in their order.
    private var waiting = FIFO<ClientRecord>()
    /// Calls between two attempts.
    private var pausing: [Pause] = []
    /// The index of the server that got the last call, for round-robin.
    private var next = 0
    private var tokens: RetryTokens
    private var isClosed = false
    /// When a call last needed several servers; they are kept connected until the idle timeout after it.
    private var lastUse: ContinuousClock.Instant?

    private struct Pause {
        weak var record: ClientRecord?
    }

    /// - Parameter servers: the addresses of each server.
    init(
        _ servers: [[Endpoint]], _ loop: EventLoop, _ states: ConnectionStates, _ settings: HTTP2Transport.Settings
    ) {
        self.loop = loop
        self.settings = settings
        self.states = states
        connectivity = Connectivity(count: servers.count)
        tokens = RetryTokens(settings.retryThrottling)
        subchannels = servers.enumerated().map { Subchannel(self, index: $0.offset, $0.element) }
    }

    // MARK: Calls

    func start(_ record: ClientRecord, _ call: ClientCall) {
        record.call = call
        guard !isClosed else { return record.end(RPCError(.unavailable, "the client was closed")) }
        if let error = MetadataCoding.failure(call.options.metadata) { return record.end(error) }
        if let timeout = call.options.timeout {
            guard timeout > .zero else { return record.end(notSent(record, Self.deadlineExceeded)) }
            record.deadline = loop.now + timeout
            record.timer = loop.schedule(after: timeout) { [weak self, weak record] in
                if let record { self?.cancel(record, Self.deadlineExceeded) }
            }
        }
        if let policy = call.options.retryPolicy { record.retry = RetryState(policy) }
        begin(record, call)
    }

    /// Begins a call again that no server has processed.
    func startAgain(_ record: ClientRecord) {
        guard let call = record.call else { return }
        guard !isClosed else { return record.end(RPCError(.unavailable, "the client was closed")) }
        begin(record, call)
    }

    private func begin(_ record: ClientRecord, _ call: ClientCall) {
        if waiting.isEmpty, let connection = pick() { return connection.begin(record, call) }
        for subchannel in subchannels { subchannel.want() }
        if !call.options.waitForReady, let refusal {
            return record.end(notSent(record, RPCError(.unavailable, refusal)))
        }
        waiting.append(record)
    }

    /// The error of a call that is on no connection. A call with a retry policy may have been on one before.
    private func notSent(_ record: ClientRecord, _ error: RPCError) -> RPCError {
        record.retry == nil ? RPCError(error.code, error.message, cause: CallNotSent()) : error
    }

    private static let deadlineExceeded = RPCError(.deadlineExceeded, "the call's deadline passed")

    func cancel(_ record: ClientRecord, _ error: RPCError) {
        if let connection = record.connection { return connection.cancel(record, error) }
        // It may be waiting between two attempts.
        record.end(waiting.removeFirst { $0 === record } != nil ? notSent(record, error) : error)
    }

    /// A ready connection with room for one more call.
    private func pick() -> ClientConnection? {
        if subchannels.count == 1 { return subchannels[0].free }
        lastUse = loop.now
        for _ in subchannels {
            next = next + 1 < subchannels.count ? next + 1 : 0
            if let free = subchannels[next].free { return free }
        }
        return nil
    }

    /// Why waiting is pointless: every server failed a moment ago. nil while one may still connect.
    private var refusal: String? {
        var reason: String?
        for subchannel in subchannels {
            guard let refusal = subchannel.refusal else { return nil }
            reason = refusal
        }
        return reason
    }

    /// Handles the end of an attempt: the call ends, or is retried.
    func attemptEnded(
        _ record: ClientRecord, _ error: RPCError?, trailers: Metadata = Metadata(),
        _ pushback: RetryState.Pushback = .none
    ) {
        guard let error else {
            if record.retry != nil { tokens.succeeded() }
            return record.end(nil, trailers: trailers)
        }
        guard !isClosed,
            let delay = record.retry?.failed(error.code, pushback, &tokens, random: .random(in: 0..<1)),
            record.deadline.map({ loop.now + delay < $0 }) ?? true, record.rewind()
        else { return record.end(error, trailers: trailers) }
        pausing.removeAll { $0.record?.retryTimer == nil }
        pausing.append(Pause(record: record))
        record.retryTimer = loop.schedule(after: delay) { [weak self, weak record] in
            guard let record else { return }
            record.retryTimer = nil
            self?.startAgain(record)
        }
    }

    // MARK: Reports of subchannels

    /// Whether a subchannel should reconnect by itself.
    var isWanted: Bool {
        guard !isClosed else { return false }
        if !waiting.isEmpty { return true }
        return subchannels.count > 1 && lastUse.map { loop.now - $0 < settings.idleTimeout } ?? false
    }

    func changed(_ subchannel: Subchannel) {
        guard !isClosed else { return }
        states.set(connectivity.update(subchannel.index, subchannel.state))
        if subchannel.state == .idle, isWanted { subchannel.want() }
        if let refusal {
            let ended = waiting.removeAll { $0.call?.options.waitForReady != true }
            for record in ended { record.end(notSent(record, RPCError(.unavailable, refusal))) }
        }
        roomCame()
    }

    /// Starts waiting calls: a connection has room again, or is new.
    func roomCame() {
        guard !waiting.isEmpty else { return }
        while let connection = pick(), let record = waiting.popFirst() {
            if let call = record.call { connection.begin(record, call) }
        }
    }

    /// Connects before there is a call.
    func connect() {
        guard !isClosed else { return }
        if subchannels.count > 1 { lastUse = loop.now }
        for subchannel in subchannels { subchannel.want() }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        let paused = pausing.compactMap { $0.record }.filter { $0.retryTimer != nil }
        pausing = []
        let unsent = waiting.removeAll { _ in true }
        for record in unsent + paused {
            record.end(RPCError(.cancelled, "the client was closed"))
        }
        for subchannel in subchannels { subchannel.close() }
        states.set(.closed)
    }
}
