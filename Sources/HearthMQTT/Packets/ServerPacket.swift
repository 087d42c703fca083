/// A packet that a broker may send.
package enum ServerPacket: Hashable, Sendable {
    /// CONNACK.
    case connected(ConnectAnswer)
    /// PUBLISH.
    case publish(PublishPacket)
    /// PUBACK, PUBREC, PUBREL or PUBCOMP.
    case acknowledgement(Acknowledgement)
    /// SUBACK: one reason for each filter.
    case subscribed(id: UInt16, [MQTTReason])
    /// UNSUBACK: one reason for each filter; none in MQTT 3.1.1.
    case unsubscribed(id: UInt16, [MQTTReason])
    /// PINGRESP.
    case pong
    /// DISCONNECT, of MQTT 5.0 only. The text is the broker's, or empty.
    case disconnect(MQTTReason, text: String)
}

/// A CONNACK (section 3.2), with the limits that the client obeys. A property that is absent has its default.
package struct ConnectAnswer: Hashable, Sendable {
    package var isSessionPresent = false
    package var reason = MQTTReason.success
    /// What the broker adds to the reason, or the broker to use instead; may be empty.
    package var text = ""
    /// Receive Maximum: how many messages of QoS 1 and 2 may be in flight to the broker.
    package var receiveMaximum = UInt16.max
    /// The highest QoS of messages to the broker.
    package var maximumQoS: UInt8 = 2
    package var isRetainAvailable = true
    package var areWildcardsAvailable = true
    /// Whether subscriptions may have identifiers.
    package var areIdentifiersAvailable = true
    /// The most bytes of a packet; nil for no limit of its own.
    package var mostPacketBytes: UInt32?
    /// The client id that the broker chose for a client without one.
    package var assignedClientID: String?
    /// Keep-alive in seconds; nil if the client's value holds, 0 if it is off.
    package var keepAlive: UInt16?

    package init() {}
}

/// A PUBLISH (section 3.3), in either direction.
package struct PublishPacket: Hashable, Sendable {
    package var message: MQTTMessage
    /// 0 for messages of QoS 0.
    package var id: UInt16
    /// Whether the message may have been sent before.
    package var isDuplicate: Bool
    /// The identifiers of the subscriptions that the broker sends it for. Of MQTT 5.0; not sent by this client.
    package var subscriptions: [UInt32]

    package init(
        _ message: MQTTMessage, id: UInt16 = 0, isDuplicate: Bool = false, subscriptions: [UInt32] = []
    ) {
        self.message = message
        self.id = id
        self.isDuplicate = isDuplicate
        self.subscriptions = subscriptions
    }
}

/// A PUBACK, PUBREC, PUBREL or PUBCOMP (sections 3.4 to 3.7), in either direction.
package struct Acknowledgement: Hashable, Sendable {
    /// The step; the raw value is the packet's type.
    package enum Step: UInt8, Sendable {
        /// PUBACK: a message of QoS 1 has arrived.
        case acknowledged = 4
        /// PUBREC: a message of QoS 2 has arrived.
        case received
        /// PUBREL: its sender will not send it again.
        case release
        /// PUBCOMP: its identifier is free again.
        case complete
    }

    package var step: Step
    package var id: UInt16
    package var reason: MQTTReason
    /// What the peer adds to the reason; not sent by this client.
    package var text: String

    package init(_ step: Step, id: UInt16, reason: MQTTReason = .success, text: String = "") {
        self.step = step
        self.id = id
        self.reason = reason
        self.text = text
    }
}
