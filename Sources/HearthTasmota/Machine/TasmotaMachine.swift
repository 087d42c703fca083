internal import HearthBase
package import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
package import HearthMQTT

/// The course of a connection to the Tasmota devices of one broker, without I/O: what they publish of themselves, and
/// what follows. Times are those of a clock that never jumps.
package struct TasmotaMachine: BrokerMachine {
    /// The topic below which all devices describe themselves. Their firmware fixes it.
    package static let discovery = "tasmota/discovery"
    /// Begins the topics below it. A constant, as each message of the broker is compared with it.
    static let discoveryPrefix = "\(discovery)/"
    /// Begins the ids of devices, apart from those of other ecosystems behind the same broker.
    package static let idPrefix = "tasmota:"
    /// The most devices.
    package static let mostDevices = 2_000
    /// The most commands that may wait for the broker.
    package static let mostWaiting = 1_000
    /// How long a command waits for the broker.
    package static let patience = Duration.seconds(10)
    /// How long a description waits for that of the sensors, which follows it.
    package static let sensorWait = Duration.seconds(2)
    /// The pause between questions to devices.
    package static let questionPause = Duration.milliseconds(20)
    /// How often a device publishes its state unless it is set otherwise (`TelePeriod`).
    package static let usualPeriod = Duration.seconds(300)
    /// How late the second state in a row may be.
    package static let lateness = Duration.seconds(10)
    static let longestDocument = 64 << 10

    package internal(set) var isConnected = false
    /// By their MAC addresses.
    var devices: [String: KnownTasmota] = [:]
    /// Devices by the prefix of their answer and telemetry topics.
    var routes: [String: String] = [:]
    /// The sensors of devices, which may come before the device itself.
    var trees: [String: SensorTree] = [:]
    /// Commands that wait for the broker, with their deadlines.
    var waiting: [UInt64: Duration] = [:]
    /// A lower bound of the next time at which a device has something due.
    var nextLook: Duration?
    /// The devices to ask, and when the next one is asked.
    var questions = FIFO<String>()
    var nextQuestion: Duration?
    /// The notice about a document, by its topic, so that it is given once.
    var complaints: Set<String> = []

    package init() {}

    private var discoveryFilter: String { "\(Self.discovery)/+/+" }

    package var filters: [String] {
        guard isConnected else { return [] }
        return [discoveryFilter] + devices.values.flatMap(\.filters).sorted()
    }

    package var deadline: Duration? {
        guard isConnected else { return nil }
        let times = [waiting.values.min(), questions.isEmpty ? nil : nextQuestion, nextLook]
        return times.compactMap { $0 }.min()
    }

    /// Looks at devices at a time, or before.
    mutating func look(at time: Duration?) {
        if let time { nextLook = min(nextLook ?? time, time) }
    }

    // MARK: - The connection

    package mutating func connected(now: Duration) -> [BrokerAction] {
        isConnected = true
        for address in devices.keys {
            devices[address]?.availability = .unknown
            look(at: devices[address]?.describeAt)
        }
        routes = [:]
        // The discovery is kept by the broker, so it comes again; topics of devices follow it.
        return [.subscribe([discoveryFilter])] + devices.keys.sorted().flatMap { subscribe($0) }
    }

    package mutating func disconnected(_ reason: String) -> [BrokerAction] {
        isConnected = false
        questions.removeAll()
        (nextQuestion, nextLook) = (nil, nil)
        for address in devices.keys {
            devices[address]?.isAsked = false
            devices[address]?.hasReported = false
        }
        let answers = waiting.keys.sorted().map { lost($0, reason) }
        waiting = [:]
        return answers + updateReachability()
    }

    package mutating func forgetDevices() {
        devices = [:]
        routes = [:]
        trees = [:]
        complaints = []
    }

    package mutating func received(_ message: MQTTMessage, now: Duration) -> [BrokerAction] {
        guard isConnected else { return [] }
        if message.topic.hasPrefix(Self.discoveryPrefix) { return receivedDiscovery(message, now) }
        guard !routes.isEmpty, let slash = message.topic.lastIndex(of: "/") else { return [] }
        let base = String(message.topic[...slash])
        guard let address = routes[base], let topics = devices[address]?.config.topics else { return [] }
        let name = String(message.topic[slash...].dropFirst())
        if base == topics.telemetry, name == "LWT" { return receivedWill(message, of: address, now) }
        guard base == topics.answers || name == "STATE" || name == "SENSOR" else { return [] }
        return receivedState(message, of: address, now)
    }

    package mutating func timePassed(now: Duration) -> [BrokerAction] {
        var actions = expire(now)
        if let nextLook, nextLook <= now { actions += look(now) }
        while let time = nextQuestion, now >= time {
            guard let address = questions.popFirst() else {
                nextQuestion = nil
                break
            }
            devices[address]?.isAsked = false
            actions += ask(address)
            // After a long sleep of the machine the missed turns are not made up for.
            nextQuestion = max(time, now - Self.questionPause) + Self.questionPause
        }
        return actions
    }

    private mutating func look(_ now: Duration) -> [BrokerAction] {
        nextLook = nil
        var actions: [BrokerAction] = []
        for address in devices.keys.sorted() {
            if let time = devices[address]?.describeAt, time <= now { actions += describe(address, now) }
            if let time = devices[address]?.silentAt, time <= now {
                devices[address]?.availability = .silent
                actions += updateReachability(of: address)
            }
            look(at: devices[address]?.describeAt)
            look(at: devices[address]?.silentAt)
        }
        return actions
    }
}

/// A device that has described itself.
struct KnownTasmota: Sendable {
    enum Availability: Hashable, Sendable {
        /// It has said nothing since the connection.
        case unknown
        case online
        /// It said so, or the broker for it.
        case offline
        /// It stopped to publish its state, although it never said that it is offline: after an orderly end the broker
        /// keeps "Online" (arendst/Tasmota issue 7189).
        case silent
    }

    var config: TasmotaConfig
    /// What was described; nil before.
    var map: TasmotaMap?
    /// When it is described without waiting longer for the document of the sensors.
    var describeAt: Duration?
    var availability = Availability.unknown
    /// When it was heard last.
    var heardAt: Duration?
    /// How often it publishes its state: zero if never by itself, nil if that is not known.
    var period: Duration?
    /// What was reported last; nil if nothing was.
    var isReachable: Bool?
    /// Whether a state came since the connection.
    var hasReported = false
    /// Whether it waits to be asked for its state.
    var isAsked = false
    /// Whether a notice of an unreadable state was given.
    var hasComplained = false
    /// The last values of its entities.
    var values: [String: [EntityProperty: EntityValue]] = [:]

    init(_ config: TasmotaConfig) { self.config = config }

    /// When it counts as silent; nil if it doesn't by time.
    var silentAt: Duration? {
        let period = period ?? TasmotaMachine.usualPeriod
        guard availability == .online, !config.sleeps, period > .zero, let heardAt else { return nil }
        return heardAt + period * 2 + TasmotaMachine.lateness
    }

    /// The filters of its topics.
    var filters: [String] {
        let answers =
            config.options.contains(.answersByCommand)
            ? [config.topics.answers + "+"] : ["RESULT", "STATUS10"].map { config.topics.answers + $0 }
        return ["LWT", "STATE", "SENSOR"].map { config.topics.telemetry + $0 } + answers
    }
}
