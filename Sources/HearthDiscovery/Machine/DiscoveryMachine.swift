package import HearthBrokerLinks
package import HearthEntities
package import HearthMQTT
package import HearthTemplates
internal import HearthTraitCore

/// The devices that announce themselves at a broker by Home Assistant's MQTT discovery, without I/O: what is announced
/// and published, and what follows. Times are those of a clock that never jumps.
package struct DiscoveryMachine: BrokerMachine {
    package struct Settings: Hashable, Sendable {
        /// The topic below which devices announce themselves.
        package var prefix: String
        /// Whether devices are asked to announce themselves after each connect, as Home Assistant does.
        package var saysOnline: Bool
        /// Beginnings of ids that other ecosystems of the same broker give. Identifiers that begin so are ignored, as
        /// identifiers become ids.
        package var foreignPrefixes: [String]

        package init(prefix: String = "homeassistant", saysOnline: Bool = true, foreignPrefixes: [String] = []) {
            self.prefix = prefix
            self.saysOnline = saysOnline
            self.foreignPrefixes = foreignPrefixes
        }
    }

    /// The most entities of all devices.
    package static let mostEntities = 20_000
    /// The most bytes of one announcement, and of all.
    package static let mostAnnouncementBytes = 1 << 20
    package static let mostBytes = 64 << 20
    /// The most commands that may wait.
    package static let mostWaiting = 1_000
    /// How long a command waits for the broker.
    package static let patience = Duration.seconds(10)
    /// Devices are described once this time has passed without a new announcement. After a connect the entities of a
    /// device come one by one, between those of others, and a device with half of them would lose endpoints.
    package static let quiet = Duration.milliseconds(500)
    /// How long a connection stands before devices are asked to announce themselves: first the broker sends what it
    /// keeps.
    package static let askingPause = Duration.seconds(1)
    /// How long a described device is not reported as unreachable while the broker sends what it keeps.
    package static let availabilityWait = Duration.seconds(1)
    /// The longest time that devices wait to be described.
    package static let longestQuiet = Duration.seconds(10)
    /// The most notices between a connect and the next.
    static let mostNotices = 100

    package let settings: Settings
    /// The present time in the home's zone, for templates.
    let time: @Sendable () -> TemplateTime?
    /// What a message of another ecosystem announces.
    private let others: @Sendable (MQTTMessage) -> [String]?
    package private(set) var isConnected = false
    private var hasSubscribed = false
    /// Announcements by their topics.
    var announced: [String: Announced] = [:]
    /// The bytes of all announcements, and the number of their entities. Those that were replaced or withdrawn count
    /// until devices are described, as what they said of devices stays so long.
    var totalBytes = 0
    var replacedBytes = 0
    var totalComponents = 0
    /// Devices by numbers that only this machine knows, as their ids are chosen when they are described.
    var devices: [Int: KnownDevice] = [:]
    var lastNumber = 0
    /// Devices by what they are known by.
    var owners: [String: Int] = [:]
    /// The numbers of described devices by their ids.
    var numbers: [String: Int] = [:]
    /// The ids of this and earlier runs.
    var identities = DeviceIdentities()
    /// Devices whose announcements have changed, and ids of devices that are to be removed.
    var changed: Set<Int> = []
    var gone: Set<String> = []
    /// When changed devices are described, and the latest time for it; nil if none has changed.
    var due: (soon: Duration, latest: Duration)?
    /// When devices are asked to announce themselves; nil if they were. Not before announced devices are described and
    /// their topics subscribed to: some answer with states at once.
    private var asksAt: Duration?
    var otherDevices = OtherDevices()
    /// The identifiers of gateways whose devices other integrations bring.
    var foreignGateways: Set<String> = []
    var readers = TopicReaders()
    /// How many entities read each filter.
    var filterUses: [String: Int] = [:]
    var timers = ValueTimers()
    /// Devices that may get their availability, in the order of the times.
    var awaited: [(number: Int, end: Duration)] = []
    var waiting: [(number: UInt64, deadline: Duration)] = []
    private var noticeCount = 0
    private var complained: Set<String> = []

    /// - Parameters:
    ///   - time: the present time in the home's zone; templates that ask for it fail without.
    ///   - others: what a message says of a device that another ecosystem takes: the identifiers by which it announces
    ///     itself here too, none if it is gone; nil for any other message.
    package init(
        _ settings: Settings = Settings(), time: @escaping @Sendable () -> TemplateTime? = { nil },
        others: @escaping @Sendable (MQTTMessage) -> [String]? = { _ in nil }
    ) {
        self.settings = settings
        self.time = time
        self.others = others
    }

    package var filters: [String] {
        hasSubscribed ? DiscoveryTopic.filters(prefix: settings.prefix) + filterUses.keys.sorted() : []
    }

    package var deadline: Duration? {
        [due.map { min($0.soon, $0.latest) } ?? asksAt, timers.next, waiting.first?.deadline, awaited.first?.end]
            .compactMap { $0 }.min()
    }

    /// The number of described devices.
    package var deviceCount: Int { numbers.count }

    /// What the announcements of a device leave out; empty if it is not known.
    package func leftOut(of deviceID: String) -> [LeftOut] {
        numbers[deviceID].flatMap { devices[$0]?.map?.leftOut } ?? []
    }

    // MARK: - The connection

    package mutating func connected(now: Duration) -> [BrokerAction] {
        isConnected = true
        (noticeCount, complained) = (0, [])
        for number in devices.keys { devices[number]?.age() }
        // The client subscribes again after later connects.
        let actions: [BrokerAction] = hasSubscribed ? [] : [.subscribe(DiscoveryTopic.filters(prefix: settings.prefix))]
        hasSubscribed = true
        asksAt = settings.saysOnline ? now + Self.askingPause : nil
        return actions + updateReachability()
    }

    package mutating func disconnected(_ reason: String) -> [BrokerAction] {
        isConnected = false
        asksAt = nil
        let error = TraitError(
            .failure,
            "the connection to the broker was lost (\(reason)); whether the command was carried out is unknown")
        let answers = waiting.map { BrokerAction.answer($0.number, error) }
        waiting = []
        return answers + updateReachability()
    }

    package mutating func restore(_ memory: [UInt8]) { identities = DeviceIdentities(bytes: memory) }

    package mutating func forgetDevices() {
        let gateways = foreignGateways
        self = DiscoveryMachine(settings, time: time, others: others)
        foreignGateways = gateways
    }

    package mutating func received(_ message: MQTTMessage, now: Duration) -> [BrokerAction] {
        guard isConnected else { return [] }
        var actions: [BrokerAction] = []
        if let topic = DiscoveryTopic(message.topic, prefix: settings.prefix) {
            actions = receivedAnnouncement(message, topic, now)
        } else if let identifiers = others(message) {
            receivedOther(identifiers, message.topic, now)
        }
        return actions + receivedState(message, now)
    }

    package mutating func timePassed(now: Duration) -> [BrokerAction] {
        var actions = expire(now)
        if let due, now >= min(due.soon, due.latest) { actions += describeChanged(now) }
        actions += ask(now) + endWaits(now)
        return actions + timePassedForValues(now)
    }

    /// Says that the hub is there, so that devices announce themselves and publish their states.
    private mutating func ask(_ now: Duration) -> [BrokerAction] {
        guard due == nil, let time = asksAt, time <= now else { return [] }
        asksAt = nil
        let online = MQTTMessage(topic: "\(settings.prefix)/status", payload: Array("online".utf8))
        return [.publish([online], waiting: nil)]
    }

    // MARK: - Notices

    /// A notice, unless the same was given, or many were, since the connect.
    mutating func notice(_ text: String, of cause: String) -> [BrokerAction] {
        guard noticeCount < Self.mostNotices, complained.insert(cause).inserted else { return [] }
        noticeCount += 1
        return [.notice(text)]
    }
}

/// An announcement with the device that it is of.
struct Announced: Sendable {
    var announcement: Announcement
    var bytes: [UInt8]
    /// The number of its device.
    var device: Int
    /// What it counts in memory, in bytes.
    var size: Int
}

extension Announcement {
    /// The entities that count for the limit. An announcement without any takes memory too.
    var weight: Int { max(components.count, 1) }
}
