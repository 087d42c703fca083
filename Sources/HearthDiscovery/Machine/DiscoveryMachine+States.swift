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
        for number in readers.keys.sorted() {
            guard let parts = readers[number], let index = devices.index(forKey: number) else { continue }
            // In place: an access by the key moves the whole device.
            let heard = devices.values[index].take(
                payload, parts, isRetained: message.isRetained, now: now, &timers, number)
            for (part, error) in heard.failures { actions += complain(error, part, of: number) }
            if let isReachable = heard.isReachable { actions += reachable(number, isReachable) }
            if let report = heard.report { actions.append(.report(report)) }
        }
        return actions
    }

    private mutating func complain(
        _ error: TemplateError, _ part: TopicReaders.Part, of number: Int
    ) -> [BrokerAction] {
        // Messages without the value that a template needs are common.
        guard error.code != .undefined, let map = devices[number]?.map else { return [] }
        var what = "the availability"
        if case .source(let entity, _) = part { what = quotedBeginning(map.maps[entity].entity.key) }
        return notice(
            "a template of \(what) of \(quotedBeginning(map.device.name)) fails: \(error.message)",
            of: "\(map.device.id) \(what)")
    }

    // MARK: - Time

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

    mutating func updateReachability() -> [BrokerAction] {
        devices.keys.sorted().flatMap { updateReachability(of: $0) }
    }

    mutating func updateReachability(of number: Int) -> [BrokerAction] {
        guard let isReachable = devices[number]?.updateReachability(isConnected: isConnected) else { return [] }
        return reachable(number, isReachable)
    }

    /// Reports devices as unreachable of whose availability nothing has come.
    mutating func endWaits(_ now: Duration) -> [BrokerAction] {
        let ended = awaited.prefix { $0.end <= now }.map(\.number)
        awaited.removeFirst(ended.count)
        return ended.flatMap { number in
            devices[number]?.endWait()
            return updateReachability(of: number)
        }
    }

    private func reachable(_ number: Int, _ isReachable: Bool) -> [BrokerAction] {
        devices[number]?.id.map { [.reachable($0, isReachable)] } ?? []
    }
}
