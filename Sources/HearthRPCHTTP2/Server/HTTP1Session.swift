internal import HearthBase
internal import HearthHTTP1
internal import HearthHTTP2
internal import HearthEventLoop

/// An HTTP/1.1 connection in the form that calls use: one stream at a time, each of slot 0.
final class HTTP1Session: ServerSession {
    private var http: HTTP1Connection
    private let loop: EventLoop
    private var stream = HTTP2Stream.none
    private var lastID: Int32 = 0
    /// Bytes of the request's body that were delivered and not consumed. Beyond the window no more are delivered.
    private var unread = 0
    private let window: Int
    private var isBodyComing = false
    private var isHeld: Bool { unread >= window }
    /// Whether the client violated the protocol or was too slow.
    private var hasFailed = false
    /// Whether the last request was answered before it was complete: its client may still be sending.
    private var isRestComing = false
    /// Bytes of the answer that were drained and not yet reported.
    private var sentBytes = 0
    private var isClosed = false
    private var pace = StreamPace()
    /// Whether there may be more to deliver although no bytes arrived.
    private var mayGoOn = false

    private(set) var takenBytes: UInt64 = 0
    private(set) var answersSent = 0
    private(set) var resetsSent = 0
    let resetsReceived = 0
    let queuedFrames = 0
    let pings = 0
    let isInHeaderBlock = false

    /// - Parameters:
    ///   - window: how many bytes of a body may be unread.
    ///   - pause: how long the client may keep more pipelined requests waiting than are read ahead.
    init(_ options: HTTP1Options, window: Int, pause: Duration, loop: EventLoop) {
        self.pause = pause
        http = HTTP1Connection(options: options, at: loop.now)
        self.window = window
        self.loop = loop
    }

    var openStreams: Int { stream == .none ? 0 : 1 }
    var queuedBytes: Int { http.waitingBytes }
    var isFinished: Bool { http.isFinished && !hasEvents }
    var isCut: Bool { hasFailed || isRestComing }
    var wantsBytes: Bool { http.wantsBytes }
    /// Since when reading is paused, because the client pipelined more requests than are read ahead. While paused, a
    /// disconnect would go unnoticed.
    private var pausedSince: ContinuousClock.Instant?
    private let pause: Duration

    var nextDeadline: ContinuousClock.Instant? {
        let gathered = isStreaming && http.hasOutput ? pace.due : nil
        guard !isHeld else { return gathered }
        return [http.nextDeadline, pausedSince.map { $0 + pause }, gathered].compactMap { $0 }.min()
    }

    /// Whether a streaming answer is in progress.
    private var isStreaming: Bool { stream != .none && http.isAnswering }

    // MARK: Bytes

    func receive(_ bytes: RawSpan) {
        http.receive([UInt8](copying: bytes), at: loop.now)
        mayGoOn = true
    }

    var hasEvents: Bool { mayGoOn || isClosed || sentBytes > 0 }

    func deliver(_ bytes: RawSpan, to connection: ServerConnection) {
        if !bytes.isEmpty { connection.prefaceIsHere() }
        if sentBytes > 0 {
            // A request refused early has an answer but no stream.
            if stream != .none { connection.sent(stream, sentBytes) }
            sentBytes = 0
        }
        if isClosed { close(connection) }
        mayGoOn = false
        while !isHeld, let event = http.next(at: loop.now) {
            switch event {
            case .request(let request):
                lastID = lastID == .max ? 1 : lastID + 1
                stream = HTTP2Stream(slot: 0, id: lastID)
                isBodyComing = request.hasBody
                isRestComing = false
                connection.headers(stream, request.block, isEnd: !request.hasBody)
            case .body(let piece):
                unread += piece.count
                connection.data(stream, piece.span.bytes)
            case .end:
                isBodyComing = false
                connection.end(stream)
            case .failed: fail(connection)
            }
        }
        pausedSince = http.wantsBytes || isHeld ? nil : pausedSince ?? loop.now
        // An answer may result from bytes that arrived in an earlier turn of the loop.
        if http.hasOutput { connection.markDirty() }
    }

    func timePassed(_ connection: ServerConnection) {
        if let pausedSince, loop.now >= pausedSince + pause {
            http.cut()
            return fail(connection)
        }
        if case .failed = http.timePassed(at: loop.now) { fail(connection) }
    }

