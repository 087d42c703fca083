/// A reason code of MQTT 5.0 (section 2.4): what became of a request, or why a connection ends. The return codes of
/// MQTT 3.1.1 are translated to it.
package struct MQTTReason: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let success = MQTTReason(rawValue: 0x00)
    package static let disconnectWithWill = MQTTReason(rawValue: 0x04)
    package static let unspecified = MQTTReason(rawValue: 0x80)
    package static let malformedPacket = MQTTReason(rawValue: 0x81)
    package static let protocolError = MQTTReason(rawValue: 0x82)
    package static let unsupportedVersion = MQTTReason(rawValue: 0x84)
    package static let clientIdentifierNotValid = MQTTReason(rawValue: 0x85)
    package static let badUserNameOrPassword = MQTTReason(rawValue: 0x86)
    package static let notAuthorized = MQTTReason(rawValue: 0x87)
    package static let serverUnavailable = MQTTReason(rawValue: 0x88)
    package static let banned = MQTTReason(rawValue: 0x8A)
    package static let badAuthenticationMethod = MQTTReason(rawValue: 0x8C)
    package static let takenOver = MQTTReason(rawValue: 0x8E)
    package static let packetIdentifierNotFound = MQTTReason(rawValue: 0x92)
    package static let receiveMaximumExceeded = MQTTReason(rawValue: 0x93)
    package static let topicAliasInvalid = MQTTReason(rawValue: 0x94)
    package static let packetTooLarge = MQTTReason(rawValue: 0x95)
    package static let useAnotherServer = MQTTReason(rawValue: 0x9C)
    package static let serverMoved = MQTTReason(rawValue: 0x9D)
    package static let wildcardsNotSupported = MQTTReason(rawValue: 0xA2)

    /// Whether it says that something failed.
    package var isFailure: Bool { rawValue >= 0x80 }

    /// The reason of a return code in a CONNACK of MQTT 3.1.1 (section 3.2.2.3).
    init(returnCode: UInt8) {
        self =
            switch returnCode {
            case 0: .success
            case 1: .unsupportedVersion
            case 2: .clientIdentifierNotValid
            case 3: .serverUnavailable
            case 4: .badUserNameOrPassword
            case 5: .notAuthorized
            default: .unspecified
            }
    }

    /// The reason in words, to follow a colon.
    package var words: String {
        switch rawValue {
        case 0x00: "success"
        case 0x04: "disconnected, with its will"
        case 0x10: "nobody subscribes to the topic"
        case 0x11: "there was no such subscription"
        case 0x80: "the broker gives no reason"
        case 0x81: "malformed packet"
        case 0x82: "protocol error"
        case 0x83: "the broker's own rules"
        case 0x84: "this version of MQTT is not supported"
        case 0x85: "the client id is not accepted"
        case 0x86: "wrong user name or password"
        case 0x87: "not authorised"
        case 0x88: "the broker is not available"
        case 0x89: "the broker is busy"
        case 0x8A: "this client is banned"
        case 0x8B: "the broker is shutting down"
        case 0x8C: "the authentication method is not supported"
        case 0x8D: "the keep-alive time passed without a packet"
        case 0x8E: "another client connected with the same client id"
        case 0x8F: "the topic filter is not accepted"
        case 0x90: "the topic is not accepted"
        case 0x91: "the packet identifier is in use"
        case 0x92: "the packet identifier is unknown"
        case 0x93: "too many messages without acknowledgement"
        case 0x94: "the topic alias is not valid"
        case 0x95: "the packet is too large"
        case 0x96: "messages come too fast"
        case 0x97: "a quota is used up"
        case 0x98: "an administrator ended it"
        case 0x99: "the payload is not of the format that was declared"
        case 0x9A: "the broker keeps no retained messages"
        case 0x9B: "the QoS is not supported"
        case 0x9C: "another broker is to be used for now"
        case 0x9D: "the broker has moved"
        case 0x9E: "shared subscriptions are not supported"
        case 0x9F: "connections come too fast"
        case 0xA0: "the longest connection time has passed"
        case 0xA1: "subscription identifiers are not supported"
        case 0xA2: "wildcards are not supported"
        default: "reason 0x\(String(rawValue, radix: 16, uppercase: true))"
        }
    }
}
