internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthMQTT
internal import HearthTemplates
internal import HearthTraitCore

extension DiscoveryMachine {
    mutating func receivedState(_ message: MQTTMessage, _ now: Duration) -> [BrokerAction] {
        let readers = readers.readers(of: message.topic)
        guard !readers.isEmpty else { return [] }
        guard let payload = Payload(message.payload, at: time) else {
            return notice(
                "a message on \(quotedBeginning(message.topic)) is ignored: it has more than \(Payload.mostBytes) "
                    + "bytes, or is no text", of: message.topic)
        }
        var actions: [BrokerAction] = []
        for (number, parts) in readers.sorted(by: { $0.key < $1.key }) {
            actions += read(payload, parts, of: number, isRetained: message.isRetained, now)
        }
        return actions
    }

    private mutating func read(
        _ payload: Payload, _ parts: [TopicReaders.Part], of number: Int, isRetained: Bool, _ now: Duration
    ) -> [BrokerAction] {
        guard let id = devices[number]?.id, let map = devices[number]?.map else { return [] }
        var actions: [BrokerAction] = []
        var readings: [Int: Reading] = [:]
        for part in parts {
            // An empty message deletes a kept one.
            guard !payload.text.isEmpty || map.firesForAnything(part) else { continue }
            do throws(TemplateError) {
                switch part {
                case .availability(let availability, let index):
                    guard availability.topics.indices.contains(index) else { continue }
                    let text = try payload.rendered(availability.topics[index].template)
                    let isLate = devices[number]?.availability[availability]?.take(
                        index, text, of: availability, isRetained: isRetained, now: now)
                    if isLate == true { devices[number]?.isHeard = false }
                case .source(let entity, let index):
                    if !isRetained { devices[number]?.isHeard = true }
                    guard map.maps.indices.contains(entity), map.maps[entity].sources.indices.contains(index),
                        let reading = try map.maps[entity].sources[index].reading(payload)
                    else { continue }
                    readings[entity, default: Reading()].take(reading)
                }
            } catch {
                actions += complain(error, part, map)
            }
        }
        let report = take(readings, map, id, number, isRetained: isRetained, now)
        actions += updateReachability(of: number)
        if !report.states.isEmpty || !report.events.isEmpty { actions.append(.report(report)) }
        return actions
    }

    /// Takes on what a message says of a device's entities.
    private mutating func take(
        _ readings: [Int: Reading], _ map: DeviceMap, _ id: String, _ number: Int, isRetained: Bool, _ now: Duration
    ) -> EntityReport {
        var report = EntityReport(deviceID: id, isReplay: isRetained)
        for (entity, reading) in readings.sorted(by: { $0.key < $1.key }) {
            let one = map.maps[entity]
            if let hidden = reading.hidden { devices[number]?.hidden[entity] = hidden }
            var values = reading.values
            for property in devices[number]?.hidden[entity] ?? [] { values[property] = .unknown }
            if !values.isEmpty {
                if devices[number]?.values.indices.contains(entity) == true {
                    devices[number]?.values[entity].merge(values) { $1 }
                }
                report.states.append(EntityState(entity: one.entity.key, values: values))
                setTimer(one, values, ValueTimers.Place(device: number, entity: entity), now)
            }
            // What the broker kept happened before.
            guard !isRetained else { continue }
            report.events += reading.events.map { EntityReport.Event(entity: one.entity.key, type: $0) }
        }
        return report
    }

    private mutating func complain(
        _ error: TemplateError, _ part: TopicReaders.Part, _ map: DeviceMap
    ) -> [BrokerAction] {
        // Messages without the value that a template needs are common.
        guard error.code != .undefined else { return [] }
        var what = "the availability"
        if case .source(let entity, _) = part { what = quotedBeginning(map.maps[entity].entity.key) }
        return notice(
            "a template of \(what) of \(quotedBeginning(map.device.name)) fails: \(error.message)",
            of: "\(map.device.id) \(what)")
    }

    // MARK: - Time

    private mutating func setTimer(
        _ map: EntityMap, _ values: [EntityProperty: EntityValue], _ place: ValueTimers.Place, _ now: Duration
    ) {
        if let delay = map.offDelay {
            if values[.on] == .bool(true) { return timers.set(place, at: now + delay) }
            if map.expiry == nil { return timers.clear(place) }
        }
        if let expiry = map.expiry { timers.set(place, at: now + expiry) }
    }

    mutating func timePassedForValues(_ now: Duration) -> [BrokerAction] {
        timers.due(now).compactMap { place in
            guard let device = devices[place.device], let id = device.id, let map = device.map,
                map.maps.indices.contains(place.entity), device.values.indices.contains(place.entity)
            else { return nil }
            let one = map.maps[place.entity]
            var values: [EntityProperty: EntityValue] = [:]
            if one.offDelay != nil, device.values[place.entity][.on] == .bool(true) {
                values = [.on: .bool(false)]
            } else {
                values = device.values[place.entity].mapValues { _ in .unknown }
            }
            devices[place.device]?.values[place.entity].merge(values) { $1 }
            return .report(
                EntityReport(deviceID: id, states: [EntityState(entity: one.entity.key, values: values)]))
        }
    }

    // MARK: - Reachability

    /// A device can be reached if the broker and the device itself can.
    mutating func updateReachability() -> [BrokerAction] {
        devices.keys.sorted().flatMap { updateReachability(of: $0) }
    }

    mutating func updateReachability(of number: Int) -> [BrokerAction] {
        guard let device = devices[number], let id = device.id else { return [] }
        let isReachable = isConnected && device.isAvailable
        guard isReachable != device.isReachable else { return [] }
        devices[number]?.isReachable = isReachable
        return [.reachable(id, isReachable)]
    }
}

extension Reading {
    /// Adds what another topic's source says.
    mutating func take(_ other: Reading) {
        values.merge(other.values) { known, new in new == .unknown ? known : new }
        events += other.events
        hidden = other.hidden ?? hidden
    }
}

extension DeviceMap {
    /// Whether a part is a trigger that fires for every message, also an empty one.
    fileprivate func firesForAnything(_ part: TopicReaders.Part) -> Bool {
        guard case .source(let entity, let source) = part, maps.indices.contains(entity),
            maps[entity].sources.indices.contains(source),
            case .trigger(_, payload: nil) = maps[entity].sources[source].meaning
        else { return false }
        return true
    }
}
