internal import HearthBase
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTraitCore

extension TasmotaMachine {
    /// The version of discovery documents that is known.
    static let format = 1

    mutating func receivedDiscovery(_ message: MQTTMessage, _ now: Duration) -> [BrokerAction] {
        let levels = message.topic.dropFirst(Self.discovery.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 2, (1...32).contains(levels[0].utf8.count) else { return [] }
        let address = String(levels[0])
        switch levels[1] {
        case "config":
            // An empty one deletes what the broker kept.
            guard !message.payload.isEmpty else {
                complaints.remove(message.topic)
                return remove(address)
            }
            guard let document = read(message) else { return complain(message.topic, "is no whole JSON document") }
            return receivedConfig(document, address, message.topic, now)
        case "sensors":
            guard !message.payload.isEmpty else { return receivedSensors(SensorTree(), address, now) }
            guard let document = read(message), let tree = SensorTree(document) else {
                return complain(message.topic, "is no whole JSON document of sensors")
            }
            complaints.remove(message.topic)
            return receivedSensors(tree, address, now)
        default: return []
        }
    }

    private func read(_ message: MQTTMessage) -> JSONValue? {
        try? JSONValue(message.payload, bytes: Self.longestDocument)
    }

    private mutating func receivedConfig(
        _ document: JSONValue, _ address: String, _ topic: String, _ now: Duration
    ) -> [BrokerAction] {
        guard TasmotaConfig.format(document) == Self.format else {
            let format = TasmotaConfig.format(document).map { "the format \($0)" } ?? "no format"
            return complain(topic, "has \(format), and only \(Self.format) is known")
        }
        guard let config = TasmotaConfig(document) else {
            return complain(topic, "lacks the MAC address or the topics, or they can't be used")
        }
        guard config.address == address else {
            return complain(topic, "is that of another device, \(quotedBeginning(config.address))")
        }
        complaints.remove(topic)
        guard var device = devices[address] else {
            guard devices.count < Self.mostDevices else {
                guard complaints.insert(Self.discovery).inserted else { return [] }
                return [.notice("there are more than \(Self.mostDevices) Tasmota devices; the others are left out")]
            }
            devices[address] = KnownTasmota(config)
            guard trees[address] == nil else { return describe(address, now) }
            devices[address]?.describeAt = now + Self.sensorWait
            look(at: now + Self.sensorWait)
            return []
        }
        let isMoved = device.filters != KnownTasmota(config).filters
        let old = isMoved && device.map != nil ? device.filters : []
        guard config != device.config else { return [] }
        device.config = config
        devices[address] = device
        // A device whose topics differ is not heard on the old ones any more.
        var actions: [BrokerAction] = []
        if !old.isEmpty {
            routes = routes.filter { $0.value != address }
            actions.append(.unsubscribe(old))
            devices[address]?.availability = .unknown
        }
        guard device.map != nil else { return actions }
        return actions + describe(address, now, isMoved: isMoved)
    }

    private mutating func receivedSensors(_ tree: SensorTree, _ address: String, _ now: Duration) -> [BrokerAction] {
        guard trees[address] != nil || trees.count < Self.mostDevices, trees[address] != tree else { return [] }
        trees[address] = tree
        return describe(address, now)
    }

    /// Describes a device, and subscribes to its topics if that was not done.
    mutating func describe(_ address: String, _ now: Duration, isMoved: Bool = false) -> [BrokerAction] {
        guard let device = devices[address] else { return [] }
        devices[address]?.describeAt = nil
        let map = TasmotaMap(device.config, trees[address] ?? SensorTree(), id: Self.idPrefix + address)
        let isNew = device.map == nil
        let isChanged = device.map?.device != map.device
        devices[address]?.map = map
        var actions: [BrokerAction] = isChanged ? [.describe(map.device)] : []
        if isNew { devices[address]?.isReachable = nil }
        if isNew || isMoved { actions += subscribe(address) }
        // What new entities show is not known.
        if isChanged, !isNew { queueQuestion(address, now) }
        return actions + updateReachability(of: address)
    }

    /// Subscribes to a device's topics. Of two devices with the same topics the first counts.
    mutating func subscribe(_ address: String) -> [BrokerAction] {
        guard let device = devices[address], device.map != nil else { return [] }
        let topics = device.config.topics
        for base in [topics.answers, topics.telemetry] {
            guard let other = routes[base], other != address else { continue }
            return complain(
                "\(Self.discovery)/\(address)/config",
                "has the same topics as \(quotedBeginning(other)); give each device a topic of its own")
        }
        for base in [topics.answers, topics.telemetry] { routes[base] = address }
        return [.subscribe(device.filters)]
    }

    private mutating func remove(_ address: String) -> [BrokerAction] {
        guard let device = devices.removeValue(forKey: address) else { return [] }
        let wasRouted = routes.values.contains(address)
        routes = routes.filter { $0.value != address }
        trees[address] = nil
        guard device.map != nil else { return [] }
        let isSilent: [BrokerAction] = wasRouted ? [.unsubscribe(device.filters)] : []
        return isSilent + [.remove(Self.idPrefix + address)] + subscribeToOthers()
    }

    /// Subscribes to the topics of devices that another one had until now.
    private mutating func subscribeToOthers() -> [BrokerAction] {
        let routed = Set(routes.values)
        return devices.keys.sorted().filter { !routed.contains($0) }.flatMap { subscribe($0) }
    }

    /// Says once what is wrong with a document. The device stays as it is known.
    private mutating func complain(_ topic: String, _ problem: String) -> [BrokerAction] {
        guard complaints.count < Self.mostDevices, complaints.insert(topic).inserted else { return [] }
        return [.notice("\(quotedBeginning(topic)) \(problem); what is known of the device stays")]
    }
}
