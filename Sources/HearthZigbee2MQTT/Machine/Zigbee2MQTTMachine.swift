internal import HearthBase
package import HearthBrokerLinks
package import HearthEntities
internal import HearthJSON
package import HearthMQTT
internal import HearthTraitCore

/// The course of a connection to one zigbee2mqtt, without I/O: what is published by both ends, and what follows for
/// devices. Times are those of a clock that never jumps.
package struct Zigbee2MQTTMachine: BrokerMachine {
    package struct Settings: Hashable, Sendable {
        /// The topic below which the bridge publishes. Several bridges on one broker differ in it.
        package var base: String
        /// Whether groups are devices too. Usually their members are there already.
        package var hasGroups: Bool
        /// Begins the names of this hub's requests, so that answers to other clients are not taken for its own.
        package var requestPrefix: String
        /// The IEEE address of the bridge's coordinator, by which another bridge at the same place is told apart; nil
        /// if it is not known yet.
        package var coordinator: String?

        package init(
            base: String = "zigbee2mqtt", hasGroups: Bool = false, requestPrefix: String = "hearth",
            coordinator: String? = nil
        ) {
            self.base = base
            self.hasGroups = hasGroups
            self.requestPrefix = requestPrefix
            self.coordinator = coordinator
        }
    }

    /// The most devices and groups of a bridge.
    package static let mostDevices = 2_000
    /// The most commands and requests that may wait.
    package static let mostWaiting = 1_000
    /// How long a command waits for the broker, and most requests for their answer.
    package static let patience = Duration.seconds(10)
    /// How long a command waits for a refusal in the bridge's log once the broker has it.
    package static let refusalWait = Duration.seconds(1)
    /// How long after a start the first message of a device may be an old one.
    package static let settling = Duration.seconds(30)
    /// The pause between questions to devices, as their radio carries few messages.
    package static let questionPause = Duration.milliseconds(200)

    package let settings: Settings
    /// The beginning of all topics.
    private let prefix: String
    package internal(set) var status = Zigbee2MQTTStatus()

    var devices: [String: KnownDevice] = [:]
    /// The devices and groups by their names in topics.
    var names: [String: String] = [:]
    /// What the bridge said last of its groups.
    var groups: [BridgeGroup] = []
    /// Whether the bridge has listed its groups.
    var hasGroupList = false
    /// The devices of the last complete list, until ``Action/keepOnly(_:)`` has named them.
    var complete: Set<String>?
    /// Whether ``Action/keepOnly(_:)`` was given.
    var hasKept = false
    var subscribed: Set<String> = []
    /// Until then first messages are taken for old ones.
    var settledAt = Duration.zero
    var waiting: [Waiting] = []
    /// The commands that a refusal may still follow, the oldest first.
    var sent: [SentCommand] = []
    var requestCount = 0
    /// The devices to ask for their state, and when the next one is asked.
    var questions = FIFO<String>()
    var nextQuestion: Duration?
    /// When the lack of a list of devices is worth a notice.
    var listDeadline: Duration?
    /// When the last notice about a bridge without states as JSON was given; nil before the first one.
    var formatNoticed: Duration?
    /// When the bridge's log is no longer needed; nil if it is not subscribed to.
    var loggingEnds: Duration?

    package init(_ settings: Settings) {
        self.settings = settings
        prefix = settings.base + "/"
    }

    package var deadline: Duration? {
        var times = waiting.map(\.deadline)
        if !questions.isEmpty, let nextQuestion { times.append(nextQuestion) }
        if let listDeadline { times.append(listDeadline) }
        if let loggingEnds, waiting.isEmpty { times.append(loggingEnds) }
        return times.min()
    }

    /// What the mapping of a device leaves out; empty if the device is not known.
    package var joining: JoinProgress? { status.joining }

    package func leftOut(of deviceID: String) -> [LeftOut] {
        (devices[deviceID]?.map.leftOut ?? []).map { LeftOut($0.property, .unsupported($0.reason)) }
    }

    /// The full topic of a part below the base.
    func topic(_ rest: String) -> String { "\(settings.base)/\(rest)" }

    package var isConnected: Bool { status.isConnected }

    package var filters: [String] {
        guard status.isConnected else { return [] }
        return bridgeFilters + subscribed.sorted() + (loggingEnds == nil ? [] : [topic("bridge/logging")])
    }

    private var bridgeFilters: [String] {
        ["state", "info", "devices", "groups", "event", "response/#"].map { topic("bridge/\($0)") }
    }

    // MARK: - The connection

    /// The connection to the broker stands. Everything is subscribed to again.
    package mutating func connected(now: Duration) -> [BrokerAction] {
        status.isConnected = true
        status.isOnline = false
        status.isOtherBridge = false
        subscribed = []
        loggingEnds = nil
        listDeadline = now + Self.settling
        // The device may have come back while there was no connection.
        for id in devices.keys {
            if case .offline = devices[id]?.availability { devices[id]?.availability = .offline(isOld: true) }
        }
        settle(now)
        // Devices' topics follow once their names are known, so that no state comes before its device.
        return [.subscribe(bridgeFilters)]
    }

    /// The connection to the broker is lost. Devices keep their values.
    package mutating func disconnected(_ reason: String) -> [BrokerAction] {
        status.isConnected = false
        status.isOnline = false
        subscribed = []
        questions.removeAll()
        for id in devices.keys { devices[id]?.isAsked = false }
        (nextQuestion, listDeadline, loggingEnds) = (nil, nil, nil)
        let error = TraitError(
            .failure,
            "the connection to the broker was lost (\(reason)); whether the command was carried out is unknown")
        let answers = waiting.map { BrokerAction.answer($0.number, error) }
        (waiting, sent) = ([], [])
        return answers + updateReachability()
    }

    /// Forgets the devices, as their receiver is gone.
    package mutating func forgetDevices() {
        devices = [:]
        names = [:]
        groups = []
    }

    /// Takes first messages for old ones for a while.
    mutating func settle(_ now: Duration) {
        settledAt = now + Self.settling
        for id in devices.keys { devices[id]?.hasReported = false }
    }

    /// A message arrived from the broker.
    package mutating func received(_ message: MQTTMessage, now: Duration) -> [BrokerAction] {
        guard status.isConnected, message.topic.utf8.starts(with: prefix.utf8) else { return [] }
        let rest = String(Substring(message.topic.utf8.dropFirst(prefix.utf8.count)))
        switch rest {
        case "bridge/state": return receivedBridgeState(message.payload, now)
        case "bridge/info": return receivedInfo(message.payload, now)
        case "bridge/devices": return receivedDevices(message.payload, now)
        case "bridge/groups": return receivedGroups(message.payload)
        case "bridge/event": return receivedEvent(message)
        case "bridge/logging": return receivedLog(message.payload, now)
        default:
            if rest.hasPrefix("bridge/response/") { return receivedResponse(message.payload) }
            if rest.hasPrefix("bridge/") || status.isOtherBridge { return [] }
            // A name first, as one may end like a topic of another device.
            if let id = names[rest] { return receivedState(message, of: id, now) }
            let suffix = "/availability"
            guard rest.hasSuffix(suffix), let id = names[String(rest.dropLast(suffix.count))] else { return [] }
            return receivedAvailability(message, of: id)
        }
    }

    /// The deadline has come.
    package mutating func timePassed(now: Duration) -> [BrokerAction] {
        var actions = expire(now)
        if let listDeadline, now >= listDeadline {
            self.listDeadline = nil
            actions.append(
                .notice(
                    "no list of devices came on \(quoted(topic("bridge/devices"))); check the base topic, the broker's"
                        + " access list and its limit on the size of messages"))
        }
        while let time = nextQuestion, now >= time {
            guard let id = questions.popFirst() else {
                nextQuestion = nil
                break
            }
            devices[id]?.isAsked = false
            if let device = devices[id], device.isReachable == true, let question = device.map.question {
                let message = MQTTMessage(topic: topic("\(device.name)/get"), payload: question.text)
                actions.append(.publish([message], waiting: nil))
                // After a long sleep of the machine the missed turns are not made up for.
                nextQuestion = max(time, now - Self.questionPause) + Self.questionPause
            }
        }
        if let loggingEnds, waiting.isEmpty, now >= loggingEnds {
            self.loggingEnds = nil
            actions.append(.unsubscribe([topic("bridge/logging")]))
        }
        return actions
    }
}

