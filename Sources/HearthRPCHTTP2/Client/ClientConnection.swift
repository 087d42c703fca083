internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// A client's connection. On its loop's thread only.
final class ClientConnection {
    private let loop: EventLoop
    private let channel: Channel
    private let session: HTTP2Session
    private let output = OutputBuffer()
    private var requestHeaders: RequestHeaders
    private let subchannel: Subchannel
    private let calls: ClientChannel
    /// By slot.
    private var records: [ClientRecord?] = []
    /// Work after the current events: calls to begin again, and whether others may find room.
    private var again: [ClientRecord] = []
    private var hasNews = false
    /// The headers and trailers of the last response.
    private var lastHead: ResponseHead?
    private var lastTail: ResponseTail?
    private var isDirty = false
    private var isClosed = false
    /// Why the session broke, for the calls that end with it.
    private var failure: RPCError?
    /// Set when the server accepts no more calls.
    private var isGoingAway = false
    /// The server has not processed calls on streams after this one.
    private var lastTouched = Int32.max
    private var goAwayReason: RPCError?
    /// Whether a call was ever made on this connection.
    private(set) var wasUsed = false
    /// The server's limit of concurrent streams.
    private var maxStreams = 0
    private var keepalive: KeepaliveMachine?
    private var keepaliveTimer: LoopTimer?
    private var idleTimer: LoopTimer?
    /// When the last call ended.
    private var lastUse: ContinuousClock.Instant

    init(
        _ subchannel: Subchannel, _ calls: ClientChannel, _ channel: Channel, authority: String, keepalive: Keepalive
    ) throws(HTTP2Error) {
        self.subchannel = subchannel
        self.calls = calls
        self.channel = channel
        requestHeaders = RequestHeaders(authority: authority, isTLS: channel.isTLS)
        loop = channel.loop
        lastUse = loop.now
        self.keepalive = KeepaliveMachine(keepalive, now: loop.now)
        session = try HTTP2Session(role: .client, options: calls.settings.session)
        markDirty()
    }

    /// Whether another call can be made now.
    var hasRoom: Bool { !isGoingAway && session.openStreams < maxStreams }

    // MARK: Calls

    func begin(_ record: ClientRecord, _ call: ClientCall) {
        let headers = requestHeaders.list(
            call, timeout: record.deadline.map { $0 - loop.now }, previousAttempts: record.retry?.previousAttempts ?? 0)
        guard let stream = session.request(headers) else {
            // The stream ids are used up.
            goAway(.noError, last: lastTouched)
            return calls.startAgain(record)
        }
        while records.count <= stream.slot { records.append(nil) }
        records[stream.slot] = record
        record.stream = stream
        record.connection = self
        wasUsed = true
        record.sendBacklog(self)
        if let action = keepalive?.begin(hasCalls: true, now: loop.now) { perform(action) }
        markDirty()
    }

    func send(_ record: ClientRecord, _ frame: RPCFrame) {
        session.send(record.stream, frame.bytes)
        markDirty()
    }

    func finishWriting(_ record: ClientRecord) {
        session.finish(record.stream, trailers: nil)
        markDirty()
    }

    func credit(_ record: ClientRecord, _ count: Int) {
        session.consume(record.stream, count)
        markDirty()
    }

    /// Cancels a call.
    func cancel(_ record: ClientRecord, _ error: RPCError) {
        session.reset(record.stream, .cancel)
        record.end(error)
        markDirty()
    }

    /// Ends an attempt that the server answered wrongly.
    private func fail(_ record: ClientRecord, _ error: RPCError) {
        session.reset(record.stream, .cancel)
        attemptEnded(record, error)
        markDirty()
    }

    private func attemptEnded(
        _ record: ClientRecord, _ error: RPCError?, trailers: Metadata = Metadata(),
        _ pushback: RetryState.Pushback = .none
    ) {
        // Without a retry policy the call is over; its record stays until its stream is closed.
        if record.retry == nil { return record.end(error, trailers: trailers) }
        release(record)
        calls.attemptEnded(record, error, trailers: trailers, pushback)
    }

    /// Releases a record, which may be used again on another stream.
    private func release(_ record: ClientRecord) {
        let slot = record.stream.slot
        if slot >= 0, slot < records.count, records[slot] === record { records[slot] = nil }
        record.connection = nil
        record.stream = .none
    }

    func close() { end(RPCError(.cancelled, "the client was closed")) }

