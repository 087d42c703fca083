internal import HearthHTTP2

/// A client's connection without I/O, as calls see it: streams that each carry a request and an answer. HTTP/2 has many
/// at once, HTTP/1.1 one after the other.
protocol ServerSession: AnyObject {
    // MARK: Bytes

    func receive(_ bytes: RawSpan) throws(HTTP2Error)
    /// Reports events since the last time to the connection; `bytes` are those just received, or empty.
    func deliver(_ bytes: RawSpan, to connection: ServerConnection)
    /// Whether there is something to deliver.
    var hasEvents: Bool { get }
    /// Whether more of the client's bytes should be read now.
    var wantsBytes: Bool { get }
    func drain(into out: inout [UInt8], limit: Int) throws(HTTP2Error)

    // MARK: Answers

    func respond(_ stream: HTTP2Stream, _ headers: HeaderList, reportsSent: Bool)
    func respond(_ stream: HTTP2Stream, _ headers: HeaderList, body: [UInt8], trailers: HeaderList?)
    func respond(_ stream: HTTP2Stream, only headers: HeaderList)
    func send(_ stream: HTTP2Stream, _ bytes: [UInt8])
    func finish(_ stream: HTTP2Stream, trailers: HeaderList?)
    func cutShort(_ stream: HTTP2Stream, trailers: HeaderList) -> Bool
    func reset(_ stream: HTTP2Stream, _ code: ErrorCode)
    func consume(_ stream: HTTP2Stream, _ bytes: Int)
    func isReceiving(_ stream: HTTP2Stream) -> Bool
    /// The progress of a stream whose output is blocked, for comparison with a later value; nil if it is not blocked.
    func blockedOutput(of stream: HTTP2Stream) -> UInt32?

    // MARK: The connection

    /// When to call ``timePassed(_:)`` if nothing happens before.
    var nextDeadline: ContinuousClock.Instant? { get }
    func timePassed(_ connection: ServerConnection)
    func announceShutdown()
    func goAway()
    func goAway(_ code: ErrorCode, _ about: StaticString)
    func terminate(_ code: ErrorCode)
    func ping()
    var isFinished: Bool { get }
    /// Whether the connection ends because of an error of the client, or while the client may still be sending.
    var isCut: Bool { get }
    var isInHeaderBlock: Bool { get }
    var pings: Int { get }
    var answersSent: Int { get }

    // MARK: Counts

    var openStreams: Int { get }
    var queuedBytes: Int { get }
    var queuedFrames: Int { get }
    var takenBytes: UInt64 { get }
    var resetsSent: Int { get }
    var resetsReceived: Int { get }
}

extension HTTP2Session: ServerSession {
    var wantsBytes: Bool { true }
    var nextDeadline: ContinuousClock.Instant? { nil }
    func timePassed(_ connection: ServerConnection) {}

    func receive(_ bytes: RawSpan) throws(HTTP2Error) { try receive(bytes, at: ContinuousClock.now) }

    func drain(into out: inout [UInt8], limit: Int) throws(HTTP2Error) {
        try drain(into: &out, limit: limit, at: ContinuousClock.now)
    }

    func deliver(_ bytes: RawSpan, to connection: ServerConnection) {
        while hasEvents {
            let events = takeEvents()
            for event in events {
                switch event {
                case .headers(let stream, let block, let isEnd): connection.headers(stream, block, isEnd: isEnd)
                case .headersTooLarge(let stream): connection.headersAreTooLarge(stream)
                case .data(let stream, let range): connection.data(stream, bytes.extracting(range))
                case .end(let stream): connection.end(stream)
                case .sent(let stream, let count): connection.sent(stream, count)
                case .closed(let stream, _): connection.closed(stream)
                case .settings: connection.prefaceIsHere()
                case .pong: connection.pong()
                case .goAway: break
                }
            }
            recycle(events)
        }
    }
}
