/// A topic filter with the options of its subscription (MQTT 5.0, section 3.8.3.1).
///
/// Retain As Published is not asked for: with it a live message that was published as retained would look like a kept
/// one (section 3.3.1.3).
package struct MQTTFilter: Hashable, Sendable {
    /// The filter; `+` stands for one level, `#` for all further ones.
    package let text: String
    /// The highest QoS of the messages; 0 by default.
    package let qos: UInt8
    /// Whether the broker leaves out what this client publishes. MQTT 3.1.1 has no such option.
    package let isNoLocal: Bool

    /// - Throws: if the text is no filter, or the QoS more than 2.
    package init(_ text: String, qos: UInt8 = 0, isNoLocal: Bool = false) throws(MQTTError) {
        if let problem = MQTTTopic.problem(ofFilter: text) { throw MQTTError(.invalid, problem) }
        guard qos <= 2 else {
            throw MQTTError(.invalid, "the QoS is \(qos); it must be 0, 1 or 2")
        }
        self.text = text
        self.qos = qos
        self.isNoLocal = isNoLocal
    }

    /// Whether the filter matches a topic.
    package func matches(_ topic: String) -> Bool { MQTTTopic.matches(text, topic) }

    /// Whether it has wildcards.
    package var hasWildcards: Bool {
        text.utf8.contains { $0 == MQTTTopic.oneLevel || $0 == MQTTTopic.allLevels }
    }
}

/// A subscription, and what the broker said to it.
package struct MQTTSubscription: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The broker sends matching messages, with at most this QoS.
        case granted(UInt8)
        case refused(MQTTReason)
        /// The broker has not answered, or there is no connection. The client subscribes after the next connect.
        case waiting
    }

    package let filter: MQTTFilter
    package let outcome: Outcome

    package init(_ filter: MQTTFilter, _ outcome: Outcome) {
        self.filter = filter
        self.outcome = outcome
    }
}
