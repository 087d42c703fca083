/// An application message: what one client publishes and others receive.
package struct MQTTMessage: Hashable, Sendable {
    /// The topic; at most 65,535 bytes.
    package var topic: String
    /// The content. Nothing says that it is text.
    package var payload: [UInt8]
    /// The QoS: 0 at most once, 1 at least once, 2 exactly once.
    package var qos: UInt8
    /// To publish: whether the broker keeps it for later subscribers. Received: whether it is a kept one, which may be
    /// old.
    package var isRetained: Bool

    package init(topic: String, payload: [UInt8], qos: UInt8 = 0, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
    }
}
