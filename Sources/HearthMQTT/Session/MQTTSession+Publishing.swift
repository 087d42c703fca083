extension MQTTSession {
    /// Publishes a message. Its QoS is lowered to the broker's highest.
    package mutating func publish(
        _ message: MQTTMessage, token: UInt64, now: ContinuousClock.Instant
    ) -> [Action] {
        if let error = refusal(of: message) { return [.failed(token: token, error)] }
        let waiting = SentMessages.Message(message: message, token: token, deadline: now + settings.timeout)
        guard sent.bytes + waiting.bytes <= settings.mostWaitingBytes else {
            let error = MQTTError(
                .queueFull,
                "\(sent.bytes) bytes of messages wait for the broker, with this one more than the "
                    + "\(settings.mostWaitingBytes) that may wait; publish more slowly")
            return [.failed(token: token, error)]
        }
        sent.append(waiting)
        var actions: [Action] = []
        flush(now: now, &actions)
        return actions
    }

    /// Why a message can't be published.
    private func refusal(of message: MQTTMessage) -> MQTTError? {
        guard phase != .stopped else { return MQTTError(.stopped, "the client was stopped") }
        if let problem = MQTTTopic.problem(ofName: message.topic) { return MQTTError(.invalid, problem) }
        guard message.qos <= 2 else {
            return MQTTError(.invalid, "the QoS is \(message.qos); it must be 0, 1 or 2")
        }
        guard isConnected else {
            return MQTTError(
                .notConnected, "there is no connection to the broker; publish again when there is one")
        }
        return limit(on: message)
    }

    /// Why the broker would not take a message: it ends the connection then (sections 3.2.2.3.5 and 3.2.2.3.6).
    private func limit(on message: MQTTMessage) -> MQTTError? {
        guard broker.isRetainAvailable || !message.isRetained else {
            return MQTTError(
                .invalid, "the broker keeps no retained messages; publish to \"\(message.topic)\" without retaining")
        }
        let size = PublishPacket(message).size(for: version)
        guard let size, size <= broker.mostPacketBytes.map({ Int($0) }) ?? .max else {
            return MQTTError(
                .tooLarge,
                "the message to \"\(message.topic)\" has \(message.payload.count) bytes; the broker takes packets of "
                    + "\(broker.mostPacketBytes ?? 268_435_455) bytes")
        }
        return nil
    }

    /// The most messages in flight (section 4.9).
    private var quota: Int {
        version == .v3 ? Self.mostInFlightWithoutLimit : min(Int(broker.receiveMaximum), Self.mostInFlight)
    }

    /// Sends waiting messages, in order, as far as the broker and the connection take them.
    mutating func flush(now: ContinuousClock.Instant, _ actions: inout [Action]) {
        guard isConnected else { return }
        let before = unsentBytes
        while unsentBytes < Self.mostUnsentBytes, let first = sent.firstWaiting {
            // The limits may be those of a later connection.
            if let error = limit(on: first.message) {
                _ = sent.takeWaiting()
                if let token = first.token { actions.append(.failed(token: token, error)) }
                continue
            }
            var message = first.message
            message.qos = min(message.qos, broker.maximumQoS)
            if message.qos == 0 {
                _ = sent.takeWaiting()
                send(.publish(PublishPacket(message)), &actions)
                if let token = first.token { actions.append(.published(token: token)) }
            } else {
                guard sent.inFlight.count < quota else { break }
                guard let begun = sent.beginWaiting(id: nextID(), qos: message.qos) else { break }
                send(.publish(PublishPacket(message, id: begun.id)), &actions)
            }
        }
        if unsentBytes > before { keepAlive?.sent(now: now) }
    }

    // MARK: Acknowledgements

    mutating func acknowledged(_ answer: Acknowledgement, _ actions: inout [Action]) throws(ProtocolViolation) {
        if answer.step == .release { return release(answer, &actions) }
        guard let index = sent.index(of: answer.id) else {
            // The message was forgotten with its session. The broker must release it (section 4.3.3).
            if answer.step == .received, !answer.reason.isFailure {
                let release = Acknowledgement(.release, id: answer.id, reason: .packetIdentifierNotFound)
                send(.acknowledgement(release), &actions)
            }
            return
        }
        let entry = sent.inFlight[index]
        guard (answer.step == .acknowledged) == (entry.sent.message.qos == 1) else {
            throw ProtocolViolation(.protocolError, "an acknowledgement is not of its message's QoS")
        }
        switch answer.step {
        case .received where !answer.reason.isFailure:
            sent.markReceived(index)
            send(.acknowledgement(Acknowledgement(.release, id: answer.id)), &actions)
        case .complete where !entry.isReceived:
            throw ProtocolViolation(.protocolError, "PUBCOMP came before PUBREC")
        default:
            // PUBCOMP's only failure says that the broker has forgotten the identifier; the message had arrived.
            finish(sent.finish(index), answer.step == .complete ? .success : answer.reason, answer.text, &actions)
        }
    }

    private mutating func release(_ answer: Acknowledgement, _ actions: inout [Action]) {
        let isKnown = unreleased.remove(answer.id) != nil
        let reason: MQTTReason = isKnown ? .success : .packetIdentifierNotFound
        send(.acknowledgement(Acknowledgement(.complete, id: answer.id, reason: reason)), &actions)
    }

    private func finish(
        _ entry: SentMessages.InFlight, _ reason: MQTTReason, _ text: String, _ actions: inout [Action]
    ) {
        guard let token = entry.sent.token, !entry.isGivenUp else { return }
        guard reason.isFailure else { return actions.append(.published(token: token)) }
        let words = "the broker refuses the message to \"\(entry.sent.message.topic)\": \(reason.words)"
        let code: MQTTError.Code = reason == .notAuthorized ? .notAuthorized : .refused(reason)
        let hint = reason == .notAuthorized ? "; let this user publish to the topic" : ""
        actions.append(
            .failed(token: token, MQTTError(code, words + (text.isEmpty ? "" : " (\(text.prefix(200)))") + hint)))
    }

    // MARK: Further connections

    /// Continues with the messages in flight after a connect (section 4.4).
    mutating func resume(isPresent: Bool, now: ContinuousClock.Instant, _ actions: inout [Action]) {
        guard isPresent else {
            unreleased = []
            for (message, isDelivered) in sent.sessionEnded() {
                guard let token = message.token else { continue }
                if isDelivered == true {
                    actions.append(.published(token: token))
                } else {
                    let error = MQTTError(
                        .unknownOutcome,
                        "the broker forgot the session, so the message to \"\(message.message.topic)\" may or may not "
                            + "have arrived; see whether it had its effect before you publish it again")
                    actions.append(.failed(token: token, error))
                }
            }
            return
        }
        for entry in sent.inFlight {
            if entry.isReceived {
                send(.acknowledgement(Acknowledgement(.release, id: entry.id)), &actions)
            } else {
                send(.publish(PublishPacket(entry.sent.message, id: entry.id, isDuplicate: true)), &actions)
            }
        }
    }
}
