/// The server side of an HTTP/1.1 connection, without I/O: the client's bytes go in and events come out; answers go in
/// and bytes come out. It is strict, because lenient parsing allows request smuggling (RFC 9112, section 11.2): a
/// malformed request is refused and the connection ends.
///
/// After each ``receive(_:at:)``, and after each ``drain(into:limit:at:)``, call ``next(at:)`` until it returns nil. It
/// returns a request once the answer to the previous one is drained: one request at a time. Pipelined requests wait;
/// their bytes are bounded by ``wantsBytes``.
public struct HTTP1Connection: Sendable {
    let options: HTTP1Options

    /// The bytes received and not parsed; parsed up to `position`.
    private(set) var input: [UInt8] = []
    private(set) var position = 0
    private(set) var reading: Reading
    /// Since when the connection has been waiting for the current event.
    var since: ContinuousClock.Instant
    /// When the head of the current request was complete.
    private(set) var begun: ContinuousClock.Instant
    /// Whether parsing needs more bytes.
    private(set) var isStarved = false
    /// How much body may still be discarded, of a request that was answered before its end.
    private var droppable = 0
    /// Whether the client announced a body and was not asked for it yet.
    private(set) var owesContinue = false

    var output = AnswerQueue()
    var answer = Answer.none
    /// Whether further requests are refused: the connection ends when the queued output is sent.
    var isClosing = false
    /// Whether the current request asks to close the connection after its answer.
    private(set) var clientWantsClose = false

    enum Reading {
        case head(HeadReader)
        case body(BodyReader)
        /// The request is complete; the next one must wait.
        case whole
        /// Received bytes are discarded.
        case over
    }

    /// The state of the answer to the current request.
    enum Answer {
        /// There is no request.
        case none
        case due(HTTP1Method)
        /// The head is written. `left` is the number of bytes to come of a promised length.
        case begun(left: Int?, dropsBody: Bool)
        /// It is complete, but may not be drained.
        case ended
    }

    /// A connection that waits for its first request.
    public init(options: HTTP1Options = HTTP1Options(), at now: ContinuousClock.Instant) {
        self.options = options
        reading = .head(HeadReader(options))
        since = now
        begun = now
    }

    // MARK: Bytes from the client

    /// Adds bytes from the client. Call ``next(at:)`` afterwards.
    public mutating func receive(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
        guard !bytes.isEmpty else { return }
        switch reading {
        case .over: return
        case .head(let reader): if !reader.hasBegun, position == input.count { since = now }
        case .body: since = now
        case .whole: break
        }
        if position == input.count {
            input = bytes
        } else {
            input.removeFirst(position)
            input.append(contentsOf: bytes)
        }
        position = 0
        isStarved = false
    }

    /// Whether more bytes should be read from the client now.
    public var wantsBytes: Bool { input.count - position < options.maxWaitingBytes }

    /// Parses the received bytes into the next event; nil when that needs more bytes, or an answer.
    public mutating func next(at now: ContinuousClock.Instant) -> HTTP1Event? {
        do throws(HTTP1Error) {
            let event = try read(at: now)
            isStarved = event == nil
            if event == nil, position == input.count {
                input = []
                position = 0
            }
            return event
        } catch {
            fail(error)
            return .failed(error)
        }
    }

    private mutating func read(at now: ContinuousClock.Instant) throws(HTTP1Error) -> HTTP1Event? {
        while true {
            switch reading {
            case .over: return nil
            case .whole:
                guard case .ended = answer, !output.isInAnswer, !isClosing else { return nil }
                answer = .none
                reading = .head(HeadReader(options))
                since = now
            case .head(var reader):
                guard position < input.count else { return nil }
                reading = .over  // so that the reader's memory has one owner while it works
                guard case .whole(let request, let body) = try reader.read(input, at: &position) else {
                    reading = .head(reader)
                    return nil
                }
                reading = body.isWhole ? .whole : .body(body)
                answer = .due(request.method)
                clientWantsClose = request.wantsClose
                owesContinue = request.expectsContinue
                droppable = options.maxDroppedBytes
                (since, begun) = (now, now)
                return .request(request)
            case .body(var body):
                askForBody()
                let piece = try body.next(input, at: &position)
                reading = piece.isEmpty && body.isWhole ? .whole : .body(body)
                guard case .due = answer else {
                    guard !piece.isEmpty || body.isWhole else { return nil }
                    drop(piece.count)
                    continue
                }
                guard piece.isEmpty else { return .body(take(piece, &body)) }
                return body.isWhole ? .end : nil
            }
        }
    }

    /// The bytes of a piece, joined with the pieces after it that have arrived.
    private mutating func take(_ piece: Range<Int>, _ body: inout BodyReader) -> [UInt8] {
        if piece == input.indices {
            defer {
                input = []
                position = 0
            }
            return input
        }
        var bytes = Array(input[piece])
        // An error in the bytes after them is found again at the next call.
        var (ahead, place) = (body, position)
        while let more = try? ahead.next(input, at: &place), !more.isEmpty {
            bytes.append(contentsOf: input[more])
            (body, position) = (ahead, place)
        }
        reading = .body(body)
        return bytes
    }

    /// Sends 100 Continue if the client waits for it.
    private mutating func askForBody() {
        guard owesContinue else { return }
        owesContinue = false
        guard case .due = answer, position == input.count else { return }
        output.appendMessage { AnswerHead.append(100, HTTP1Fields(), .none, closes: false, to: &$0) }
    }

    /// Discards part of a body that is not needed.
    private mutating func drop(_ count: Int) {
        droppable -= count
        if droppable < 0 { closeOnceAnswered() }
    }

    /// Discards all further bytes.
    mutating func stopReading() {
        reading = .over
        input = []
        position = 0
    }
}
