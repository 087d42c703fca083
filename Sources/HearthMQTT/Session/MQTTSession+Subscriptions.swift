extension MQTTSession {
    /// Subscribes, now and after each later connect. Without a connection the outcomes are
    /// ``MQTTSubscription/Outcome/waiting``.
    package mutating func subscribe(
        _ filters: [MQTTFilter], token: UInt64, now: ContinuousClock.Instant
    ) -> [Action] {
        guard phase != .stopped else {
            return [.failed(token: token, MQTTError(.stopped, "the client was stopped"))]
        }
        book.remember(filters)
        if let error = tooManyCalls { return [.failed(token: token, error)] }
        guard isConnected, !filters.isEmpty else {
            return [.subscribed(token: token, filters.map { MQTTSubscription($0, .waiting) })]
        }
        var actions: [Action] = []
        ask(.subscribe, filters, token: token, now: now, &actions)
        return actions
    }

    /// Ends subscriptions, and does not make them again. Without a connection there is nothing else to do.
    package mutating func unsubscribe(
        _ filters: [MQTTFilter], token: UInt64, now: ContinuousClock.Instant
    ) -> [Action] {
        book.forget(filters)
        if let error = tooManyCalls { return [.failed(token: token, error)] }
        guard isConnected, !filters.isEmpty else { return [.unsubscribed(token: token)] }
        var actions: [Action] = []
        ask(.unsubscribe, filters, token: token, now: now, &actions)
        return actions
    }

    /// The most calls without an answer: each needs one of 65,535 packet identifiers.
    private static let mostCalls = 1_000

    private var tooManyCalls: MQTTError? {
        guard book.calls.count >= Self.mostCalls else { return nil }
        return MQTTError(
            .queueFull, "\(Self.mostCalls) requests wait for the broker's answer; put more filters into each request")
    }

    /// Begins a call.
    mutating func ask(
        _ kind: SubscriptionBook.Call.Kind, _ filters: [MQTTFilter], token: UInt64?, now: ContinuousClock.Instant,
        _ actions: inout [Action]
    ) {
        let call = SubscriptionBook.Call(kind: kind, token: token, filters: filters, sent: now)
        book.calls.append(call)
        advance(book.calls.count - 1, now: now, &actions)
    }

    /// Sends the next packet of a call, or ends the call.
    private mutating func advance(_ index: Int, now: ContinuousClock.Instant, _ actions: inout [Action]) {
        let mostPacket = broker.mostPacketBytes.map { Int($0) } ?? .max
        let hasIdentifiers = version == .v5 && broker.areIdentifiersAvailable
        while true {
            var call = book.calls[index]
            guard call.outcomes.count < call.filters.count else { return end(book.calls.remove(at: index), &actions) }
            var filters = Array(
                call.next(
                    within: min(SubscriptionBook.mostBytes, max(1, mostPacket - 16)),
                    isApart: hasIdentifiers && call.kind == .subscribe))
            if call.kind == .subscribe, !broker.areWildcardsAvailable {
                // The broker would end the connection (section 3.2.2.3.11).
                filters = Array(filters.prefix { !$0.hasWildcards })
                guard !filters.isEmpty else {
                    book.calls[index].outcomes.append(.refused(.wildcardsNotSupported))
                    continue
                }
            }
            call.id = nextID()
            call.count = filters.count
            call.sent = now
            let packet: ClientPacket =
                call.kind == .subscribe
                ? .subscribe(
                    id: call.id, filters,
                    identifier: hasIdentifiers ? filters.first.map { book.identifier(of: $0) } : nil)
                : .unsubscribe(id: call.id, filters.map(\.text))
            let bytes = packet.encoded(for: version)
            guard bytes.count <= mostPacket else {
                book.calls[index].outcomes.append(.refused(.packetTooLarge))
                continue
            }
            book.calls[index] = call
            keepAlive?.sent(now: now)
            return send(bytes, &actions)
        }
    }

    private func end(_ call: SubscriptionBook.Call, _ actions: inout [Action]) {
        switch (call.kind, call.token) {
        case (.subscribe, let token): actions.append(.subscribed(token: token, call.results))
        case (.unsubscribe, let token?): actions.append(.unsubscribed(token: token))
        case (.unsubscribe, nil): break
        }
    }

    /// A SUBACK or UNSUBACK has arrived.
    mutating func answered(
        _ kind: SubscriptionBook.Call.Kind, _ id: UInt16, _ reasons: [MQTTReason], now: ContinuousClock.Instant,
        _ actions: inout [Action]
    ) throws(ProtocolViolation) {
        // A call that was given up has no entry.
        guard let index = book.calls.firstIndex(where: { $0.id == id && $0.kind == kind }) else { return }
        let count = book.calls[index].count
        let hasReasons = kind == .subscribe || version == .v5
        guard !hasReasons || reasons.count == count else {
            throw ProtocolViolation(
                .protocolError, "\(reasons.count) reasons answer a request with \(count) filters")
        }
        book.calls[index].outcomes +=
            hasReasons
            ? reasons.map { $0.isFailure ? .refused($0) : .granted($0.rawValue) }
            : Array(repeating: .granted(0), count: count)
        advance(index, now: now, &actions)
    }

    // MARK: Time

    /// When a call is given up: kept messages may come before the answer (section 3.8.4), so what arrives grants it
    /// more time, up to six times as much.
    func deadline(of call: SubscriptionBook.Call) -> ContinuousClock.Instant {
        let seen = max(call.sent, keepAlive?.lastReceived ?? call.sent)
        return min(seen + settings.timeout, call.sent + settings.timeout * 6)
    }

    mutating func giveUpCalls(now: ContinuousClock.Instant, _ actions: inout [Action]) {
        while let index = book.calls.firstIndex(where: { deadline(of: $0) <= now }) {
            let call = book.calls[index]
            guard let token = call.token else {
                // The client's own: the other filters are still to be subscribed.
                book.calls[index].outcomes += Array(repeating: .waiting, count: call.count)
                advance(index, now: now, &actions)
                continue
            }
            book.calls.remove(at: index)
            let first = call.filters.first.map { "\"\($0.text)\"" } ?? "no filter"
            let what = call.kind == .subscribe ? "subscribe to" : "end the subscription to"
            let error = MQTTError(
                .timedOut, "the broker did not answer the request to \(what) \(first); try again")
            actions.append(.failed(token: token, error))
        }
    }
}
