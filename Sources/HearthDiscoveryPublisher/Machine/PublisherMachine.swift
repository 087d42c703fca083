internal import HearthBase
package import HearthMQTT
internal import HearthTraitCore

/// The course of publishing a home, as a value: news of the home and messages of the broker go in, and messages and
/// requests come out. Time is handed in.
///
/// Messages are pulled with ``next()``, one at a time, so that a slow broker makes a device's changes become one message.
package struct PublisherMachine: Sendable {
    package struct Settings: Sendable {
        package var topics: Topics
        package var choice: PublishedChoice
        /// The hub's name at Home Assistant.
        package var name: String
        /// The hub's version.
        package var version: String

        package init(topics: Topics, choice: PublishedChoice, name: String, version: String) {
            self.topics = topics
            self.choice = choice
            self.name = name
            self.version = version
        }
    }

    package enum Action: Equatable, Sendable {
        /// Sends requests to a device, one after the other, and reports failures with ``PublisherMachine/failed(_:_:)``.
        case perform([PublishedRequest], deviceID: String)
        /// Ends the subscription to what was announced before.
        case forgetAnnounced
        /// Says something for the log.
        case notice(String)
    }

    /// The most events that wait; a broker that takes none makes the oldest go.
    static let mostEvents = 1_000
    /// How long announcements are spread after Home Assistant has started.
    static let spread = Duration.seconds(10)
    /// How long the broker may take to send what was announced before.
    static let listening = Duration.seconds(30)
    /// The most messages that one connection's lists of earlier announcements may cause.
    static let mostAnnounced = 100_000
    /// The most components of a device that count as announced before.
    static let mostComponents = 1_024

    let settings: Settings
    var devices: [String: DeviceShadow] = [:]
    /// Slugs of devices that may have something to send, each once.
    var queue = FIFO<String>()
    var queued: Set<String> = []
    /// What removes devices. It is sent before anything else, and none of it is left out.
    var removals = FIFO<MQTTMessage>()
    /// Events, which are sent before devices' states.
    var events = FIFO<MQTTMessage>()
    /// The components that were announced before by this or an earlier run, by slug, which are not compared yet.
    var announced: [String: [String: String]] = [:]
    /// The messages that it takes to remove what the lists of this connection name.
    var announcedCost = 0
    private(set) var isConnected = false
    var knowsHome = false
    var mustAnnounceHub = false
    /// Devices whose announcement is due again, in the order of time.
    var repeats = FIFO<(time: Duration, slug: String)>()
    var listensUntil: Duration?
    var notices = NoticeLimit()
    /// Whether everything was taken back, after which nothing is published or carried out any more.
    var isWithdrawn = false

    package init(_ settings: Settings) { self.settings = settings }

    var topics: Topics { settings.topics }

    /// The filters of messages that are wanted all the time.
    package var filters: [String] { [topics.allCommands, topics.homeAssistant] }

    /// The filter of earlier announcements, for the time after each connect; see ``Action/forgetAnnounced``.
    package var announcedFilter: String { topics.allComponents }

    // MARK: Connection

    /// The broker has accepted the client: everything is published again, as the broker may have lost it.
    package mutating func connected(now: Duration) {
        guard !isWithdrawn else { return }
        isConnected = true
        announced = [:]
        announcedCost = 0
        repeats = FIFO()
        listensUntil = now + Self.listening
        mustAnnounceHub = true
        for slug in devices.keys.sorted() {
            devices[slug]?.sent = [:]
            enqueue(slug)
        }
    }

    /// The connection has ended. What was not sent is sent after the next connect; events are not.
    package mutating func disconnected() {
        isConnected = false
        removals = FIFO()
        events = FIFO()
        listensUntil = nil
        repeats = FIFO()
    }

    // MARK: Time

    /// When ``timePassed(now:)`` is to be called; nil for never.
    package var deadline: Duration? {
        [repeats.first?.time, listensUntil].compactMap { $0 }.min()
    }

    package mutating func timePassed(now: Duration) -> [Action] {
        while let first = repeats.first, first.time <= now {
            _ = repeats.popFirst()
            announceAgain(first.slug)
        }
        guard let end = listensUntil, end <= now else { return [] }
        listensUntil = nil
        return [.forgetAnnounced]
    }

    mutating func announceAgain(_ slug: String) {
        guard devices[slug] != nil else { return }
        devices[slug]?.sent = [:]
        enqueue(slug)
    }

    // MARK: Messages

    /// The next message to publish; nil while no message waits.
    package mutating func next() -> MQTTMessage? {
        guard isConnected else { return nil }
        if let message = removals.popFirst() { return message }
        if mustAnnounceHub {
            mustAnnounceHub = false
            let hub = HubAnnouncement(topics: topics, name: settings.name, version: settings.version)
            return .kept(topics.hubConfig, hub.payload.text)
        }
        if let message = events.popFirst() { return message }
        let (topics, settings) = (topics, settings)
        while let slug = queue.first {
            if let message = nextOfBridge(of: slug, topics, settings) { return message }
            let via = via(of: slug)
            if let message = devices[slug]?.next(topics, settings, via: via) { return message }
            _ = queue.popFirst()
            queued.remove(slug)
        }
        return nil
    }

    /// The device at Home Assistant through which a device is reached: its bridge, or the hub.
    private func via(of slug: String) -> String {
        guard let bridge = devices[slug]?.bridge, devices[bridge] != nil else { return topics.hubIdentifier }
        return topics.identifier(bridge)
    }

    /// The announcement of a device's bridge if the broker has none: Home Assistant before 2024.12 ignores a `via_device`
    /// that it does not know, later ones make a device without a name of it (home-assistant/core pull request 131588).
    private mutating func nextOfBridge(of slug: String, _ topics: Topics, _ settings: Settings) -> MQTTMessage? {
        guard let bridge = devices[slug]?.bridge, devices[bridge]?.isAnnounced(topics) == false else { return nil }
        let via = via(of: bridge)
        return devices[bridge]?.next(topics, settings, via: via)
    }

    /// Announces the devices behind a bridge again, as the bridge has come or gone.
    mutating func announceBehind(_ bridge: String) {
        for slug in devices.filter({ $0.value.bridge == bridge }).keys.sorted() { enqueue(slug) }
    }

    mutating func enqueue(_ slug: String) {
        if queued.insert(slug).inserted { queue.append(slug) }
    }

    /// Whether the broker has received everything that removes devices.
    package var isRemovalComplete: Bool { isConnected && removals.isEmpty }

    /// Removes a device with these components from the broker and from Home Assistant. Without a connection, the next
    /// one finds what is left.
    mutating func appendRemoval(_ slug: String, _ keys: some Sequence<String>) {
        guard isConnected else { return }
        removals.append(contentsOf: DeviceShadow.removal(slug, keys, topics))
    }
}

extension MQTTMessage {
    /// A message that the broker keeps for later subscribers.
    static func kept(_ topic: String, _ text: String, qos: UInt8 = 1) -> MQTTMessage {
        MQTTMessage(topic: topic, payload: Array(text.utf8), qos: qos, isRetained: true)
    }
}
