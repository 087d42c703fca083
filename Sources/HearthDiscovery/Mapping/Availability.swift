internal import HearthBase
internal import HearthJSON
internal import HearthTemplates

/// The topics that say whether an entity is there (Home Assistant's documentation, "MQTT", "Availability").
struct Availability: Hashable, Sendable {
    struct Topic: Hashable, Sendable {
        var filter: String
        var template: Template?
        var available: String
        var notAvailable: String
    }

    enum Mode: String, Hashable, Sendable {
        /// All topics must say so.
        case all
        /// One topic must say so.
        case any
        /// The topic that spoke last counts.
        case latest
    }

    /// The most topics of an entity.
    static let mostTopics = 32

    var topics: [Topic]
    var mode: Mode

    /// The bytes of the templates in an entity's options.
    static func templateBytes(_ options: Options) -> Int {
        let items = options.members["availability"]?.items.prefix(mostTopics) ?? []
        let templates = items.map { $0["value_template"] } + [options.members["availability_template"]]
        // In range: 33 texts of one announcement.
        return templates.reduce(0) { $0 + ($1?.string?.utf8.count ?? 0) }
    }

    /// Reads an entity's options; nil if it has no such topic and thus is always there.
    init?(_ options: Options) throws(Refusal) {
        let available = options.text("payload_available") ?? "online"
        let notAvailable = options.text("payload_not_available") ?? "offline"
        topics = []
        if let filter = try options.filter("availability_topic") {
            topics = [
                Topic(
                    filter: filter, template: try options.template("availability_template"), available: available,
                    notAvailable: notAvailable)
            ]
        } else {
            for item in (options.members["availability"]?.items ?? []).prefix(Self.mostTopics) {
                let options = Options(item.members)
                guard let filter = try options.filter("topic") else { continue }
                topics.append(
                    Topic(
                        filter: filter, template: try options.template("value_template"),
                        available: options.text("payload_available") ?? available,
                        notAvailable: options.text("payload_not_available") ?? notAvailable))
            }
        }
        mode = options.text("availability_mode").flatMap { Mode(rawValue: $0) } ?? .latest
        if topics.isEmpty { return nil }
    }
}

/// What the topics of an availability have said.
struct AvailabilityState: Hashable, Sendable {
    private(set) var said: [Bool?]
    private(set) var latest: Bool?
    /// Whether what counts may be out of date: the broker has kept it, or it is a late will.
    private(set) var isOld = true
    /// When topics last said live that the entity is there.
    private var cameAt: [Duration?]

    /// How long the will of a connection may come after the "online" of the next one: until the broker gives up the old
    /// connection, after one and a half times the usual keep-alive of 60 s (MQTT 5.0, section 3.1.2.10).
    static let latestWill = Duration.seconds(90)

    init(_ availability: Availability) {
        said = Array(repeating: nil, count: availability.topics.count)
        cameAt = Array(repeating: nil, count: availability.topics.count)
    }

    /// Takes on what a topic says.
    ///
    /// - Returns: whether it may be the late will of an earlier connection, so that the device's next state counts more.
    mutating func take(
        _ index: Int, _ text: String, of availability: Availability, isRetained: Bool, now: Duration
    ) -> Bool {
        guard said.indices.contains(index), availability.topics.indices.contains(index) else { return false }
        let topic = availability.topics[index]
        guard text == topic.available || text == topic.notAvailable else { return false }
        let isThere = text == topic.available
        let isLate = !isThere && !isRetained && cameAt[index].map { now - $0 < Self.latestWill } ?? false
        (said[index], latest, isOld) = (isThere, isThere, isRetained || isLate)
        if !isRetained { cameAt[index] = isThere ? now : nil }
        return isLate
    }

    /// Notes that the connection is a new one, so that what was said before may have changed.
    mutating func age() { isOld = true }

    /// Whether the entity is there.
    ///
    /// - Parameter isHeard: whether the device has published a state since the connection, and since a late will. It then
    ///   is there although an old message, or none, says otherwise.
    func isAvailable(_ mode: Availability.Mode, isHeard: Bool) -> Bool {
        let says: Bool
        switch mode {
        case .latest: says = latest ?? false
        case .any: says = said.contains(true)
        case .all: says = said.allSatisfy { $0 ?? false }
        }
        return says || isOld && isHeard
    }
}
