/// The end of a connection: by a timeout, an error of the client, or the server's wish.
extension HTTP1Connection {
    // MARK: Time

    /// When to call ``timePassed(at:)`` if nothing happens before; nil if no timeout runs.
    public var nextDeadline: ContinuousClock.Instant? {
        guard !isClosing else { return nil }
        switch reading {
        case .head(let reader):
            if reader.hasBegun || position < input.count { return since + options.headTime }
            return options.idleTime.map { since + $0 }
        // A client whose bytes are not being read is not slow.
        case .body:
            guard isStarved else { return nil }
            return [options.bodyPause.map { since + $0 }, options.bodyTime.map { begun + $0 }].compactMap { $0 }.min()
        case .whole, .over: return nil
        }
    }

    /// Ends the connection on a timeout: with 408 during a request, else silently; see ``isFinished``.
    public mutating func timePassed(at now: ContinuousClock.Instant) -> HTTP1Event? {
        guard let deadline = nextDeadline, now >= deadline else { return nil }
        switch reading {
        case .head(let reader) where !reader.hasBegun && position == input.count:
            closeOnceAnswered()
            return nil
        case .head: return failed(.headTooSlow)
        case .body, .whole, .over: return failed(.bodyTooSlow)
        }
    }

    private mutating func failed(_ error: HTTP1Error) -> HTTP1Event {
        fail(error)
        return .failed(error)
    }

    /// Tells the client why the connection ends, if an answer is still possible.
    mutating func fail(_ error: HTTP1Error) {
        switch answer {
        case .none:
            answer = .due(.get)
            refuse(error)
        case .due: refuse(error)
        case .begun: cut()
        case .ended: closeOnceAnswered()
        }
    }

    /// Whether the answer to the current request has begun.
    public var hasBegunAnswer: Bool {
        switch answer {
        case .none, .due: false
        case .begun, .ended: true
        }
    }

    /// Whether the answer to the current request has begun and is incomplete.
    public var isAnswering: Bool {
        if case .begun = answer { true } else { false }
    }

    /// Whether the answer to the current request is complete and drained. If the request is complete, the next one may
    /// follow.
    public var isAnswered: Bool {
        guard case .ended = answer else { return false }
        return !output.isInAnswer
    }

    /// Accepts no further request: the connection ends with the answer to the current one, or now if none is open.
    public mutating func closeOnceAnswered() {
        isClosing = true
        switch answer {
        case .due, .begun: return
        case .none, .ended: stopReading()
        }
    }

    /// Whether the connection can be closed, since all output is drained. Close it a moment later: closing a socket
    /// while bytes arrive would reset the connection and lose the end of the answer.
    public var isFinished: Bool {
        guard isClosing, output.isEmpty else { return false }
        switch answer {
        case .due, .begun: return false
        case .none, .ended: return true
        }
    }
}
