internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// Whether the states of devices wait to be saved.
struct Saving {
    var isScheduled = false
    /// Whether one is on its way that was not to wait.
    var isUrgent = false
    /// Why the last try failed; said once.
    var failure: String?
}

extension Hub {
    /// Stores changes that are about to be made. Durable when it returns.
    ///
    /// - Throws: ``HubError``; then nothing is stored, and nothing may be changed.
    func commit(_ changes: [StoreChange]) async throws(HubError) {
        do throws(StoreError) {
            try await store.commit(changes)
        } catch {
            throw HubError(error, "the change could not be stored and was not made")
        }
    }

    /// Has what changed saved a moment from now, together with what changes until then.
    func saveSoon() {
        let isFirst = saving.withLock { saving in
            defer { saving.isScheduled = true }
            return !saving.isScheduled
        }
        guard isFirst else { return }
        _ = clock.schedule(after: limits.saveDelay) { [weak self] in
            await self?.saveScheduled()
        }
    }

    /// Has what changed saved now: nobody is told of it before, or too much waits.
    func saveAtOnce() {
        let isFirst = saving.withLock { saving in
            defer { saving.isUrgent = true }
            return !saving.isUrgent
        }
        guard isFirst else { return }
        Task { [weak self] in
            self?.saving.withLock { $0.isUrgent = false }
            await self?.saveAsScheduled()
        }
    }

    /// Stores what a caller is about to be told, with all else that waits: callers at the same time share a commit.
    ///
    /// - Throws: ``RPCError`` caused by ``OutcomeUnknown``.
    func storeBeforeAnswer(_ found: LocatedTrait) async throws(RPCError) {
        do {
            try await edits.run { try await saveNow() }
        } catch {
            let what = "\(found.deviceName) has taken it, but it could not be stored: a start of the hub may undo it"
            let reason = (error as? StoreError).map { HubError($0, what) } ?? HubError(.internal, "\(what): \(error)")
            throw RPCError(reason.code, reason.message, cause: OutcomeUnknown(message: reason.message))
        }
    }

    private func saveScheduled() async {
        saving.withLock { $0.isScheduled = false }
        await saveAsScheduled()
    }

    private func saveAsScheduled() async {
        do {
            try await edits.run { try await saveNow() }
            let hadFailed = saving.withLock { $0.failure.take() != nil }
            if hadFailed { notice("the states of devices are saved again") }
        } catch let error as StoreError where error.code == .closed {
            // The end has saved everything.
        } catch {
            let failure = "\(error)"
            let isNew = saving.withLock { saving in
                defer { saving.failure = failure }
                return saving.failure != failure
            }
            if isNew { notice("the states of devices could not be saved and will be tried again: \(failure)") }
            saveSoon()
        }
    }

    /// Saves what is not saved yet, newest values, all or nothing. Called within the edit queue, so that it never meets
    /// a structure or device that is about to be removed.
    func saveNow() async throws {
        // Taken first: what these reports told is among the states then.
        let runs = catalog.withLock { $0.runs.takeUnsaved() }
        do {
            try await save(runs)
        } catch {
            catalog.withLock { $0.runs.markUnsaved(runs) }
            throw error
        }
        catalog.withLock { $0.runs.markSaved(runs) }
        for run in runs { catalog.withLock { $0.remotes[run.providerID] }?.saved(run) }
    }

    private func save(_ runs: [StoredRun]) async throws {
        var states: [StoredTraitState] = []
        var memories: [StoredMemory] = []
        var events: [StoredEvent] = []
        var reports: [StoredReports] = []
        var history: [HistoryEntry] = []
        var progress: [StructureProgress] = []
        var taken: [(cell: StructureCell, unsaved: StructureCell.Unsaved)] = []
        for cell in cells {
            guard let unsaved = cell.takeUnsaved() else { continue }
            taken.append((cell, unsaved))
            memories += unsaved.memories.map { key, value in
                StoredMemory(deviceID: key.deviceID, key: key.key, value: value)
            }
            progress.append(
                StructureProgress(
                    structureID: cell.id, sequence: unsaved.position.sequence, eventNumber: unsaved.eventNumber,
                    firstEvent: unsaved.firstEvent))
            events += unsaved.events.map { StoredEvent($0, structureID: cell.id) }
            reports += StoredReports.batches(
                of: unsaved.reports, eventNumber: unsaved.savedEvent, mostBytes: limits.reportBytes)
            history += unsaved.reports.flatMap { HistoryEntry.entries(of: $0) }
            for (path, record) in unsaved.traits {
                states.append(
                    StoredTraitState(
                        path: path, attributes: record.descriptor.encodeAttributes(record.attributes),
                        observedAt: record.observedAt))
            }
        }
        guard !progress.isEmpty || !runs.isEmpty || answers.hasUnsaved else { return }
        let kept = answers.takeUnsaved(now: clock.now)
        // Whatever comes of it: a home goes on while its disk is full.
        defer { for (cell, unsaved) in taken { cell.release(through: unsaved.position.sequence) } }
        do {
            try await store.save(
                states, memories: memories, events: events, reports: reports, runs: runs, progress: progress,
                with: kept.changes,
                retention: ReportRetention(
                    bytes: Int64(clamping: limits.logBytes), since: max(.zero, clock.sinceEpoch - limits.logTime)),
                history: HistoryBatch(history, now: clock.sinceEpoch.milliseconds, retention: limits.history))
        } catch {
            answers.markUnsaved(kept)
            for (cell, unsaved) in taken { cell.markUnsaved(unsaved) }
            throw error
        }
    }
}
