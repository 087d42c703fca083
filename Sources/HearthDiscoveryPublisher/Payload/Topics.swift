internal import HearthBase
internal import HearthTraitCore

/// The topics of a home at a broker. Below `hearth/HOME` everything is the hub's; below the discovery prefix are the
/// announcements that Home Assistant reads.
package struct Topics: Hashable, Sendable {
    /// Home Assistant's discovery prefix: `homeassistant`.
    package let prefix: String
    /// The home's name in topics: the beginning of the hub's ID. With another prefix than the usual one, a hash of the
    /// prefix follows: two Home Assistants at one broker would otherwise remove each other's devices.
    package let home: String

    /// Home Assistant's discovery prefix if a person does not change it.
    package static let usualPrefix = "homeassistant"

    /// - Parameters:
    ///   - prefix: Home Assistant's discovery prefix.
    ///   - hubID: identifies the hub for the life of its store.
    package init(prefix: String, hubID: String) {
        self.prefix = prefix
        let hub = Self.slug(String(hubID.prefix(8)))
        home = prefix == Self.usualPrefix ? hub : hub + "-" + hex(stableHash(Array(prefix.utf8)) >> 32, digits: 8)
    }

    private var root: String { "hearth/\(home)" }

    /// Whether the hub is connected: `online` or `offline`.
    package var status: String { root + "/status" }
    /// Whether Home Assistant has started: `online`.
    var homeAssistant: String { prefix + "/status" }
    /// The announcement of the hub itself.
    var hubConfig: String { "\(prefix)/device/\(hubIdentifier)/config" }
    /// The hub as a device at Home Assistant.
    var hubIdentifier: String { "hearth_\(home)" }

    /// A device at Home Assistant.
    func identifier(_ slug: String) -> String { "hearth_\(home)_\(slug)" }
    /// The announcement of a device.
    func config(_ slug: String) -> String { "\(prefix)/device/\(identifier(slug))/config" }
    /// The components that were announced, with their platforms: what the hub reads after a restart.
    func components(_ slug: String) -> String { "\(root)/\(slug)/components" }
    func availability(_ slug: String) -> String { "\(root)/\(slug)/availability" }
    func state(_ slug: String) -> String { "\(root)/\(slug)/state" }
    /// The state of a component that has a topic of its own.
    func state(_ slug: String, _ key: String) -> String { "\(root)/\(slug)/state/\(key)" }
    func event(_ slug: String, _ key: String) -> String { "\(root)/\(slug)/event/\(key)" }
    /// Commands for a property of an endpoint.
    func set(_ slug: String, _ endpoint: UInt16, _ property: String) -> String {
        "\(root)/\(slug)/set/\(endpoint)/\(property)"
    }

    /// The filter of all commands.
    var allCommands: String { "\(root)/+/set/+/+" }
    /// The filter of earlier announcements.
    var allComponents: String { "\(root)/+/components" }

    /// A topic that ``allCommands`` matches, in its parts; nil for any other.
    func command(_ topic: String) -> (slug: String, endpoint: UInt16, property: String)? {
        guard let parts = parts(topic), parts.count == 4, parts[1] == "set", let endpoint = UInt16(parts[2]) else {
            return nil
        }
        return (parts[0], endpoint, parts[3])
    }

    /// The device of a topic that ``allComponents`` matches; nil for any other.
    func announced(_ topic: String) -> String? {
        guard let parts = parts(topic), parts.count == 2, parts[1] == "components" else { return nil }
        return parts[0]
    }

    private func parts(_ topic: String) -> [String]? {
        guard topic.hasPrefix(root + "/") else { return nil }
        return topic.dropFirst(root.utf8.count + 1).split(separator: "/", omittingEmptySubsequences: false)
            .map { String($0) }
    }

    /// An ID as a level of a topic: letters, digits, - and _, as Home Assistant demands of announcements. An ID with
    /// other characters gets a hash, so that two of them differ.
    static func slug(_ id: String) -> String {
        let isPlain = !id.isEmpty && id.utf8.count <= 64 && id.utf8.allSatisfy(isPlain)
        guard !isPlain else { return id }
        let beginning = id.utf8.prefix(32).map { Self.isPlain($0) ? $0 : UInt8(ascii: "_") }
        return String(decoding: beginning, as: UTF8.self) + "-" + hex(stableHash(Array(id.utf8)), digits: 16)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
