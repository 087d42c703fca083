@testable internal import HearthESPHome

let someKey = ESPHomeKey(bytes: Array(0..<32)) ?? .unset
let someSecret = [UInt8](repeating: 0x11, count: 32)
let someTime = ContinuousClock.now

/// A session and a device that exchange their bytes in memory.
struct Conversation {
    var session: ESPHomeSession
    var device: FakeDevice
    /// The session's actions besides sending.
    var actions: [ESPHomeSession.Action] = []
    var now = someTime

    init(
        _ device: FakeDevice = FakeDevice(),
        _ settings: ESPHomeSettings = ESPHomeSettings(host: "lamp.local"), _ purpose: ESPHomeSession.Purpose = .states
    ) {
        self.device = device
        session = ESPHomeSession(settings, purpose, secret: someSecret, at: now)
    }

    /// Exchanges bytes until both are silent.
    mutating func run() { perform(session.start(at: now)) }

    mutating func perform(_ next: [ESPHomeSession.Action]) {
        var open = next
        while !open.isEmpty {
            let action = open.removeFirst()
            guard case .send(let bytes) = action else {
                actions.append(action)
                continue
            }
            let answer = device.take(bytes)
            if !answer.isEmpty { open += session.received(answer, at: now) }
        }
    }

    /// The device sends a message.
    mutating func say(_ message: some WireMessage) {
        perform(session.received(device.sent(RawMessage(message)), at: now))
    }

    var end: ESPHomeSession.End? {
        for case .end(let end) in actions { return end }
        return nil
    }

    var description: ESPHomeDescription? {
        for case .describe(let description) in actions { return description }
        return nil
    }
}
