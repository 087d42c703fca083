/// A version of the protocol; the raw value is the level in CONNECT (section 3.1.2.2).
package enum MQTTVersion: UInt8, Sendable {
    /// MQTT 3.1.1.
    case v3 = 4
    /// MQTT 5.0.
    case v5 = 5
}

/// The type of a packet, as in the upper half of its first byte (section 2.1.2).
enum PacketType: UInt8 {
    case connect = 1
    case connectAnswer, publish, publishAnswer, publishReceived, publishRelease, publishComplete
    case subscribe, subscribeAnswer, unsubscribe, unsubscribeAnswer
    case ping, pong, disconnect, authentication

    /// The first byte of a packet other than PUBLISH: some types have a fixed flag (section 2.1.3).
    var firstByte: UInt8 {
        switch self {
        case .publishRelease, .subscribe, .unsubscribe: rawValue << 4 | 0b0010
        default: rawValue << 4
        }
    }
}

/// What the peer sent breaks a rule of MQTT. The connection ends with the reason (MQTT 5.0, section 4.13.1).
package struct ProtocolViolation: Error, Hashable, Sendable {
    /// Malformed Packet, Protocol Error, or a more precise reason.
    package let reason: MQTTReason
    /// The rule that was broken, in words.
    package let rule: String

    init(_ reason: MQTTReason, _ rule: String) {
        self.reason = reason
        self.rule = rule
    }

    static func malformed(_ rule: String) -> ProtocolViolation { ProtocolViolation(.malformedPacket, rule) }
}