    private func fail(_ connection: ServerConnection) {
        hasFailed = true
        if stream != .none { close(connection) }
    }

    /// Ends the stream: the request is answered or never will be.
    private func close(_ connection: ServerConnection) {
        isClosed = false
        let over = stream
        stream = .none
        unread = 0
        isRestComing = isBodyComing
        isBodyComing = false
        connection.closed(over)
    }

    func drain(into out: inout [UInt8], limit: Int) {
        guard !isStreaming || pace.isOpen(at: loop.now, waitingBytes: http.waitingBytes) else { return }
        let before = out.count
        let count = http.drain(into: &out, limit: limit, at: loop.now)
        if !isStreaming { pace.reset() } else if count > 0 { pace.sent(at: loop.now) }
        sentBytes += count
        takenBytes &+= UInt64(count)
        if out.count > before { answersSent &+= 1 }
        guard stream != .none, http.isAnswered else { return }
        isClosed = true
        mayGoOn = true
    }

    // MARK: Answers

    func respond(_ stream: HTTP2Stream, _ headers: HeaderList, reportsSent: Bool) {
        guard stream == self.stream else { return }
        let head = Head(headers)
        http.head(head.status, head.fields)
    }

    func respond(_ stream: HTTP2Stream, _ headers: HeaderList, body: [UInt8], trailers: HeaderList?) {
        guard stream == self.stream else { return }
        let head = Head(headers)
        http.answer(head.status, head.fields, body: body)
    }

    func respond(_ stream: HTTP2Stream, only headers: HeaderList) {
        guard stream == self.stream else { return }
        let head = Head(headers)
        // The length in an answer to HEAD is that of the same GET.
        http.head(head.status, head.fields, length: head.length ?? 0)
        http.end()
    }

    func send(_ stream: HTTP2Stream, _ bytes: [UInt8]) {
        if stream == self.stream { http.body(bytes) }
    }

    func finish(_ stream: HTTP2Stream, trailers: HeaderList?) {
        if stream == self.stream { http.end() }
    }

    /// HTTP/1.1 can send nothing ahead of the bytes that the client has not taken.
    func cutShort(_ stream: HTTP2Stream, trailers: HeaderList) -> Bool { false }

    func reset(_ stream: HTTP2Stream, _ code: ErrorCode) {
        guard stream == self.stream else { return }
        resetsSent &+= 1
        if http.hasBegunAnswer {
            if !http.isAnswered { http.cut() }
        } else {
            http.answer(503, Self.retry, body: Array("too many calls at once; try again\n".utf8))
        }
    }

    private static let retry = HTTP1Fields([("content-type", "text/plain; charset=utf-8"), ("retry-after", "1")])

    func consume(_ stream: HTTP2Stream, _ bytes: Int) {
        guard stream == self.stream else { return }
        let wasHeld = isHeld
        unread = max(0, unread - bytes)
        if wasHeld, !isHeld { mayGoOn = true }
    }

    func isReceiving(_ stream: HTTP2Stream) -> Bool { stream == self.stream && isBodyComing }

    func blockedOutput(of stream: HTTP2Stream) -> UInt32? {
        stream == self.stream && http.hasOutput ? UInt32(truncatingIfNeeded: takenBytes) : nil
    }

    // MARK: The connection

    func announceShutdown() { http.closeOnceAnswered() }
    func goAway() { http.closeOnceAnswered() }
    func goAway(_ code: ErrorCode, _ about: StaticString) { http.closeOnceAnswered() }

    func terminate(_ code: ErrorCode) { http.closeOnceAnswered() }

    /// HTTP/1.1 has no pings: a lost client is noticed when it takes no bytes.
    func ping() {}

    private struct Head {
        var status = 200
        var length: Int?
        var fields = HTTP1Fields()

        init(_ headers: HeaderList) {
            headers.forEachField { name, value in
                switch name {
                case ":status": status = Int(String(decoding: value, as: UTF8.self)) ?? 500
                case "content-length": length = Int(String(decoding: value, as: UTF8.self))
                default: fields.append(name, value)
                }
            }
        }
    }
}
