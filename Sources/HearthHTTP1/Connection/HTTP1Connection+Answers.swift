/// The answers to the client.
extension HTTP1Connection {
    /// Answers the current request completely. For HEAD and statuses without a body (204, 304) the body is left out.
    /// Does nothing when there is no request to answer, as after ``HTTP1Event/failed(_:)``.
    public mutating func answer(_ status: Int, _ fields: HTTP1Fields = HTTP1Fields(), body: [UInt8] = []) {
        head(status, fields, length: body.count)
        self.body(body)
        end()
    }

    /// Begins the answer to the current request. The rest of the request's body is then discarded.
    /// - Parameter length: of the body; nil for a stream, which is sent in chunks and must not be cached.
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

    /// Whether the rest of the request is short enough to read, so that the connection can continue.
    private var canReadOn: Bool {
        switch reading {
        case .head, .whole: true
        case .over: false
        case .body(let body):
            // A client that was not asked for the body may send it or not (RFC 9110, section 10.1.1).
            !(owesContinue && position == input.count) && body.bytesLeft ?? 0 <= options.maxDroppedBytes
        }
    }

    /// Appends to the body of the answer in progress. Bytes beyond the promised length are left out.
    public mutating func body(_ bytes: [UInt8]) {
        guard case .begun(let left, let dropsBody) = answer, !dropsBody else { return }
        if let left {
            output.append(body: bytes.count > left ? Array(bytes[..<left]) : bytes)
            answer = .begun(left: max(left - bytes.count, 0), dropsBody: false)
        } else {
            output.append(body: bytes)
        }
    }

    /// Ends the answer in progress. If it is shorter than the promised length, this is ``cut()``.
    public mutating func end() {
        guard case .begun(let left, let dropsBody) = answer else { return }
        guard dropsBody || left ?? 0 == 0 else { return cut() }
        output.endAnswer()
        answer = .ended
        if isClosing { stopReading() }
    }

    /// Ends the connection in the middle of an answer, so that the client knows that it is incomplete.
    public mutating func cut() {
        output.cut()
        answer = .ended
        closeOnceAnswered()
    }

    /// Answers the current request with the error, and ends the connection.
    public mutating func refuse(_ error: HTTP1Error) {
        isClosing = true
        let text = error.message.isEmpty ? "" : error.message + "\n"
        answer(error.status, Self.plainText, body: Array(text.utf8))
        closeOnceAnswered()
    }

    private static let plainText = HTTP1Fields([("content-type", "text/plain; charset=utf-8")])

    /// Sends a HomeKit event, `EVENT/1.0 200 OK`, which answers no request: at once, or after the answer in progress.
    public mutating func event(_ fields: HTTP1Fields, body: [UInt8]) {
        guard !isClosing else { return }
        output.appendMessage {
            AnswerHead.append(200, fields, .length(body.count), closes: false, protocolName: "EVENT/1.0", to: &$0)
            $0.append(contentsOf: body)
        }
    }

    // MARK: Draining

    /// Appends output to `out`; body bytes only until `out` has `limit` bytes. Body bytes added since the last call
    /// form one chunk.
    /// - Returns: how many of the bytes given to ``body(_:)`` were appended.
    @discardableResult
    public mutating func drain(into out: inout [UInt8], limit: Int, at now: ContinuousClock.Instant) -> Int {
        let taken = output.take(into: &out, limit: limit)
        if taken.endsAnswer { since = now }
        return taken.bodyBytes
    }

    /// Whether there is something to drain.
    public var hasOutput: Bool { output.hasOutput }

    /// Bytes queued for ``drain(into:limit:at:)``.
    public var waitingBytes: Int { output.waitingBytes }
}
