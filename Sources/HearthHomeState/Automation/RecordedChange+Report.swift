internal import HearthAutomation
package import HearthTraitCore
internal import HearthWire

extension RecordedChange {
    /// The changes of some traits, and of devices' reachability, in a report of the log.
    package init(_ record: ReportRecord, of paths: Set<TraitPath>) {
        let online = record.connectivity
        var removed: Set<String> = []
        for case .removedDeviceID(let id) in record.objects { removed.insert(id) }
        let change = HomeChange(
            epoch: record.position.epoch, sequence: record.position.sequence,
            // The chain of causes of a run is not in the log.
            cause: AutomationCause(record.cause) { _ in nil },
            attributes: record.states.filter { paths.contains($0.path) && !$0.attributes.fields.isEmpty }.map {
                .init($0.path, $0.attributes)
            },
            events: record.events.filter { paths.contains($0.path) }.map {
                .init($0.path, eventID: $0.event.id, number: $0.number, fields: $0.fields)
            })
        self.init(at: record.observedAt, change, online: online, removed: removed)
    }
}

extension ReportRecord {
    /// Whether devices can be reached after it, for those that it mentions.
    var connectivity: [String: Bool] {
        var online: [String: Bool] = [:]
        for state in states {
            guard let connectivity = state.connectivity else { continue }
            online[state.path.target.deviceID] = connectivity.connectivityState != .offline
        }
        return online
    }
}

extension AutomationCause {
    /// The cause of a report, as automations see it.
    ///
    /// - Parameter chain: the automations that triggered each other up to a run, by its number; nil if unknown.
    init(_ cause: ChangeCause?, chain: (UInt64) -> [String]?) {
        switch cause {
        case .device?: self.init(.device)
        case .client(let id, _)?: self.init(.client, name: id)
        case .hub?, nil: self.init(.hub)
        case .automation(let id, let run)?:
            self.init(.automation, name: id, run: RunOrigin(runID: run, chain: chain(run) ?? [id]))
        }
    }
}
