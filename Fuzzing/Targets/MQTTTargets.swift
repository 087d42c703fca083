internal import HearthEventLoop
internal import HearthMQTT

/// The packets of a broker's bytes in pieces, and why they ended.
private func packets(
    _ bytes: [UInt8], _ version: MQTTVersion, in sizes: [Int]
) -> (packets: [ServerPacket], violation: ProtocolViolation?) {
    var decoder = PacketDecoder(version: version, mostBytes: 4_096)
    var (found, position, index): ([ServerPacket], Int, Int) = ([], 0, 0)
    while position < bytes.count {
        let end = min(bytes.count, position + max(1, sizes[index % sizes.count]))
        decoder.append(Array(bytes[position..<end]))
        (position, index) = (end, index + 1)
        do throws(ProtocolViolation) {
            while let packet = try decoder.next() { found.append(packet) }
        } catch {
            must(error.reason.isFailure && !error.rule.isEmpty, "a violation without a reason")
            return (found, error)
        }
        must(decoder.waitingBytes <= 4_096, "more than a packet waits")
    }
    return (found, nil)
}

func fuzzMQTTPackets(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let version: MQTTVersion = pieces.byte() & 1 == 0 ? .v5 : .v3
    let sizes = [Int(pieces.byte() % 32), Int(pieces.byte()), 1]
    let text = pieces.bytes(bytes.count)
    let whole = packets(text, version, in: [max(text.count, 1)])
    let cut = packets(text, version, in: sizes)
    must(whole.packets == cut.packets, "the packets depend on the pieces")
    must(whole.violation == cut.violation, "the violation depends on the pieces")
    for case .publish(let packet) in whole.packets {
        must(MQTTTopic.problem(ofName: packet.message.topic) == nil, "a message with an invalid topic")
        // Only brokers send identifiers of subscriptions.
        var sent = packet
        sent.subscriptions = []
        let again = packets(ClientPacket.publish(packet).encoded(for: version), version, in: [7])
        must(again.packets == [.publish(sent)], "a message changes when it is written and read")
    }
}

/// A session, with what must hold of its actions.
private struct Course {
    var session: MQTTSession
    var now = ContinuousClock.now
    var isOpen = false
    var isStopped = false
    var lastToken: UInt64 = 0
    var waiting: Set<UInt64> = []

    mutating func perform(_ actions: [MQTTSession.Action]) {
        for action in actions {
            switch action {
            case .open:
                must(!isOpen && !isStopped, "a second connection")
                isOpen = true
            case .send(let bytes):
                must(isOpen && !bytes.isEmpty, "bytes without a connection")
            case .close:
                must(isOpen, "a connection is closed twice")
                isOpen = false
            case .disconnected(let error, let delay):
                must(!error.message.isEmpty && delay >= .milliseconds(500) && delay <= .seconds(60), "a wrong wait")
            case .subscribed(let token, _): if let token { answered(token) }
            case .unsubscribed(let token), .published(let token), .failed(let token, _): answered(token)
            case .connected, .deliver: must(isOpen, "news without a connection")
            }
        }
        must(isStopped || session.deadline != nil, "nothing will happen any more")
    }

    private mutating func answered(_ token: UInt64) { must(waiting.remove(token) != nil, "an answer to nobody") }

    mutating func token() -> UInt64 {
        lastToken += 1
        waiting.insert(lastToken)
        return lastToken
    }
}

func fuzzMQTTSession(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    var settings = MQTTSettings(endpoint: .tcp(host: "broker", port: 1883), clientID: "hub")
    settings.mostPacketBytes = 4_096
    settings.mostWaitingBytes = 4_096
    settings.receiveMaximum = 3
    let flags = pieces.byte()
    if flags & 1 == 1 {
        settings.will = MQTTMessage(topic: "s", payload: [0], qos: flags >> 1 & 1)
        settings.birth = MQTTMessage(topic: "s", payload: [1], qos: 1)
    }
    var course = Course(session: MQTTSession(settings))
    course.perform(course.session.start(now: course.now))
    course.perform(course.session.opened(now: course.now))
    // What a fuzzer seldom finds by itself: that the broker accepts.
    let greeting: [UInt8] = flags & 4 == 0 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 1]
    course.perform(course.session.received(greeting, now: course.now, random: 0.5))
    if flags & 4 != 0 {
        course.perform(course.session.opened(now: course.now))
        course.perform(course.session.received([0x20, 2, 0, 0], now: course.now, random: 0.5))
    }
    let filters = ["a", "b/+", "#"].compactMap { try? MQTTFilter($0, qos: 1) }
    while !pieces.isEmpty {
        switch pieces.byte() % 16 {
        case 0:
            let message = MQTTMessage(topic: "a", payload: pieces.bytes(Int(pieces.byte())), qos: pieces.byte() % 3)
            let token = course.token()
            course.perform(course.session.publish(message, token: token, now: course.now))
        case 1:
            let token = course.token()
            course.perform(course.session.subscribe(filters, token: token, now: course.now))
        case 2:
            let token = course.token()
            course.perform(course.session.unsubscribe(filters, token: token, now: course.now))
        case 3:
            course.now += .milliseconds(Int(pieces.byte()) * 100)
            course.perform(course.session.timePassed(now: course.now, random: 0.5))
        case 4:
            if course.isOpen {
                course.isOpen = false
                course.perform(course.session.closed(nil, now: course.now, random: 0.5))
            }
        case 5: course.perform(course.session.drained(now: course.now))
        case 6:
            guard let deadline = course.session.deadline else { break }
            course.now = max(course.now, deadline)
            course.perform(course.session.timePassed(now: course.now, random: 0.5))
            if course.isOpen, !course.session.isConnected {
                course.perform(course.session.opened(now: course.now))
                let present = pieces.byte() & 1
                let greeting: [UInt8] = course.session.version == .v5 ? [0x20, 3, present, 0, 0] : [0x20, 2, 0, 0]
                course.perform(course.session.received(greeting, now: course.now, random: 0.5))
            }
        case 7:
            if pieces.byte() & 1 == 0 {
                course.session.pauseReading()
            } else {
                course.session.resumeReading(now: course.now)
            }
        case 8...12:
            // A packet with a correct length.
            let (first, body) = (pieces.byte(), pieces.bytes(Int(pieces.byte() % 100)))
            if course.isOpen {
                let packet = [first, UInt8(body.count)] + body
                course.perform(course.session.received(packet, now: course.now, random: 0.5))
            }
        default:
            let raw = pieces.bytes(Int(pieces.byte() % 32) + 1)
            if course.isOpen { course.perform(course.session.received(raw, now: course.now, random: 0.5)) }
        }
    }
    course.isStopped = true
    course.perform(course.session.stop(now: course.now))
    must(course.waiting.isEmpty, "requests without an answer")
    must(!course.isOpen, "the connection stays open")
}
