internal import HearthBase
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTraitCore

extension TasmotaMachine {
    private static let secondsOfPeriods = 10...3_600

    mutating func receivedWill(_ message: MQTTMessage, of address: String, _ now: Duration) -> [BrokerAction] {
        guard let device = devices[address], message.payload.count <= 128 else { return [] }
        let word = String(decoding: message.payload, as: UTF8.self)
        if word == device.config.online {
            heard(address, now)
            // It may have been away, and have another state.
            queueQuestion(address, now)
        } else if word == device.config.offline {
            devices[address]?.availability = .offline
        } else {
            return []
        }
        return updateReachability(of: address)
    }

    mutating func receivedState(_ message: MQTTMessage, of address: String, _ now: Duration) -> [BrokerAction] {
        guard let device = devices[address], let map = device.map, !message.payload.isEmpty else { return [] }
        guard let document = try? JSONValue(message.payload, bytes: Self.longestDocument) else {
            // A single value is published beside its document.
            guard message.payload.first == UInt8(ascii: "{"), !device.hasComplained else { return [] }
            devices[address]?.hasComplained = true
            return [.notice("a state of \(quotedBeginning(device.config.name)) is no whole JSON document")]
        }
        guard case .object = document else { return [] }
        if !message.isRetained {
            heard(address, now)
            receivedPeriod(document, of: address)
            // Its will may be lost.
            if devices[address]?.period == nil, !device.isAsked, device.availability != .online {
                queueQuestion(address, now)
            }
        }
        let state = document["StatusSNS"] ?? document["StatusSTS"] ?? document
        // Only an action that happens now is one. What the broker kept happened before.
        let events = message.isRetained ? [] : map.events(state)
        let states = map.states(state)
        let isReplay = message.isRetained || !device.hasReported && events.isEmpty
        for state in states { devices[address]?.values[state.entity, default: [:]].merge(state.values) { $1 } }
        if !message.isRetained, !states.isEmpty { devices[address]?.hasReported = true }
        var actions = updateReachability(of: address)
        if document["TelePeriod"]?.integer == 0 { actions += askAtOnce(address) }
        if !states.isEmpty || !events.isEmpty {
            let report = EntityReport(
                deviceID: Self.idPrefix + address, states: states, events: events, isReplay: isReplay)
            actions.append(.report(report))
        }
        return actions
    }

    /// The device has published something now, so it is there, whatever its will says.
    private mutating func heard(_ address: String, _ now: Duration) {
        devices[address]?.availability = .online
        devices[address]?.heardAt = now
        look(at: devices[address]?.silentAt)
    }

    /// Takes on how often the device publishes its state: in seconds, 0 for never.
    private mutating func receivedPeriod(_ document: JSONValue, of address: String) {
        guard let seconds = document["TelePeriod"]?.integer else { return }
        if seconds == 0 { devices[address]?.period = .zero }
        if Self.secondsOfPeriods.contains(seconds) { devices[address]?.period = .seconds(seconds) }
    }

    // MARK: - Questions

    mutating func queueQuestion(_ address: String, _ now: Duration) {
        guard let device = devices[address], !device.isAsked, !device.config.sleeps else { return }
        devices[address]?.isAsked = true
        questions.append(address)
        nextQuestion = nextQuestion ?? now + Self.questionPause
    }

    /// Asks for the period, which makes the device publish its state and sensors too (Tasmota's documentation,
    /// "Commands", `TelePeriod`).
    func ask(_ address: String) -> [BrokerAction] { question("TelePeriod", "", to: address) }

    /// Asks a device for its state and sensors that does not publish them by itself.
    private func askAtOnce(_ address: String) -> [BrokerAction] {
        question("STATE", "", to: address) + question("STATUS", "10", to: address)
    }

    private func question(_ name: String, _ payload: String, to address: String) -> [BrokerAction] {
        guard let topics = devices[address]?.config.topics else { return [] }
        let message = MQTTMessage(topic: topics.commands + name, payload: [UInt8](payload.utf8))
        return [.publish([message], waiting: nil, lane: topics.commands)]
    }

    // MARK: - Reachability

    /// A device can be reached if the broker can and the device is online. One that sleeps is as it should be, while it
    /// is offline.
    mutating func updateReachability() -> [BrokerAction] {
        devices.keys.sorted().flatMap { updateReachability(of: $0) }
    }

    mutating func updateReachability(of address: String) -> [BrokerAction] {
        guard let device = devices[address], device.map != nil else { return [] }
        let isReachable = isConnected && (device.config.sleeps || device.availability == .online)
        guard isReachable != device.isReachable else { return [] }
        devices[address]?.isReachable = isReachable
        return [.reachable(Self.idPrefix + address, isReachable)]
    }
}
