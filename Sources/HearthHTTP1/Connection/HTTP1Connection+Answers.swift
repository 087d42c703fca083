/// What the client is sent.
extension HTTP1Connection {
    /// Answers the present request as a whole. Of HEAD and of statuses that have none (204, 304) the body is left out.
    /// Nothing is done when there is no request to answer, as after ``HTTP1Event/failed(_:)``.
    public mutating func answer(_ status: Int, _ fields: HTTP1Fields = HTTP1Fields(), body: [UInt8] = []) {
        head(status, fields, length: body.count)
        self.body(body)
        end()
    }

    /// Begins the answer to the present request. What of the request has not come by then is not given any more.
    /// - Parameter length: of the body; nil for a stream, which is sent in chunks and kept by nobody (H1-09).
    public mutating func head(_ status: Int, _ fields: HTTP1Fields = HTTP1Fields(), length: Int? = nil) {
        guard case .due(let method) = answer else { return }
        let framing: AnswerHead.Framing =
            AnswerHead.hasNoBody(status) ? .none : length.map { .length(max($0, 0)) } ?? .chunked
        if clientWantsClose || !canReadOn { isClosing = true }
        let closes = isClosing
        let dropsBody = method == .head || framing == .none
        output.beginAnswer(chunked: framing == .chunked && !dropsBody) {
            AnswerHead.append(status, fields, framing, closes: closes, to: &$0)
        }
        if case .length(let length) = framing {
            answer = .begun(left: length, dropsBody: dropsBody)
        } else {
            answer = .begun(left: nil, dropsBody: dropsBody)
        }
    }

    /// Whether what is left of the request is worth reading, to have the connection go on.
    private var canReadOn: Bool {
        switch reading {
        case .head, .whole: true
        case .over: false
        case .body(let body):
            // A client that was not asked for the body may send it or not (RFC 9110 section 10.1.1).
            !(owesContinue && position == input.count) && body.bytesLeft ?? 0 <= options.maxDroppedBytes
        }
    }

    /// Adds to the body of the answer that has begun. More than the promised length is left out.
    public mutating func body(_ bytes: [UInt8]) {
        guard case .begun(let left, let dropsBody) = answer, !dropsBody else { return }
        if let left {
            output.append(body: bytes.count > left ? Array(bytes[..<left]) : bytes)
            answer = .begun(left: max(left - bytes.count, 0), dropsBody: false)
        } else {
            output.append(body: bytes)
        }
    }

    /// The answer that has begun is whole. With less than the promised length it is ``cut()``.
    public mutating func end() {
        guard case .begun(let left, let dropsBody) = answer else { return }
        guard dropsBody || left ?? 0 == 0 else { return cut() }
        output.endAnswer()
        answer = .ended
        if isClosing { stopReading() }
    }

    /// Ends the connection in the midst of an answer, so that the client knows that it is not whole.
    public mutating func cut() {
        output.cut()
        answer = .ended
        closeOnceAnswered()
    }

    /// Answers the present request with what is wrong with it, and ends the connection.
    public mutating func refuse(_ error: HTTP1Error) {
        isClosing = true
        let text = error.message.isEmpty ? "" : error.message + "\n"
        answer(error.status, Self.plainText, body: Array(text.utf8))
        closeOnceAnswered()
    }

    private static let plainText = HTTP1Fields([("content-type", "text/plain; charset=utf-8")])

    /// Sends a message of HomeKit's that answers nothing, `EVENT/1.0 200 OK`: at once, or behind the answer that has begun.
    public mutating func event(_ fields: HTTP1Fields, body: [UInt8]) {
        guard !isClosing else { return }
        output.appendMessage {
            AnswerHead.append(200, fields, .length(body.count), closes: false, protocolName: "EVENT/1.0", to: &$0)
            $0.append(contentsOf: body)
        }
    }

    // MARK: Draining

    /// Appends what is to be sent to `out`, of a body until `out` has `limit` bytes. What a body was given since the last
    /// time is one chunk.
    /// - Returns: how many of the bytes that were given to ``body(_:)`` are among it.
    @discardableResult
    public mutating func drain(into out: inout [UInt8], limit: Int, at now: ContinuousClock.Instant) -> Int {
        let taken = output.take(into: &out, limit: limit)
        if taken.endsAnswer { since = now }
        return taken.bodyBytes
    }

    /// Whether there is something to drain.
    public var hasOutput: Bool { output.hasOutput }

    /// Bytes that wait to be drained.
    public var waitingBytes: Int { output.waitingBytes }
}
