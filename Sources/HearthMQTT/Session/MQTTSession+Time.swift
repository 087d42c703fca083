extension MQTTSession {
    /// The ``deadline`` has come.
    package mutating func timePassed(now: ContinuousClock.Instant, random: Double) -> [Action] {
        var actions: [Action] = []
        switch phase {
        case .idle, .stopped: return actions
        case .opening(let deadline) where deadline <= now:
            let error = MQTTError(
                .unreachable, "\(settings.endpoint) did not answer in time; check the address and the network")
            lose(error, isOpen: true, now: now, random: random, &actions)
        case .greeting(let deadline) where deadline <= now:
            let error = MQTTError(
                .timedOut, "\(settings.endpoint) did not answer CONNECT in time; is it an MQTT broker?")
            lose(error, isOpen: true, now: now, random: random, &actions)
        case .waiting(let until) where until <= now: actions += open(now: now)
        case .connected:
            switch keepAlive?.timePassed(now: now) {
            case .ping: send(.ping, &actions)
            case .lost:
                let error = MQTTError(
                    .timedOut, "the broker does not answer any more; check the network and the broker")
                lose(error, isOpen: true, now: now, random: random, &actions)
            case nil: break
            }
            giveUpCalls(now: now, &actions)
            if isConnected, let birthDue, birthDue <= now { giveBirth(now: now, &actions) }
        default: break
        }
        giveUpMessages(now: now, random: random, &actions)
        return actions
    }

    private mutating func giveUpMessages(now: ContinuousClock.Instant, random: Double, _ actions: inout [Action]) {
        for message in sent.giveUp(now: now) {
            startsClean = true
            fail(message, "the broker did not acknowledge", "see whether it had its effect, then try again", &actions)
        }
        var isStuck = false
        while let first = sent.firstWaiting, first.deadline <= now {
            _ = sent.takeWaiting()
            isStuck = true
            fail(first, "there was no way to send", "try again", &actions)
        }
        // The broker answers pings and no message: only a new session makes room.
        guard isStuck, isConnected, !sent.inFlight.isEmpty, sent.areAllGivenUp else { return }
        let error = MQTTError(
            .timedOut, "the broker acknowledges no more messages; the client begins a new session")
        lose(error, isOpen: true, now: now, random: random, &actions)
    }

    private func fail(
        _ message: SentMessages.Message, _ what: String, _ wayOut: String, _ actions: inout [Action]
    ) {
        guard let token = message.token else { return }
        let text = "\(what) the message to \"\(message.message.topic)\" in time; \(wayOut)"
        actions.append(.failed(token: token, MQTTError(.timedOut, text)))
    }
}
