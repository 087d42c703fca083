internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

extension ShellyMachine {
    /// Events after which the configuration is another one.
    private static let changes: Set<String> = ["config_changed", "component_added", "component_removed"]
    /// How long changes are collected before the configuration is read again.
    static let changeWait = Duration.seconds(2)

    /// Everything is known: describes the device and reports its whole status.
    mutating func described(_ now: Duration) -> [Action] {
        guard let mac = Self.mac(config["sys"]?["device"]?["mac"]) else { return [] }
        let old = map
        let new = ShellyMap(id: mac, source: source, config: config, status: status)
        map = new
        isReading = false
        describedAt = describedAt ?? now
        var actions: [Action] = []
        if old?.device != new.device { actions.append(.call(.describe(new.device))) }
        if !isReachable || old == nil {
            isReachable = true
            actions += [.call(.reachable(mac, true)), .call(.health(.online))]
        }
        let report = EntityReport(deviceID: mac, states: new.states(status), isReplay: true)
        if !report.states.isEmpty { actions.append(.call(.report(report))) }
        // They are only needed for the map.
        (config, status) = ([:], [:])
        return actions
    }

    mutating func notified(_ method: String, _ parameters: JSONValue, _ now: Duration) -> [Action] {
        let isStatus = method == "NotifyStatus" || method == "NotifyFullStatus"
        // Newer than what was read a moment ago.
        if isStatus, isReading, !status.isEmpty { status.merge(parameters.members) { $0.changed(by: $1) } }
        guard let map, isReachable else { return [] }
        var report = EntityReport(deviceID: map.device.id)
        switch method {
        case _ where isStatus: report.states = map.states(parameters.members)
        case "NotifyEvent":
            let events = parameters["events"]?.items ?? []
            report.events = map.events(events)
            if events.contains(where: { Self.changes.contains($0["event"]?.string ?? "") }) {
                rereadAt = rereadAt ?? now + Self.changeWait
            }
        default: return []
        }
        return report.states.isEmpty && report.events.isEmpty ? [] : [.call(.report(report))]
    }
}
