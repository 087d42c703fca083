@testable internal import HearthDiscoveryPublisher
internal import HearthMQTT
internal import HearthTraitCore

/// A machine with a broker that takes everything, and what the broker keeps.
struct Stage {
    var machine: PublisherMachine
    var now = Duration.zero
    /// The kept messages, by topic.
    private(set) var kept: [String: String] = [:]

    init(choice: String = "all", sensitive: Bool = false, hubID: String = "0123abcd") {
        machine = PublisherMachine(
            PublisherMachine.Settings(
                topics: Topics(prefix: "homeassistant", hubID: hubID),
                choice: PublishedChoice(choice, includesSensitive: sensitive, broker: "broker:1883"), name: "Home",
                version: "1.0"))
    }

    /// A connected machine with a home.
    static func connected(_ devices: PublishedDevice..., choice: String = "all") -> Stage {
        var stage = Stage(choice: choice)
        stage.machine.connected(now: .zero)
        stage.machine.take(.home(devices))
        _ = stage.drain()
        return stage
    }

    /// Publishes what the machine has, and returns the topics in order, with the payloads of short messages.
    mutating func drain() -> [String] {
        var lines: [String] = []
        while let message = machine.next() {
            let text = String(decoding: message.payload, as: UTF8.self)
            if message.isRetained { kept[message.topic] = text.isEmpty ? nil : text }
            lines.append(message.topic + (text.count <= 100 ? " " + text : ""))
        }
        return lines
    }

    mutating func says(_ topic: String, _ payload: String, isRetained: Bool = false) -> [PublisherMachine.Action] {
        machine.received(
            MQTTMessage(topic: topic, payload: Array(payload.utf8), isRetained: isRetained), now: now)
    }

    mutating func passes(_ time: Duration) -> [PublisherMachine.Action] {
        now += time
        return machine.timePassed(now: now)
    }
}
