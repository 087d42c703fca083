internal import HearthMQTT
internal import HearthTraitCore

/// A published device: as it is, and as the broker knows it.
struct DeviceShadow: Sendable {
    private(set) var device: PublishedDevice
    let slug: String
    /// The slug of the bridge that it is reached through.
    private(set) var bridge: String?
    private(set) var plan: DevicePlan
    /// What the broker has of it, by topic. Empty after each connect.
    var sent: [String: String] = [:]
    /// The platforms of components that were announced before and are not there any more, by key.
    private(set) var gone: [String: String] = [:]
    /// Whether the announcement may differ from the one that was sent.
    private var mayDiffer = true
    /// The device at Home Assistant through which it is reached, as the last announcement has it.
    private var announcedVia: String?

    init(_ device: PublishedDevice, includesSensitive: Bool) {
        self.device = device
        slug = Topics.slug(device.id)
        bridge = device.bridgeID.map { Topics.slug($0) }
        plan = DevicePlan(device, includesSensitive: includesSensitive)
    }

    /// Takes over the device as it is now.
    mutating func update(_ new: PublishedDevice, includesSensitive: Bool) {
        let old = device
        device = new
        guard Self.isDescribedOtherwise(old, new) else { return }
        if old.bridgeID != new.bridgeID { bridge = new.bridgeID.map { Topics.slug($0) } }
        let former = plan.platforms
        plan = DevicePlan(new, includesSensitive: includesSensitive)
        remember(former)
        mayDiffer = true
    }

    /// Notes components that were announced before, so that those that are gone are removed at Home Assistant.
    mutating func remember(_ former: [String: String]) {
        let present = plan.platforms
        for (key, platform) in former where present[key] == nil { gone[key] = platform }
        for key in present.keys { gone[key] = nil }
        mayDiffer = true
    }

    /// Whether a change may concern the announcement: names, the endpoints with their traits, and attributes that
    /// components depend on.
    private static func isDescribedOtherwise(_ old: PublishedDevice, _ new: PublishedDevice) -> Bool {
        guard old.name == new.name, old.room == new.room, old.bridgeID == new.bridgeID,
            old.endpoints.count == new.endpoints.count
        else { return true }
        for (before, after) in zip(old.endpoints, new.endpoints) where before != after {
            guard before.number == after.number, before.label == after.label, before.deviceTypes == after.deviceTypes,
                before.traits.count == after.traits.count
            else { return true }
            for (trait, values) in after.traits {
                guard let former = before.traits[trait] else { return true }
                guard former != values else { continue }
                guard former.fields.count == values.fields.count else { return true }
                for (id, value) in values.fields where former[id] != value {
                    guard former[id] != nil else { return true }
                    if ComponentTable.describing.contains(AttributeID(trait: trait, id: id))
                        || DeviceAnnouncement.describes(trait)
                    {
                        return true
                    }
                }
            }
        }
        return false
    }

    /// The next message that the broker needs; nil if it has everything.
    mutating func next(
        _ topics: Topics, _ settings: PublisherMachine.Settings, via: String
    ) -> MQTTMessage? {
        if mayDiffer || announcedVia != via || !isAnnounced(topics) {
            (mayDiffer, announcedVia) = (false, via)
            let announcement = DeviceAnnouncement(
                device: device, plan: plan, slug: slug, topics: topics, version: settings.version, via: via,
                gone: gone)
            if let message = unless(sentAlready: topics.config(slug), announcement.payload.text) {
                mayDiffer = true
                return message
            }
        }
        // Before the list, by which a later run knows what there is to remove.
        for key in gone.keys.sorted() {
            if let message = unless(sentAlready: topics.state(slug, key), "", qos: 0) { return message }
        }
        if let message = unless(sentAlready: topics.components(slug), plan.list) { return message }
        if let message = unless(
            sentAlready: topics.availability(slug), device.isReachable ? "online" : "offline")
        {
            return message
        }
        for state in plan.states(device, slug, topics) {
            if let message = unless(sentAlready: state.topic, state.payload.text, qos: 0) { return message }
        }
        return nil
    }

    /// Whether the broker has its announcement.
    func isAnnounced(_ topics: Topics) -> Bool { sent[topics.config(slug)] != nil }

    private mutating func unless(sentAlready topic: String, _ text: String, qos: UInt8 = 1) -> MQTTMessage? {
        guard sent[topic] != text else { return nil }
        sent[topic] = text
        return .kept(topic, text, qos: qos)
    }

    /// Makes the states be sent again: Home Assistant may show what a command asked for and the device refused.
    mutating func sendStatesAgain(_ topics: Topics) {
        for state in plan.states(device, slug, topics) { sent[state.topic] = nil }
    }

    /// The messages that remove a device with these components from the broker and from Home Assistant.
    static func removal(_ slug: String, _ keys: some Sequence<String>, _ topics: Topics) -> [MQTTMessage] {
        // The list of components last: it is what a later run finds. The broker takes messages in order, so that it has
        // the others once it acknowledges the list.
        let states = [topics.availability(slug), topics.state(slug)] + keys.sorted().map { topics.state(slug, $0) }
        return [.kept(topics.config(slug), "")] + states.map { .kept($0, "", qos: 0) }
            + [.kept(topics.components(slug), "")]
    }
}