    /// Ends the connection once the GOAWAY is sent.
    private func end(_ reason: RPCError) {
        session.terminate(.noError)
        failure = failure ?? reason
        isGoingAway = true
        markDirty()
    }

    /// Ends the connection at once.
    func giveUp(_ reason: RPCError) {
        failure = failure ?? reason
        channel.close()
    }

    // MARK: Events

    private func record(_ stream: HTTP2Stream) -> ClientRecord? {
        guard stream.slot >= 0, stream.slot < records.count, let record = records[stream.slot],
            record.stream == stream
        else { return nil }
        return record
    }

    private func handleEvents(_ bytes: RawSpan) {
        while session.hasEvents {
            let events = session.takeEvents()
            for event in events {
                switch event {
                case .headers(let stream, let block, let isEnd): headers(stream, block, isEnd: isEnd)
                case .headersTooLarge(let stream):
                    if let record = record(stream) {
                        cancel(record, RPCError(.resourceExhausted, "the server's headers are larger than the limit"))
                    }
                case .data(let stream, let range): data(stream, bytes, range)
                case .end(let stream): end(stream)
                case .sent(let stream, let count): record(stream)?.sent(count)
                case .closed(let stream, let code): closed(stream, code)
                case .settings: settings()
                case .goAway(let code, let last): goAway(code, last: last)
                case .pong: break
                }
            }
            session.recycle(events)
        }
        // Only after all events: a new stream may reuse the slot of one that still has an event pending.
        let records = again
        again = []
        for record in records { calls.startAgain(record) }
        if hasNews {
            hasNews = false
            calls.roomCame()
        }
    }

    private func headers(_ stream: HTTP2Stream, _ block: HeaderBlock, isEnd: Bool) {
        guard let record = record(stream), let call = record.call else { return }
        if !record.hasHeaders {
            let head = lastHead.flatMap { $0.block == block ? $0 : nil } ?? ResponseHead(block)
            lastHead = head
            if head.isInformational { return }
            if let error = head.failure { return fail(record, error) }
            // After a response of trailers only, another attempt is still possible.
            if !isEnd { record.answered() }
            record.deframer.encoding = head.encoding
            if !isEnd { return call.received(headers: head.metadata) }
        }
        guard isEnd else { return }
        let tail = lastTail.flatMap { $0.block == block ? $0 : nil } ?? ResponseTail(block)
        lastTail = tail
        let trailers = tail.metadata
        // If the server says why it ended early, its status counts.
        let status =
            tail.status
            ?? (record.deframer.isInMessage
                ? RPCError(.internal, "the response ends in the middle of a message") : nil)
        // Not an error: the server has answered and needs no more of the request.
        if session.isSending(stream) { session.reset(stream, .noError) }
        guard record.retry != nil else { return record.end(status, trailers: trailers) }
        attemptEnded(record, status, trailers: trailers, .init(block.first("grpc-retry-pushback-ms")))
    }

    private func end(_ stream: HTTP2Stream) {
        guard let record = record(stream) else { return }
        record.end(
            RPCError(
                .internal,
                record.deframer.isInMessage
                    ? "the response ends in the middle of a message" : "the server ended the call without a status"))
    }

    private func data(_ stream: HTTP2Stream, _ bytes: RawSpan, _ range: Range<Int>) {
        guard let record = record(stream), let call = record.call else { return session.consume(stream, range.count) }
        let chunk = bytes.extracting(range)
        var position = 0
        while true {
            switch record.deframer.next(chunk, at: &position) {
            case .frame(let frame):
                if record.hasMessage, call.method.kind.givesOneResponse {
                    return cancel(
                        record, RPCError(.unimplemented, "\(call.method.path) has one response; more came"))
                }
                record.received(frame, call)
                continue
            case .needsMore: break
            case .failure(let error): return cancel(record, error)
            }
            break
        }
        session.consume(stream, record.flow.received(range.count))
    }

    private func closed(_ stream: HTTP2Stream, _ code: ErrorCode) {
        lastUse = loop.now
        if let record = record(stream) {
            release(record)
            // A refused stream was not processed (RFC 9113, section 8.7).
            if code == .refusedStream, failure == nil, record.mayStartAgain() {
                again.append(record)
            } else if record.call != nil {
                let isLate = record.deadline.map { $0 <= loop.now } ?? false
                calls.attemptEnded(record, failure ?? StatusCoding.reset(code, isLate: isLate))
            }
        }
        closeIfDone()
        hasNews = true
    }

    // MARK: The connection

