internal import HearthTraitCore

// A filter that is changed while a watch runs.
extension SubscriptionMachine {
    /// Sets the filter for structures that come later; each present one is then moved to it by ``refilter(_:_:)``.
    package mutating func setView(_ view: WatchView, exceptClientID: String) {
        self.view = view
        self.exceptClientID = exceptClientID
        refilters += 1
    }

    /// Notes that all present structures were moved to the filter. Returns the number of this change, which the marker
    /// after their snapshots carries.
    package mutating func refiltered() -> UInt64 {
        updates += 1
        refilters -= 1
        isMarkerDue = isOfHome
        return updates
    }

    /// Moves one structure to the present filter; what the filter adds arrives as a snapshot.
    package mutating func refilter(_ state: StructureState, _ missed: inout MissedChanges) {
        guard view.passes(structure: state.id) else { return forget(state.id) }
        // The report of its removal is on its way.
        guard !state.isRemoved else { return }
        guard let index = index(of: state.id) else { return join(state, isNew: false) }
        // If rights have changed as well, everything is sent again under the new filter.
        if viewer != nil {
            let old = lanes[index].view
            regrant(state)
            guard !lanes[index].isHidden, lanes[index].view === old else { return }
        }
        var lane = lanes[index]
        queuedBytes -= lane.bytes
        defer { queuedBytes += lanes[index].bytes }
        let isWhole = lane.pending.snapshot != nil
        let isAhead = isAhead(state, of: missed)
        var changed: MissedChanges.CatchUp = .nothing
        if lane.isLagging { changed = catchUp(index, state, &missed).0 }
        lane.seen = lanes[index].seen
        // The unread part of the log would have to be sent under the old filter.
        var isOverflowing = lane.pending.backlog != nil || isWhole && !lane.pending.leaving.isEmpty
        if case .tooMuch = changed { isOverflowing = true }
        // Then the snapshot's position is the state's, and it has all of the state.
        if isAhead { (isOverflowing, lane.seen, changed) = (true, state.position, .nothing) }
        // Events keep their order, so those that follow missed ones are missed as well.
        // A snapshot that is ahead has no events, and the reports with them are skipped.
        let isMissing =
            isAhead || lane.isLagging && missed.hasEvents || !lane.missed.isEmpty || lane.pending.backlog != nil
        if isMissing { lane.missed.missUntil(state.eventNumber) }
        func before(_ record: ReportRecord) -> ReportRecord {
            isWhole || isMissing ? record.beside(snapshot: isWhole, missed: isMissing) : record
        }
        // Waiting reports are sent under the old filter. The new snapshot replaces the contents of an unfinished one,
        // except for removals.
        if let folded = lane.pending.folded.take() { lane.pending.before.append(before(folded.record), folded.view) }
        while let waiting = lane.pending.reports.popFirst() {
            lane.pending.before.append(before(waiting.record), waiting.view)
        }
        if case .report(let record) = changed {
            lane.pending.before.append(before(record), lane.view.showing(lane.pending.leaving))
        }
        // A client that keeps changing its filter without reading.
        if queuedBytes + lane.pending.before.bytes > limits.queuedReportBytes {
            isOverflowing = true
            lane.missed.missUntil(state.eventNumber)
            lane.pending.before.removeAll()
        }
        if isOverflowing { lane.pending.resync = .overflow }
        lane.isLagging = false
        lane.pending.entering = []
        lane.pending.leaving = []
        lane.pending.backlog = nil
        guard let view = resolved(in: state) else { return hide(index, state) }
        lane.pending.snapshot = SnapshotCursor(
            isWhole || isOverflowing
                ? snapshots.snapshot(of: state, for: view)
                : Snapshot(state.objects, for: view, beyond: lane.view, chunkBytes: limits.snapshotBytes))
        lane.view = view
        lane.sent = lane.seen
        lanes[index] = lane
        hasPreliminaries = true
    }
}
