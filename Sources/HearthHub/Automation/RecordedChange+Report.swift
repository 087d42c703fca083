internal import HearthAutomation
internal import HearthTraitCore

extension RecordedChange {
    /// What a report of the log says of some traits, and of which devices can be reached.
    init(_ record: ReportRecord, of paths: Set<TraitPath>) {
        let online = record.connectivity
        var removed: Set<String> = []
        for case .removedDevice(let id) in record.objects { removed.insert(id) }
        let change = HomeChange(
            epoch: record.position.epoch, sequence: record.position.sequence,
            // What had caused a run in turn is not in the log.
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
    /// Which devices can be reached from it on, and which can't, as far as it says.
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
    /// Whose doing a report tells of.
    ///
    /// - Parameter chain: the automations that set each other off until a run, by its number; nil where that is not known.
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
