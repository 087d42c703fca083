internal import HearthEntities
internal import HearthTemplates

/// A device that announces itself.
struct KnownDevice: Sendable {
    /// What a message says of a device.
    struct Heard {
        /// What the hub is to learn; nil if that is nothing.
        var report: EntityReport?
        /// Whether the device can be reached, if that is new.
        var isReachable: Bool?
        /// The templates that failed.
        var failures: [(part: TopicReaders.Part, error: TemplateError)] = []
    }

    /// The topics of its announcements.
    var topics: Set<String> = []
    /// What it is known by, of all its announcements.
    var tokens: Set<String> = []
    /// Its id; nil until it is described first.
    var id: String?
    var map: DeviceMap?
    /// What was reported last; nil if nothing was.
    private(set) var isReachable: Bool?
    /// Whether the broker may still send what it keeps of the availability.
    private var isAwaited = false
    /// Whether it has published a state since the connection, and since a late will.
    private var isHeard = false
    var availability: [Availability: AvailabilityState] = [:]
    /// The values of its entities, in the order of the map.
    var values: [[EntityProperty: EntityValue]] = []
    /// The properties of lights that do not count now, by the places of entities in the map.
    var hidden: [Int: Set<EntityProperty>] = [:]
    /// The codes that were tried, by the keys of entities whose codes the hub compares.
    var codeTries: [String: CodeTries] = [:]

    init(topics: Set<String> = [], tokens: Set<String> = []) {
        self.topics = topics
        self.tokens = tokens
    }

    // MARK: - Reachability

    /// Notes that the connection is a new one.
    mutating func age() {
        isHeard = false
        for key in availability.keys { availability[key]?.age() }
    }

    /// Begins to wait for what the broker keeps of the availability, if the device was not reported yet. Meanwhile it is
    /// not reported as unreachable because nothing has come: the hub takes a described device for reachable.
    ///
    /// - Returns: whether ``endWait()`` has to follow.
    mutating func wait() -> Bool {
        isAwaited = isReachable == nil && !availability.isEmpty
        return isAwaited
    }

    mutating func endWait() { isAwaited = false }

    /// Notes whether the device can be reached: if the broker and the device itself can. A device with topics for that is
    /// there if one of its entities is; entities without say nothing.
    ///
    /// - Returns: whether it can; nil if that was reported.
    mutating func updateReachability(isConnected: Bool) -> Bool? {
        let isAvailable = availability.isEmpty || availability.contains { $1.isAvailable($0.mode, isHeard: isHeard) }
        let isReachable = isConnected && isAvailable
        guard id != nil, isReachable != self.isReachable else { return nil }
        let isSaid = !isConnected || availability.values.contains { $0.said.contains(false) }
        guard isReachable || isSaid || !isAwaited else { return nil }
        self.isReachable = isReachable
        return isReachable
    }

    // MARK: - Messages

    /// Takes on what a message says, while the connection stands.
    ///
    /// - Parameters:
    ///   - parts: what reads it, in the order of the map's entities.
    ///   - timers: gets the times at which the new values end.
    ///   - number: the device's number there.
    mutating func take(
        _ payload: Payload, _ parts: [TopicReaders.Part], isRetained: Bool, now: Duration,
        _ timers: inout ValueTimers, _ number: Int
    ) -> Heard {
        var heard = Heard()
        guard let id, let maps = map?.maps else { return heard }
        var readings: [(entity: Int, reading: Reading)] = []
        for part in parts {
            do throws(TemplateError) {
                switch part {
                case .availability(let availability, let index):
                    try take(payload, availability, index, isRetained: isRetained, now)
                case .source(let entity, let index):
                    guard maps.indices.contains(entity), maps[entity].sources.indices.contains(index),
                        !payload.text.isEmpty || maps[entity].sources[index].meaning.readsEmptyText
                    else { continue }
                    if !isRetained { isHeard = true }
                    guard let reading = try maps[entity].sources[index].reading(payload) else { continue }
                    if let last = readings.indices.last, readings[last].entity == entity {
                        readings[last].reading.take(reading)
                    } else {
                        readings.append((entity, reading))
                    }
                }
            } catch {
                heard.failures.append((part, error))
            }
        }
        var report = EntityReport(deviceID: id, isReplay: isRetained)
        for (entity, reading) in readings {
            let values = take(reading, of: entity)
            if !values.isEmpty {
                report.states.append(EntityState(entity: maps[entity].entity.key, values: values))
                timers.restart(
                    ValueTimers.Place(device: number, entity: entity), values, expiry: maps[entity].expiry,
                    offDelay: maps[entity].offDelay, now)
            }
            // What the broker kept happened before.
            guard !isRetained else { continue }
            report.events += reading.events.map { EntityReport.Event(entity: maps[entity].entity.key, type: $0) }
        }
        if !report.states.isEmpty || !report.events.isEmpty { heard.report = report }
        heard.isReachable = updateReachability(isConnected: true)
        return heard
    }

    private mutating func take(
        _ payload: Payload, _ availability: Availability, _ index: Int, isRetained: Bool, _ now: Duration
    ) throws(TemplateError) {
        // An empty message deletes a kept one.
        guard !payload.text.isEmpty, availability.topics.indices.contains(index) else { return }
        let text = try payload.rendered(availability.topics[index].template)
        let isLate = self.availability[availability]?.take(
            index, text, of: availability, isRetained: isRetained, now: now)
        if isLate == true { isHeard = false }
    }

    /// Takes on what a message says of an entity.
    ///
    /// - Returns: the values that are new or repeated.
    private mutating func take(_ reading: Reading, of entity: Int) -> [EntityProperty: EntityValue] {
        if let properties = reading.hidden { hidden[entity] = properties }
        var values = reading.values
        for property in hidden[entity] ?? [] { values[property] = .unknown }
        if self.values.indices.contains(entity) { self.values[entity].merge(values) { $1 } }
        return values
    }
}

extension Reading {
    /// Adds what another topic's source says.
    fileprivate mutating func take(_ other: Reading) {
        values.merge(other.values) { known, new in new == .unknown ? known : new }
        events += other.events
        hidden = other.hidden ?? hidden
    }
}

extension EntityMap.Meaning {
    /// Whether also an empty message counts, which usually only deletes a kept one: that of a trigger that fires for any.
    fileprivate var readsEmptyText: Bool { if case .trigger(_, payload: nil) = self { true } else { false } }
}
