/// The server's end of an HTTP/1.1 connection, without I/O: bytes of the client go in and give events, answers go in and
/// give bytes. Strict where leniency is how requests are smuggled (RFC 9112 section 11.2): what is not as it must be is
/// refused, and the connection ends.
///
/// After each ``receive(_:at:)``, and after each ``drain(into:limit:at:)``, ask ``next(at:)`` until it has nothing more. A
/// request is given when the answer to the one before has been drained: one at a time (H1-07). Who does not ask lets the
/// client wait; what waits is bounded by ``wantsBytes``.
public struct HTTP1Connection: Sendable {
    let options: HTTP1Options

    /// What has come and is not read; read up to `position`.
    private(set) var input: [UInt8] = []
    private(set) var position = 0
    private(set) var reading: Reading
    /// Since when the connection waits for what it waits for now.
    var since: ContinuousClock.Instant
    /// When the head of the present request was whole.
    private(set) var begun: ContinuousClock.Instant
    /// Whether all that has come is read, as far as it can be without more.
    private(set) var isStarved = false
    /// How much of a body is still dropped, of a request that was answered before its end.
    private var droppable = 0
    /// The client has not been asked for the body that it announced.
    private(set) var owesContinue = false

    var output = AnswerQueue()
    var answer = Answer.none
    /// No further request is taken: the connection ends when what waits is sent.
    var isClosing = false
    /// Whether the present request wants the connection to end with its answer.
    private(set) var clientWantsClose = false

    enum Reading {
        case head(HeadReader)
        case body(BodyReader)
        /// The request is whole, and the next one's turn has not come.
        case whole
        /// What comes is dropped.
        case over
    }

    /// How far the present request is answered.
    enum Answer {
        /// There is no request.
        case none
        case due(HTTP1Method)
        /// The head is made. Of a length that was promised, `left` bytes are to come.
        case begun(left: Int?, dropsBody: Bool)
        /// It is made, and perhaps not drained.
        case ended
    }

    /// A connection that waits for its first request.
    public init(options: HTTP1Options = HTTP1Options(), at now: ContinuousClock.Instant) {
        self.options = options
        reading = .head(HeadReader(options))
        since = now
        begun = now
    }

    // MARK: What the client sends

    /// Takes bytes from the client. Afterwards ``next(at:)`` says what they mean.
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

    /// Whether more bytes should be read from the client now (H1-07).
    public var wantsBytes: Bool { input.count - position < options.maxWaitingBytes }

    /// What the bytes mean that have come, one thing at a time; nil when more bytes are needed, or an answer.
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

    /// The bytes of a piece, and of those behind it that are here.
    private mutating func take(_ piece: Range<Int>, _ body: inout BodyReader) -> [UInt8] {
        if piece == input.indices {
            defer {
                input = []
                position = 0
            }
            return input
        }
        var bytes = Array(input[piece])
        // What is wrong behind them is found again next time.
        var (ahead, place) = (body, position)
        while let more = try? ahead.next(input, at: &place), !more.isEmpty {
            bytes.append(contentsOf: input[more])
            (body, position) = (ahead, place)
        }
        reading = .body(body)
        return bytes
    }

    /// Asks for the body that the client keeps back until then (H1-08), if it does.
    private mutating func askForBody() {
        guard owesContinue else { return }
        owesContinue = false
        guard case .due = answer, position == input.count else { return }
        output.appendMessage { AnswerHead.append(100, HTTP1Fields(), .none, closes: false, to: &$0) }
    }

    /// Nobody reads what is left of the body.
    private mutating func drop(_ count: Int) {
        droppable -= count
        if droppable < 0 { closeOnceAnswered() }
    }

    /// What comes from now on is dropped.
    mutating func stopReading() {
        reading = .over
        input = []
        position = 0
    }
}
