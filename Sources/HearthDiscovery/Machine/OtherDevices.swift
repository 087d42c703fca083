package import HearthBrokerLinks
internal import HearthTraitCore

/// The devices that other ecosystems at the same broker take, by their identifiers in Home Assistant's discovery. What an
/// earlier setting of their firmware has left at the broker would bring them twice.
struct OtherDevices: Sendable {
    /// The most announcements.
    static let most = 2_000

    /// By topic.
    private var identifiers: [String: Set<String>] = [:]
    /// How many topics name each identifier.
    private var uses: [String: Int] = [:]

    /// Takes on what a topic announces; nothing if its device is gone.
    ///
    /// - Returns: the identifiers that are new or gone.
    mutating func take(_ new: Set<String>, on topic: String) -> Set<String> {
        let old = identifiers[topic] ?? []
        guard new != old, !old.isEmpty || identifiers.count < Self.most else { return [] }
        identifiers[topic] = new.isEmpty ? nil : new
        for identifier in old.subtracting(new) {
            let count = (uses[identifier] ?? 1) - 1  // in range: at least 1 is counted
            uses[identifier] = count > 0 ? count : nil
        }
        for identifier in new.subtracting(old) { uses[identifier, default: 0] += 1 }
        return old.symmetricDifference(new)
    }

    /// Whether a device that is known by these names is another ecosystem's.
    func has(_ names: Set<String>) -> Bool { names.contains { uses[$0] != nil } }
}

extension DiscoveryMachine {
    /// Leaves out the devices behind gateways, and the gateways themselves, as another integration brings them. Devices of
    /// other gateways come back.
    ///
    /// - Parameter gateways: their identifiers in announcements.
    package mutating func leaveOut(gateways: Set<String>, now: Duration) -> [BrokerAction] {
        let news = foreignGateways.symmetricDifference(gateways)
        foreignGateways = gateways
        let concerned = devices.keys.filter { isBehind(news, $0) }
        guard !concerned.isEmpty else { return [] }
        changed.formUnion(concerned)
        schedule(now)
        return []
    }

    /// Whether a device is one of some gateways, or reached through one.
    func isBehind(_ gateways: Set<String>, _ number: Int) -> Bool {
        guard !gateways.isEmpty, let device = devices[number] else { return false }
        return !gateways.isDisjoint(with: device.tokens)
            || device.topics.contains { announced[$0]?.announcement.device.gateway.map(gateways.contains) ?? false }
    }

    /// Leaves a device to the ecosystem that announces it too. It comes back when that one's announcement goes.
    mutating func leaveToOthers(_ number: Int) -> [BrokerAction] {
        guard let device = devices[number] else { return [] }
        let isBehindGateway = isBehind(foreignGateways, number)
        unread(device.map, of: number)
        timers.take(device: number)
        if let id = device.id {
            gone.insert(id)
            numbers[id] = nil
        }
        devices[number] = KnownDevice(topics: device.topics, tokens: device.tokens)
        guard !isBehindGateway, let topic = device.topics.min() else { return [] }
        return notice(
            "the announcement on \(quotedBeginning(topic)) is left out, as its device announces itself by its own "
                + "discovery too; delete what the broker keeps on that topic", of: "other \(topic)")
    }
}
