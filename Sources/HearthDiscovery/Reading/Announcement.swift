package import HearthJSON

/// What is announced on one topic: an entity, or all entities of a device.
package struct Announcement: Hashable, Sendable {
    package struct Component: Hashable, Sendable {
        /// The kind of the entity, such as `light`.
        package var kind: String
        /// Identifies it in the whole prefix.
        package var id: String
        package var options: Options

        package init(kind: String, id: String, options: Options) {
            self.kind = kind
            self.id = id
            self.options = options
        }
    }

    package var device: AnnouncedDevice
    package var components: [Component]
    /// Whether this hub has announced it.
    package var isOwn = false

    /// A payload of an announcement's topic.
    package enum Payload: Hashable, Sendable {
        case announcement(Announcement)
        /// The entity moves to another topic, which follows.
        case moves
        /// It can't be used, for this reason.
        case refused(String)
    }

    /// The longest base, in bytes: each topic of each entity repeats it.
    private static let longestBase = 255

    /// The options of a device's announcement that hold for all entities.
    private static let shared = [
        "availability", "availability_mode", "availability_template", "availability_topic", "command_topic",
        "state_topic", "encoding", "qos", "payload_available", "payload_not_available", "message_expiry_interval",
    ]

    /// The options whose value is a list of topics with their own options.
    private static let lists = ["availability"]

    /// Reads a payload; nil unless it is an object.
    package static func read(_ value: JSONValue, at topic: DiscoveryTopic) -> Payload? {
        guard case .object(let members) = value else { return nil }
        let options = members.renamed(ShortNames.options)
        if options["migrate_discovery"]?.bool == true { return .moves }
        let device = options["device"].map { AnnouncedDevice($0) } ?? AnnouncedDevice()
        var announcement = Announcement(device: device, components: [])
        let origin = (options["origin"] ?? .null).members.renamed(ShortNames.origin)
        announcement.isOwn = device.isOwn || origin["name"]?.string?.lowercased() == "hearth"
        if let reason = problem(ofBase: options) { return .refused(reason) }
        let top = based(options, nil)
        if topic.component == "device" {
            for (key, value) in (options["components"] ?? .null).members.sorted(by: { $0.key < $1.key }) {
                let own = value.members.renamed(ShortNames.options)
                // An entry with a platform alone removes the entity.
                guard let kind = own["platform"]?.string, own.count > 1 else { continue }
                if let reason = problem(ofBase: own) { return .refused(reason) }
                var component = based(own, own["~"] ?? options["~"])
                for name in shared where component[name] == nil { component[name] = top[name] }
                announcement.components.append(
                    Component(kind: kind, id: "device/\(topic.object)/\(key)", options: Options(component)))
            }
        } else {
            announcement.components = [
                Component(
                    kind: topic.component, id: "\(topic.component)/\(topic.object)", options: Options(top))
            ]
        }
        if announcement.device.tokens.isEmpty {
            announcement.device.tokens = announcement.components.prefix(1).map {
                AnnouncedDevice.Token(.entity, "entity:\($0.kind):\($0.options.text("unique_id") ?? topic.object)")
            }
        }
        return .announcement(announcement)
    }

    private static func problem(ofBase options: [String: JSONValue]) -> String? {
        guard let length = options["~"]?.string?.utf8.count, length > longestBase else { return nil }
        return "its base ~ has \(length) bytes, the most is \(longestBase)"
    }

    /// The options with the base in the place of `~` at the beginning or the end of topics.
    private static func based(_ options: [String: JSONValue], _ base: JSONValue?) -> [String: JSONValue] {
        var based = options
        let base = (base ?? options["~"])?.string
        for (key, value) in options {
            if lists.contains(key) {
                // One topic needs no list.
                let list = if case .object = value { [value] } else { value.items }
                let items = list.prefix(Availability.mostTopics).map { item -> JSONValue in
                    var item = item.members.renamed(ShortNames.options)
                    item["topic"] = item["topic"].map { replaced($0, base) }
                    return .object(item)
                }
                based[key] = .array(Array(items))
            } else if key == "topic" || key.hasSuffix("_topic") {
                based[key] = replaced(value, base)
            }
        }
        return based
    }

    private static func replaced(_ value: JSONValue, _ base: String?) -> JSONValue {
        guard let base, let text = value.string else { return value }
        if text.first == "~" { return .string(base + text.dropFirst()) }
        if text.last == "~" { return .string(text.dropLast() + base) }
        return value
    }
}
