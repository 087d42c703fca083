internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTraitCore

extension DiscoveryMachine {
    mutating func receivedAnnouncement(
        _ message: MQTTMessage, _ topic: DiscoveryTopic, _ now: Duration
    ) -> [BrokerAction] {
        let name = quotedBeginning(message.topic)
        guard topic.isValid else {
            return notice(
                "the announcement on \(name) is ignored; names have letters, digits, _ and - only", of: message.topic)
        }
        guard !message.payload.isEmpty else {
            withdraw(message.topic, now)
            return []
        }
        // After a connect the broker sends what is known.
        if announced[message.topic]?.bytes == message.payload { return [] }
        let payload: Announcement.Payload?
        do throws(JSONError) {
            payload = Announcement.read(
                try JSONValue(message.payload, bytes: Self.mostAnnouncementBytes), at: topic)
        } catch {
            return notice("the announcement on \(name) can't be read: \(error)", of: message.topic)
        }
        switch payload {
        case nil: return notice("the announcement on \(name) is no JSON object", of: message.topic)
        case .moves: return []
        case .refused(let reason):
            return notice("the announcement on \(name) is ignored; \(reason)", of: message.topic)
        case .announcement(var announcement):
            announcement.device.tokens.removeAll { token in
                settings.foreignPrefixes.contains { token.text.hasPrefix($0) }
            }
            guard !announcement.isOwn else {
                withdraw(message.topic, now)
                return []
            }
            guard !announcement.device.tokens.isEmpty else {
                return notice(
                    "the announcement on \(name) has no usable identifier of its device, and no entities",
                    of: message.topic)
            }
            let old = announced[message.topic]
            let bytes = totalBytes + message.size
            let components = totalComponents - (old?.announcement.weight ?? 0) + announcement.weight
            guard bytes <= Self.mostBytes, components <= Self.mostEntities else {
                return notice(
                    "the broker's devices announce more than \(Self.mostEntities) entities, or more than "
                        + "\(Self.mostBytes >> 20) MiB; the announcement on \(name) and others are left out",
                    of: "too many")
            }
            withdraw(message.topic, now)
            take(announcement, message, now)
            return []
        }
    }

    /// Takes on what another ecosystem announces. Devices that are its own are left out when devices are described.
    mutating func receivedOther(_ identifiers: [String], _ topic: String, _ now: Duration) {
        let known = otherDevices.take(Set(identifiers), on: topic).compactMap { owners[$0] }
        guard !known.isEmpty else { return }
        changed.formUnion(known)
        schedule(now)
    }

    mutating func schedule(_ now: Duration) {
        due = (now + Self.quiet, due?.latest ?? now + Self.longestQuiet)
    }

    /// Drops the announcement of a topic.
    private mutating func withdraw(_ topic: String, _ now: Duration) {
        guard let old = announced.removeValue(forKey: topic) else { return }
        replacedBytes += old.size
        totalComponents -= old.announcement.weight
        devices[old.device]?.topics.remove(topic)
        changed.insert(old.device)
        schedule(now)
    }

    private mutating func take(_ announcement: Announcement, _ message: MQTTMessage, _ now: Duration) {
        let number = device(of: announcement.device.tokens)
        announced[message.topic] = Announced(
            announcement: announcement, bytes: message.payload, device: number, size: message.size)
        totalBytes += message.size
        totalComponents += announcement.weight
        devices[number]?.topics.insert(message.topic)
        changed.insert(number)
        schedule(now)
    }

    // MARK: - Describing

