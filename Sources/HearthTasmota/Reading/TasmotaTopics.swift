internal import HearthBase
internal import HearthJSON
internal import HearthMQTT

/// The topics of a device, which its owner can arrange freely (Tasmota's documentation, "MQTT", `FullTopic`).
package struct TasmotaTopics: Hashable, Sendable {
    /// The name in its topics.
    package var topic: String
    /// The beginnings of the topics of commands, answers and telemetry, each with a slash at its end.
    package var commands: String
    package var answers: String
    package var telemetry: String

    /// Reads the topics of a discovery document; nil if they can't be those of messages, or are not different.
    init?(_ value: JSONValue, address: String) {
        guard let topic = TasmotaConfig.word(value["t"]) else { return nil }
        let pattern = TasmotaConfig.word(value["ft"]) ?? "%prefix%/%topic%/"
        let prefixes = (value["tp"]?.items ?? []).prefix(3).map { TasmotaConfig.word($0) }
        func expanded(_ index: Int, _ usual: String) -> String? {
            let prefix = prefixes.indices.contains(index) ? prefixes[index] ?? usual : usual
            let words = [
                ("%hostname%", TasmotaConfig.word(value["hn"]) ?? ""), ("%id%", String(address.suffix(6))),
                ("%prefix%", prefix), ("%topic%", topic), ("#", ""), ("//", "/"),
            ]
            var text = words.reduce(pattern) { $0.replacing($1.0, with: $1.1) }
            if !text.hasSuffix("/") { text += "/" }
            return MQTTTopic.problem(ofName: text) == nil && !text.hasPrefix("$") ? text : nil
        }
        guard let commands = expanded(0, "cmnd"), let answers = expanded(1, "stat"),
            let telemetry = expanded(2, "tele"), Set([commands, answers, telemetry]).count == 3
        else { return nil }
        self.topic = topic
        (self.commands, self.answers, self.telemetry) = (commands, answers, telemetry)
    }
}
