extension MQTTSession {
    /// Bytes have arrived.
    package mutating func received(
        _ bytes: [UInt8], now: ContinuousClock.Instant, random: Double
    ) -> [Action] {
        var actions: [Action] = []
        guard hasTransport else { return actions }
        keepAlive?.received(now: now)
        decoder.append(bytes)
        do throws(ProtocolViolation) {
            // A packet may end the connection, or replace it.
            while isTalking, let packet = try decoder.next() {
                try take(packet, now: now, random: random, &actions)
            }
        } catch {
            // Section 4.13.1. MQTT 3.1.1 has no reasons (section 4.8).
            if version == .v5 { send(.disconnect(error.reason, sessionExpiry: nil), &actions) }
            let violation = MQTTError(
                .protocolViolation, "the broker broke a rule of MQTT: \(error.rule); update the broker", cause: error)
            lose(violation, isOpen: true, now: now, random: random, &actions)
        }
        return actions
    }

    private var isTalking: Bool {
        switch phase {
        case .greeting, .connected: true
        default: false
        }
    }

    private mutating func take(
        _ packet: ServerPacket, now: ContinuousClock.Instant, random: Double, _ actions: inout [Action]
    ) throws(ProtocolViolation) {
        if case .connected(let answer) = packet {
            return try connected(answer, now: now, random: random, &actions)
        }
        guard isConnected else { throw ProtocolViolation(.protocolError, "the first packet is not CONNACK") }
        switch packet {
        case .connected, .pong: break
        case .publish(let packet): try take(packet, now: now, &actions)
        case .acknowledgement(let answer):
            try acknowledged(answer, &actions)
            flush(now: now, &actions)
        case .subscribed(let id, let reasons): try answered(.subscribe, id, reasons, now: now, &actions)
        case .unsubscribed(let id, let reasons): try answered(.unsubscribe, id, reasons, now: now, &actions)
        case .disconnect(let reason, let text):
            let (error, needsPerson) = Self.error(reason, text, "ended the connection")
            lose(error, needsPerson: needsPerson, isOpen: true, now: now, random: random, &actions)
        }
    }

    /// Sections 4.3.1 to 4.3.3. Messages are acknowledged on arrival: they are kept in memory only, so a later
    /// acknowledgement would save nothing.
    private mutating func take(
        _ packet: PublishPacket, now: ContinuousClock.Instant, _ actions: inout [Action]
    ) throws(ProtocolViolation) {
        switch packet.message.qos {
        case 0: deliver(packet, now: now, &actions)
        case 1:
            deliver(packet, now: now, &actions)
            send(.acknowledgement(Acknowledgement(.acknowledged, id: packet.id)), &actions)
        default:
            if !unreleased.contains(packet.id) {
                guard version == .v3 || unreleased.count < Int(settings.receiveMaximum) else {
                    throw ProtocolViolation(
                        .receiveMaximumExceeded,
                        "more than \(settings.receiveMaximum) messages of QoS 2 are not released")
                }
                unreleased.insert(packet.id)
                deliver(packet, now: now, &actions)
            }
            send(.acknowledgement(Acknowledgement(.received, id: packet.id)), &actions)
        }
    }

    private mutating func deliver(_ packet: PublishPacket, now: ContinuousClock.Instant, _ actions: inout [Action]) {
        let message = packet.message
        if let will = settings.will, message.topic == will.topic {
            noticeStatus(message, now: now, &actions)
            // The client subscribes to this topic by itself.
            guard book.matches(message.topic) else { return }
        }
        if !message.isRetained, !packet.subscriptions.isEmpty {
            let matching = book.identifiers(matching: message.topic)
            if matching.count > 1, copies.isCopy(message, for: packet.subscriptions, of: matching, now: now) {
                return
            }
        }
        actions.append(.deliver(message))
    }
}
