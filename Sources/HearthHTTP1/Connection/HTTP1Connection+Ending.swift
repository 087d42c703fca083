/// How a connection ends: by its time, by what the client does wrong, or because its user wants it.
extension HTTP1Connection {
    // MARK: Time

    /// When ``timePassed(at:)`` should be called if nothing happens before; nil when nothing is waited for.
    public var nextDeadline: ContinuousClock.Instant? {
        guard !isClosing else { return nil }
        switch reading {
        case .head(let reader):
            if reader.hasBegun || position < input.count { return since + options.headTime }
            return options.idleTime.map { since + $0 }
        // A client whose bytes nobody asks for is not slow.
        case .body:
            guard isStarved else { return nil }
            return [options.bodyPause.map { since + $0 }, options.bodyTime.map { begun + $0 }].compactMap { $0 }.min()
        case .whole, .over: return nil
        }
    }

    /// Ends the connection if its time is up: with 408 in the midst of a request, else without a word; see ``isFinished``.
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

    /// The client is told why the connection ends, if that can be said.
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

    /// Whether the answer to the present request has begun.
    public var hasBegunAnswer: Bool {
        switch answer {
        case .none, .due: false
        case .begun, .ended: true
        }
    }

    /// Whether the answer to the present request has begun, and is not made to its end.
    public var isAnswering: Bool {
        if case .begun = answer { true } else { false }
    }

    /// Whether the answer to the present request is made and drained. If the request is whole, the next one may come.
    public var isAnswered: Bool {
        guard case .ended = answer else { return false }
        return !output.isInAnswer
    }

    /// Takes no further request: the connection ends with the answer to the present one, or now when there is none.
    public mutating func closeOnceAnswered() {
        isClosing = true
        switch answer {
        case .due, .begun: return
        case .none, .ended: stopReading()
        }
    }

    /// Whether the connection is to be closed, as all that there was to say is drained. A moment later is better: who
    /// closes a socket while its bytes come in takes the last of the answer back.
    public var isFinished: Bool {
        guard isClosing, output.isEmpty else { return false }
        switch answer {
        case .due, .begun: return false
        case .none, .ended: return true
        }
    }
}
