internal import HearthJSON
package import HearthMQTT

/// What a message says of a Tasmota device as a whole, for others at the same broker.
package enum TasmotaAnnouncement: Hashable, Sendable {
    /// The MAC address of a device that ``TasmotaMachine`` takes, as 12 upper-case digits.
    case device(address: String)
    /// A device withdrew what it had announced.
    case withdrawn

    /// Nil if the message is no announcement, or one that can't be used.
    package init?(_ message: MQTTMessage) {
        guard message.topic.hasPrefix(TasmotaMachine.discoveryPrefix), message.topic.hasSuffix("/config") else {
            return nil
        }
        guard !message.payload.isEmpty else {
            self = .withdrawn
            return
        }
        guard let document = try? JSONValue(message.payload, bytes: TasmotaMachine.longestDocument),
            TasmotaConfig.format(document) == TasmotaMachine.format, let config = TasmotaConfig(document),
            message.topic == "\(TasmotaMachine.discovery)/\(config.address)/config"
        else { return nil }
        self = .device(address: config.address)
    }
}