    /// Describes the devices whose announcements have changed, and subscribes to the topics of their entities.
    mutating func describeChanged(_ now: Duration) -> [BrokerAction] {
        due = nil
        totalBytes -= replacedBytes
        replacedBytes = 0
        for number in changed.sorted() {
            let parted = part(number)
            changed.formUnion(parted)
        }
        var actions: [BrokerAction] = []
        let (before, knownIdentities) = (filterUses, identities)
        var wanted: Set<String> = []
        var described: [Int] = []
        for number in changed.sorted() {
            guard let device = devices[number] else { continue }
            guard !device.topics.isEmpty else {
                forget(number)
                continue
            }
            guard !otherDevices.has(device.tokens), !isBehind(foreignGateways, number) else {
                actions += leaveToOthers(number)
                continue
            }
            if let map = describe(number) {
                actions.append(.describe(map.device))
                described.append(number)
                wanted.formUnion(map.maps.flatMap(\.filters))
            }
        }
        changed = []
        let removed = gone.filter { numbers[$0] == nil }.sorted()
        gone = []
        for id in removed { identities.forget(id) }
        // Before the hub stores the devices: a device whose id is not remembered may come with another one.
        let memory: [BrokerAction] = identities == knownIdentities ? [] : [.remember(identities.bytes)]
        let own = DiscoveryTopic.filters(prefix: settings.prefix)
        let unused = before.keys.filter { filterUses[$0] == nil && !own.contains($0) }.sorted()
        if !unused.isEmpty { actions.append(.unsubscribe(unused)) }
        // Also those that are subscribed to, so that new entities get what the broker keeps.
        if !wanted.isEmpty { actions.append(.subscribe(wanted.sorted())) }
        for number in described {
            if devices[number]?.wait() == true { awaited.append((number, now + Self.availabilityWait)) }
            actions += updateReachability(of: number)
        }
        return memory + removed.map { .remove($0) } + actions
    }

    /// Maps a device.
    ///
    /// - Returns: the map if the device is to be described; nil if nothing has changed for the receiver.
    private mutating func describe(_ number: Int) -> DeviceMap? {
        guard var device = devices[number] else { return nil }
        let announcements = device.topics.sorted().compactMap { announced[$0]?.announcement }
        let tokens = announcements.compactMap(\.device.tokens.first)
        let firsts = Set(tokens.map(\.text))
        let id = device.id ?? knownID(firsts, of: number) ?? tokens.min()?.text ?? "\(number)"
        let old = device.map
        let map = DeviceMap(id: id, announcements)
        if device.id != nil || !map.maps.isEmpty { identities.note(id, firsts) }
        guard map != old else { return nil }
        unread(old, of: number)
        let known = Dictionary(
            zip(old?.maps.map(\.entity.key) ?? [], device.values), uniquingKeysWith: { first, _ in first })
        device.map = map
        device.values = map.maps.map { known[$0.entity.key] ?? [:] }
        device.hidden = [:]
        let availability = Set(map.maps.compactMap(\.availability))
        device.availability = Dictionary(
            uniqueKeysWithValues: availability.map {  // in range: a set
                ($0, device.availability[$0] ?? AvailabilityState($0))
            })
        guard device.id != nil || !map.maps.isEmpty else {
            devices[number] = device
            return nil
        }
        if device.id == nil {
            device.id = id
            device.tokens.insert(id)
            owners[id] = number
            numbers[id] = number
        }
        devices[number] = device
        moveTimers(of: number, from: old, to: map)
        read(map, of: number)
        return map
    }

    /// Keeps the timers of entities that stay: their values stay too.
    private mutating func moveTimers(of number: Int, from old: DeviceMap?, to map: DeviceMap) {
        let times = timers.take(device: number)
        guard !times.isEmpty, let old else { return }
        let places = Dictionary(
            map.maps.enumerated().map { ($1.entity.key, $0) }, uniquingKeysWith: { first, _ in first })
        for (place, time) in times where old.maps.indices.contains(place) {
            guard let entity = places[old.maps[place].entity.key],
                map.maps[entity].expiry != nil || map.maps[entity].offDelay != nil
            else { continue }
            timers.set(ValueTimers.Place(device: number, entity: entity), at: time)
        }
    }

    private mutating func read(_ map: DeviceMap, of number: Int) {
        for (entity, one) in map.maps.enumerated() {
            for (source, topic) in one.sources.enumerated() {
                readers.add(topic.filter, .source(entity: entity, source: source), of: number)
            }
            for filter in one.filters { filterUses[filter, default: 0] += 1 }
        }
        for availability in Set(map.maps.compactMap(\.availability)) {
            for (index, topic) in availability.topics.enumerated() {
                readers.add(topic.filter, .availability(availability, topic: index), of: number)
            }
        }
    }

    mutating func unread(_ map: DeviceMap?, of number: Int) {
        for one in map?.maps ?? [] {
            for filter in one.filters {
                readers.remove(filter, of: number)
                let uses = (filterUses[filter] ?? 1) - 1
                filterUses[filter] = uses > 0 ? uses : nil
            }
        }
    }
}

extension MQTTMessage {
    /// What an announcement counts in memory, in bytes.
    fileprivate var size: Int { topic.utf8.count + payload.count }
}
