internal import HearthBase
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTraitCore

extension Zigbee2MQTTMachine {
    private static let longestState = 256 << 10

    mutating func receivedState(_ message: MQTTMessage, of id: String, _ now: Duration) -> [BrokerAction] {
        // An empty message deletes a retained one, as before a rename.
        guard let device = devices[id], !message.payload.isEmpty else { return [] }
        let state: JSONValue
        do throws(JSONError) {
            state = try JSONValue(message.payload, bytes: Self.longestState)
        } catch {
            if device.hasComplained { return [] }
            devices[id]?.hasComplained = true
            return [.notice("a state of \(quotedBeginning(device.name)) can't be read: \(error)")]
        }
        // A single value is a property of another device, published on a topic of its own.
        guard case .object(let members) = state else { return [] }
        // Actions are momentary. What a broker kept, or what the bridge sends again when it starts, happened before.
        let isReplay = message.isRetained || !device.hasReported && now < settledAt
        // The broker may publish the will of an earlier session after the bridge is back.
        let isBack = !message.isRetained && !status.isOnline
        if isBack { status.isOnline = true }
        if !message.isRetained {
            if !device.hasReported { devices[id]?.hasReported = true }
            // The bridge reports the device as offline no longer; it only did once.
            if case .offline(isOld: true) = device.availability { devices[id]?.availability = .online }
        }
        for property in device.map.wholeProperties {
            if let whole = members[property], case .object = whole { devices[id]?.wholes[property] = whole }
        }
        var actions = isBack ? updateReachability() : updateReachability(of: id)
        let report = EntityReport(
            deviceID: id, states: device.map.states(state), events: isReplay ? [] : device.map.events(in: state),
            isReplay: isReplay)
        if !report.states.isEmpty || !report.events.isEmpty { actions.append(.report(report)) }
        if !message.isRetained { actions += confirm(id, by: members) }
        return actions
    }

    mutating func receivedAvailability(_ message: MQTTMessage, of id: String) -> [BrokerAction] {
        guard !message.payload.isEmpty else {
            devices[id]?.availability = .unknown
            return updateReachability(of: id)
        }
        guard let isOnline = OnlineState.read(message.payload) else { return [] }
        devices[id]?.availability = isOnline ? .online : .offline(isOld: message.isRetained)
        return updateReachability(of: id)
    }

    /// A device can be reached if the broker, the bridge and the device itself can.
    mutating func updateReachability() -> [BrokerAction] {
        devices.keys.sorted().flatMap { updateReachability(of: $0) }
    }

    private mutating func updateReachability(of id: String) -> [BrokerAction] {
        guard let device = devices[id] else { return [] }
        let isAvailable = if case .offline = device.availability { false } else { true }
        let isBridgeThere = status.isConnected && status.isOnline && !status.isOtherBridge
        let isReachable = isBridgeThere && isAvailable && !device.isDisabled
        guard isReachable != device.isReachable else { return [] }
        devices[id]?.isReachable = isReachable
        return [.reachable(id, isReachable)]
    }
}
