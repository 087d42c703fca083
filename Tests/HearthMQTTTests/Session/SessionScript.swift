@testable internal import HearthMQTT
internal import HearthEventLoop

/// A session with a clock of its own and a broker that a test plays.
struct SessionScript {
    typealias Action = MQTTSession.Action

    var session: MQTTSession
    var now = ContinuousClock.now
    private var lastToken: UInt64 = 0

    init(_ change: (inout MQTTSettings) -> Void = { _ in }) {
        var settings = MQTTSettings(endpoint: .tcp(host: "broker", port: 1883), clientID: "hub")
        change(&settings)
        session = MQTTSession(settings)
    }

    /// A session that is connected with the default answer, or the given CONNACK.
    static func connected(
        _ answer: String = "20 03 00 00 00", _ change: (inout MQTTSettings) -> Void = { _ in }
    ) -> SessionScript {
        var script = SessionScript(change)
        _ = script.start()
        _ = script.opened()
        _ = script.receive(answer)
        return script
    }

    mutating func start() -> [Action] { session.start(now: now) }
    mutating func opened() -> [Action] { session.opened(now: now) }
    mutating func receive(_ digits: String) -> [Action] { session.received(bytes(digits), now: now, random: 1) }
    mutating func close() -> [Action] { session.closed(nil, now: now, random: 1) }
    mutating func drain() -> [Action] { session.drained(now: now) }
    mutating func stop() -> [Action] { session.stop(now: now) }

    /// Reconnects after a loss, with a CONNACK.
    mutating func reconnect(_ answer: String) -> [Action] {
        _ = pass(.seconds(60))
        return opened() + receive(answer)
    }

    /// Lets time pass up to the deadline and no further than this.
    mutating func pass(_ time: Duration) -> [Action] {
        let end = now + time
        var actions: [Action] = []
        while let deadline = session.deadline, deadline <= end {
            now = max(now, deadline)
            let more = session.timePassed(now: now, random: 1)
            actions += more
            if case .open? = more.last { return actions }
        }
        now = end
        return actions
    }

    mutating func publish(_ topic: String, _ qos: UInt8, payload: [UInt8] = [1], isRetained: Bool = false)
        -> [Action]
    {
        lastToken += 1
        return session.publish(
            MQTTMessage(topic: topic, payload: payload, qos: qos, isRetained: isRetained), token: lastToken,
            now: now)
    }

    mutating func subscribe(_ filters: [MQTTFilter]) -> [Action] {
        lastToken += 1
        return session.subscribe(filters, token: lastToken, now: now)
    }
}

extension MQTTSession.Action {
    /// Sends a packet.
    static func sends(_ packet: ClientPacket, _ version: MQTTVersion = .v5) -> Self {
        .send(packet.encoded(for: version))
    }

    /// Sends a message.
    static func sends(
        _ topic: String, _ qos: UInt8, payload: [UInt8] = [1], id: UInt16 = 0, again: Bool = false,
        isRetained: Bool = false, _ version: MQTTVersion = .v5
    ) -> Self {
        let message = MQTTMessage(topic: topic, payload: payload, qos: qos, isRetained: isRetained)
        return .sends(.publish(PublishPacket(message, id: id, isDuplicate: again)), version)
    }
}

/// The codes of the failures in some actions.
func codes(_ actions: [MQTTSession.Action]) -> [MQTTError.Code] {
    actions.compactMap { action in
        switch action {
        case .failed(_, let error), .disconnected(let error, _): error.code
        default: nil
        }
    }
}

/// The waits for the next connection in some actions.
func delays(_ actions: [MQTTSession.Action]) -> [Duration] {
    actions.compactMap { if case .disconnected(_, let delay) = $0 { delay } else { nil } }
}
