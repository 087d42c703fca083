internal import HearthMQTT

/// The topic of an announcement: `PREFIX/COMPONENT/[NODE/]OBJECT/config` (Home Assistant's documentation, "MQTT",
/// "Discovery topic").
package struct DiscoveryTopic: Hashable, Sendable {
    /// The kind of the entity, such as `light`; `device` for all entities of a device.
    package var component: String
    /// The node, if there is one, and the object, with a slash between.
    package var object: String

    /// Reads a topic; nil if it is no announcement below the prefix.
    package init?(_ topic: String, prefix: String) {
        guard topic.utf8.count <= 1_024, topic.hasPrefix(prefix + "/") else { return nil }
        let levels = topic.utf8.dropFirst(prefix.utf8.count + 1).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard levels.count == 3 || levels.count == 4, levels.last == "config" else { return nil }
        component = levels[0]
        object = levels.dropFirst().dropLast().joined(separator: "/")
    }

    /// Whether the names have only the characters that are permitted.
    package var isValid: Bool {
        object.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isPermitted) }
    }

    private static func isPermitted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The filters of all announcements below a prefix.
    static func filters(prefix: String) -> [String] { ["\(prefix)/+/+/config", "\(prefix)/+/+/+/config"] }
}