    private func settings() {
        maxStreams = session.peerMaxStreams
        hasNews = true
        guard !hasSettings else { return }
        lastUse = loop.now
        waitForIdle(calls.settings.idleTimeout)
        if let action = keepalive?.begin(hasCalls: false, now: loop.now) { perform(action) }
        subchannel.connected(self)
    }

    private func goAway(_ code: ErrorCode, last: Int32) {
        isGoingAway = true
        lastTouched = last
        let reason = RPCError(
            .unavailable, "\(channel.peer) ended the connection (GOAWAY, HTTP/2 error \(code.rawValue))")
        if code != .noError { goAwayReason = reason }
        subchannel.retired(self, reason, hadTooManyPings: code == .enhanceYourCalm)
        closeIfDone()
    }

    private func perform(_ action: KeepaliveMachine.Action?) {
        keepaliveTimer?.cancel()
        keepaliveTimer = nil
        let delay: Duration
        switch action {
        case .wait(let wait): delay = wait
        case .ping(let wait):
            session.ping()
            markDirty()
            delay = wait
        case .giveUp:
            return giveUp(RPCError(.unavailable, "\(channel.peer) timed out answering a ping"))
        case nil: return
        }
        keepaliveTimer = loop.schedule(after: delay) { [weak self] in
            guard let self, !isClosed else { return }
            perform(keepalive?.timerFired(hasCalls: session.openStreams > 0, now: loop.now))
        }
    }

    private func waitForIdle(_ delay: Duration) {
        idleTimer = loop.schedule(after: delay) { [weak self] in
            guard let self, !isClosed, !isGoingAway else { return }
            let timeout = calls.settings.idleTimeout
            if session.openStreams > 0 { return waitForIdle(timeout) }
            let left = timeout - (loop.now - lastUse)
            if left > .zero { return waitForIdle(left) }
            let reason = RPCError(.unavailable, "the connection to \(channel.peer) was idle for too long")
            end(reason)
            subchannel.retired(self, reason)
        }
    }

    private func closeIfDone() {
        guard isGoingAway, session.openStreams == 0 else { return }
        session.terminate(.noError)
        markDirty()
    }

    private func markDirty() {
        guard !isDirty, !isClosed else { return }
        isDirty = true
        loop.atEndOfTurn(self)
    }
}

extension ClientConnection: SocketHandler, EndOfTurn {
    func received(_ bytes: RawSpan) {
        keepalive?.received(now: loop.now)
        do {
            try session.receive(bytes)
            handleEvents(bytes)
        } catch {
            handleEvents(bytes)
            failure = failure ?? RPCError(.unavailable, "\(channel.peer): \(error.message)", cause: error)
            session.terminate(error.code)
        }
        markDirty()
    }

    func writesAreDone() { markDirty() }

    func endOfTurn() {
        isDirty = false
        guard !isClosed, channel.pendingBytes == 0 else { return }
        let isAll = output.fill(from: session)
        channel.write(output.bytes)
        handleEvents(RawSpan())
        if channel.pendingBytes > 0 { return }
        guard isAll == nil || session.isFinished else { return isAll == false ? markDirty() : () }
        if !isGoingAway { failure = failure ?? brokenRules }
        channel.close()
    }

    private static let isItOurs = "is it a gRPC server, and do both ends use TLS, or neither?"

    private var hasSettings: Bool { idleTimer != nil }

    /// Why the session itself ended the connection.
    private var brokenRules: RPCError {
        RPCError(
            .unavailable,
            hasSettings
                ? "\(channel.peer) broke the rules of HTTP/2, so the connection was ended"
                : "\(channel.peer) does not speak HTTP/2; \(Self.isItOurs)")
    }

    func closed(_ error: LoopError?) {
        isClosed = true
        isGoingAway = true
        keepaliveTimer?.cancel()
        idleTimer?.cancel()
        let reason =
            failure ?? goAwayReason
            ?? RPCError(
                .unavailable,
                error?.message
                    ?? (hasSettings
                        ? "the connection to \(channel.peer) was closed by the server"
                        : "\(channel.peer) closed the connection before it spoke HTTP/2; \(Self.isItOurs)"),
                cause: error)
        let left = records
        records = []
        subchannel.lost(self, reason)
        for case let record? in left {
            let isUntouched = record.stream.id > lastTouched
            release(record)
            if isUntouched, record.mayStartAgain() {
                calls.startAgain(record)
            } else if record.call != nil {
                calls.attemptEnded(record, reason)
            }
        }
    }
}
