internal import HearthBase
internal import HearthTraitCore

// Changes for clients that resume.
extension StructureState {
    /// Whether the structure had a position. In a former epoch only stored positions count.
    func had(_ position: StructurePosition) -> Bool {
        position.sequence <= (position.epoch == epoch ? sequence : formerEpochs[position.epoch] ?? 0)
            && (position.epoch == epoch || formerEpochs[position.epoch] != nil)
    }

    /// The first reports in memory after a sequence, at most `count` and approximately `bytes`.
    ///
    /// - Parameter last: the last sequence that may be among them.
    /// - Returns: no reports if the next one comes after `last`; nil if it is not in memory, or does not exist yet.
    func reports(after sequence: UInt64, through last: UInt64, count: Int, bytes: Int) -> ReportBatch? {
        guard let reports = log.reports(after: sequence, present: self.sequence), !reports.isEmpty else { return nil }
        var size = 0
        let first = reports.prefix(count).prefix { record in
            defer { size += record.memorySize }
            return size < bytes && record.position.sequence <= last
        }
        return ReportBatch(Array(first), eventsThrough: (reports.firstEvent.map { max($0, 1) - 1 }) ?? eventNumber)
    }

    /// A tick with the present time, for a client that resumes; nil if no trait of the structure has the time.
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

    /// The number of the oldest event that is kept; nil if the log is empty.
    var firstEventNumber: UInt64? { eventLog.firstNumber }

    /// Events of traits that still exist, for a client that missed them: those kept with numbers after `number` and up
    /// to `last`, oldest first.
    func events(
        after number: UInt64, through last: UInt64, limit: Int, where passes: (EventChange) -> Bool
    ) -> [EventChange] {
        eventLog.events(after: number, through: last, limit: limit) { event in
            trait(event.path) != nil && passes(event)
        }
    }
}