/// What is known of a bridge as a whole.
package struct Zigbee2MQTTStatus: Hashable, Sendable {
    /// Whether the connection to the broker stands.
    package var isConnected = false
    /// Whether the bridge says that it is online.
    package var isOnline = false
    /// Whether the bridge publishes states as JSON, by its last document.
    package var publishesJSON = true
    /// The version of zigbee2mqtt; empty if not known.
    package var version = ""
    /// The IEEE address of the coordinator.
    package var coordinator: String?
    /// Whether the coordinator is another one than the settings name. Its devices are not taken.
    package var isOtherBridge = false
    /// Whether the bridge waits for a restart to apply its settings.
    package var needsRestart = false
    package var joining = JoinProgress()

    package init() {}
}

/// A device or group that was described.
struct KnownDevice: Sendable {
    enum Availability: Sendable {
        /// The bridge does not say; its devices then count as available.
        case unknown
        case online
        /// `isOld` if it was a retained message, which may have been forgotten on the broker.
        case offline(isOld: Bool)
    }

    var map: DeviceMap
    var name: String
    var isGroup = false
    var isDisabled = false
    var availability = Availability.unknown
    /// What was reported last; nil if nothing was. Receivers take a described device for reachable until then.
    var isReachable: Bool?
    /// Whether a state came since the connection or the bridge started.
    var hasReported = false
    /// Whether a notice of an unreadable state was given.
    var hasComplained = false
    /// The last value of properties that are set as a whole.
    var wholes: [String: JSONValue] = [:]
    /// Whether it waits to be asked for its state.
    var isAsked = false
    /// What groups are made of; empty unless there are groups.
    var specifics: [Exposed] = []
}
