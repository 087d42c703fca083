internal import HearthBase
internal import HearthTraitCore

// What a client that was away is to be told.
extension StructureState {
    /// Whether a position is one that the structure had. Of a former epoch only what was stored counts.
    func had(_ position: StructurePosition) -> Bool {
        position.sequence <= (position.epoch == epoch ? sequence : formerEpochs[position.epoch] ?? 0)
            && (position.epoch == epoch || formerEpochs[position.epoch] != nil)
    }

    /// The first of the reports after a sequence that are in memory, not more than so many and not much larger.
    ///
    /// - Returns: nil when the next one is not there, or there is none.
    func reports(after sequence: UInt64, count: Int, bytes: Int) -> ReportBatch? {
        guard let reports = log.reports(after: sequence, present: self.sequence), !reports.isEmpty else { return nil }
        var size = 0
        let first = reports.prefix(count).prefix { record in
            defer { size += record.memorySize }
            return size < bytes
        }
        return ReportBatch(Array(first), eventsThrough: (reports.firstEvent.map { max($0, 1) - 1 }) ?? eventNumber)
    }

    /// What time it is, for someone who resumes; nil when no trait of the structure tells.
    var tick: ReportRecord? {
        guard let own = ownRecord else { return nil }
        let ticking = own.orderedTraits.filter { tickingTraits.contains($0.key) }
        guard let time = ticking.map(\.record.observedAt).max() else { return nil }
        return ReportRecord(
            position: position, cause: .device, observedAt: time,
            states: ticking.map { key, record in
                TraitChange(
                    path: TraitPath(own.target(key.endpoint), key.traitID), descriptor: record.descriptor,
                    attributes: record.attributes, connectivity: nil)
            }, isTick: true)
    }

    /// The number of the oldest event that is kept; nil when none is.
    var firstEventNumber: UInt64? { eventLog.firstNumber }

    /// Events of devices that are still there, for someone who missed them: those with numbers after the first and up
    /// to the second, oldest first, as many as are kept.
    func events(
        after number: UInt64, through last: UInt64, limit: Int, where passes: (EventChange) -> Bool
    ) -> [EventChange] {
        eventLog.events(after: number, through: last, limit: limit) { event in
            trait(event.path) != nil && passes(event)
        }
    }
}
