internal import HearthBase
internal import HearthJSON
package import HearthMQTT

/// A bridge that publishes at a broker, as it says of itself on `BASE/bridge/info`.
package struct BridgeSighting: Hashable, Sendable {
    /// The topics on which a bridge says it, with a base topic of one level or two.
    package static let filters = ["+/bridge/info", "+/+/bridge/info"]
    private static let suffix = "/bridge/info"

    /// The topic below which it publishes.
    package var base: String
    /// The IEEE address of its coordinator; nil if the bridge is gone.
    package var coordinator: String?

    /// Whether a message is one of a bridge about itself.
    package static func isMeant(_ message: MQTTMessage) -> Bool {
        // States of devices come far more often, and end otherwise.
        message.topic.utf8.last == suffix.utf8.last && message.topic.hasSuffix(suffix)
    }

    /// - Returns: nil for a message that no bridge sends.
    package init?(_ message: MQTTMessage) {
        guard Self.isMeant(message), message.topic.utf8.count > Self.suffix.utf8.count else { return nil }
        base = String(message.topic.dropLast(Self.suffix.count))
        guard !message.payload.isEmpty else { return }
        guard let value = try? JSONValue(message.payload, bytes: 2 << 20), let info = BridgeInfo(value),
            let coordinator = info.coordinator, !info.version.isEmpty
        else { return nil }
        self.coordinator = coordinator
    }

    /// How the bridge of a coordinator, and its devices' gateway, is identified in Home Assistant's discovery
    /// (extension "homeassistant" of Zigbee2MQTT).
    package static func identifier(coordinator: String) -> String { "zigbee2mqtt_bridge_\(coordinator)" }
}
