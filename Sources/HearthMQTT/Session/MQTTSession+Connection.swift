extension MQTTSession {
    /// The connection is open, also with TLS.
    package mutating func opened(now: ContinuousClock.Instant) -> [Action] {
        guard case .opening = phase else { return [] }
        phase = .greeting(deadline: now + settings.timeout)
        decoder = PacketDecoder(version: version, mostBytes: Int(settings.mostPacketBytes))
        unsentBytes = 0
        var connect = ConnectPacket(version: version, clientID: clientID)
        // In MQTT 3.1.1 a session has no end, and would outlive this client.
        connect.isCleanStart = startsClean || version == .v3
        connect.keepAlive = settings.keepAlive
        connect.user = settings.user
        connect.password = settings.password.map { Array($0.utf8) }
        connect.will = settings.will
        connect.sessionExpiry = settings.sessionExpiry
        connect.receiveMaximum = settings.receiveMaximum
        connect.mostPacketBytes = settings.mostPacketBytes
        var actions: [Action] = []
        send(.connect(connect), &actions)
        return actions
    }

    /// The connection could not be opened, or has ended.
    package mutating func closed(_ error: MQTTError?, now: ContinuousClock.Instant, random: Double) -> [Action] {
        guard hasTransport else { return [] }
        let reason = error ?? MQTTError(.unreachable, "the broker closed the connection\(closedHint(now: now))")
        var actions: [Action] = []
        lose(reason, isOpen: false, now: now, random: random, &actions)
        return actions
    }

    /// Not every broker says that another client took the connection over: MQTT 3.1.1 has no way, and mosquitto 2.0.11
    /// doesn't use that of MQTT 5.0.
    private func closedHint(now: ContinuousClock.Instant) -> String {
        switch phase {
        case .greeting: " before it had answered; is it an MQTT broker, and does it use TLS?"
        case .connected(let since) where now - since < Reconnection.stable:
            " soon after it had accepted it; does another client use the client id \"\(clientID)\"?"
        default: ""
        }
    }

    /// Ends this connection, and decides when the next one begins.
    mutating func lose(
        _ error: MQTTError, needsPerson: Bool = false, isOpen: Bool, now: ContinuousClock.Instant, random: Double,
        _ actions: inout [Action]
    ) {
        var end = Reconnection.End.failed
        if case .connected(let since) = phase { end = .lost(after: now - since) }
        if error.code == .takenOver { end = .takenOver }
        if needsPerson { end = .needsPerson }
        let decision = reconnection.decide(after: end, now: now, random: random)
        phase = .waiting(until: now + decision.delay)
        keepAlive = nil
        birthDue = nil
        if isOpen { actions.append(.close) }
        for call in book.calls {
            guard let token = call.token else { continue }
            switch call.kind {
            case .subscribe: actions.append(.subscribed(token: token, call.results))
            case .unsubscribe: actions.append(.failed(token: token, error))
            }
        }
        book.calls = []
        let contested = MQTTError(
            .takenOver,
            "another client uses the client id \"\(clientID)\" and took the connection over three times in a minute; "
                + "give one of them another client id")
        actions.append(.disconnected(decision.isContested ? contested : error, retryAfter: decision.delay))
    }

    // MARK: CONNACK

    mutating func connected(
        _ answer: ConnectAnswer, now: ContinuousClock.Instant, random: Double, _ actions: inout [Action]
    ) throws(ProtocolViolation) {
        guard case .greeting = phase else {
            throw ProtocolViolation(.protocolError, "a second CONNACK came on one connection")
        }
        guard !answer.reason.isFailure else { return refused(answer, now: now, random: random, &actions) }
        // Section 3.2.2.1.1: a session that this client did not ask for.
        guard !answer.isSessionPresent || !(startsClean || version == .v3) else {
            throw ProtocolViolation(.protocolError, "the broker has a session that the client does not know")
        }
        broker = answer
        if let assigned = answer.assignedClientID, clientID.isEmpty { clientID = assigned }
        // The shorter of the two times: a longer one is no reason to notice a dead connection later. 0 means none.
        let times = [settings.keepAlive, answer.keepAlive ?? 0].filter { $0 > 0 }
        keepAlive = KeepAlive(seconds: times.min() ?? 0, timeout: settings.timeout, now: now)
        phase = .connected(since: now)
        startsClean = false
        actions.append(.connected(sessionPresent: answer.isSessionPresent))
        resume(isPresent: answer.isSessionPresent, now: now, &actions)
        giveBirth(now: now, &actions)
        let status = settings.birth == nil ? nil : settings.will.flatMap { try? MQTTFilter($0.topic, qos: 1) }
        let filters = book.filters
        if let status, !filters.contains(where: { !$0.isNoLocal && $0.matches(status.text) }) {
            ask(.subscribe, [status], token: nil, now: now, &actions)
        }
        if !filters.isEmpty { ask(.subscribe, filters, token: nil, now: now, &actions) }
        flush(now: now, &actions)
    }

    private mutating func refused(
        _ answer: ConnectAnswer, now: ContinuousClock.Instant, random: Double, _ actions: inout [Action]
    ) {
        if answer.reason == .unsupportedVersion, version == .v5 {
            // Once again with MQTT 3.1.1 (MQTT 5.0, section 3.1.2.2). It stays: the broker will not learn the newer
            // one.
            version = .v3
            actions.append(.close)
            actions += open(now: now)
            return
        }
        let (error, needsPerson) = Self.error(answer.reason, answer.text, "refuses the connection")
        lose(error, needsPerson: needsPerson, isOpen: true, now: now, random: random, &actions)
    }

    /// The error for a reason of the broker, and whether only a person can help.
    static func error(_ reason: MQTTReason, _ text: String, _ what: String) -> (MQTTError, needsPerson: Bool) {
        let words = "the broker \(what): \(reason.words)" + (text.isEmpty ? "" : " (\(text.prefix(200)))")
        switch reason {
        case .notAuthorized, .badUserNameOrPassword, .badAuthenticationMethod, .banned:
            return (MQTTError(.notAuthorized, "\(words); check the user name and the password"), true)
        case .clientIdentifierNotValid: return (MQTTError(.refused(reason), "\(words); choose another client id"), true)
        case .unsupportedVersion:
            return (MQTTError(.refused(reason), "\(words); it must speak MQTT 5.0 or 3.1.1"), true)
        case .useAnotherServer, .serverMoved:
            return (MQTTError(.refused(reason), "\(words); change the broker's address"), true)
        case .takenOver: return (MQTTError(.takenOver, words), false)
        default: return (MQTTError(.refused(reason), words), false)
        }
    }

    // MARK: Birth and will

    mutating func giveBirth(now: ContinuousClock.Instant, _ actions: inout [Action]) {
        guard let birth = settings.birth else { return }
        lastBirth = now
        birthDue = nil
        sent.append(SentMessages.Message(message: birth, token: nil, deadline: now + settings.timeout))
        flush(now: now, &actions)
    }

    /// The will of an earlier connection may be published after the birth of this one. Once a second at most, in case
    /// two programs use one topic.
    mutating func noticeStatus(_ message: MQTTMessage, now: ContinuousClock.Instant, _ actions: inout [Action]) {
        guard settings.birth != nil, let will = settings.will, message.topic == will.topic,
            message.payload == will.payload
        else { return }
        if let lastBirth, now - lastBirth < .seconds(1) {
            // It is too early, but must not be forgotten.
            birthDue = lastBirth + .seconds(1)
        } else {
            giveBirth(now: now, &actions)
        }
    }
}
