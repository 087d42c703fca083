internal import HearthAutomation
internal import HearthHomeState
internal import HearthMetrics
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// Saves a home: edits before they are answered, device states in a moment, one transaction at a time. Keeps working
/// while the disk is full, and drops old history and reports.
///
/// `writes` guards the queue of callers that wait for a transaction. `saving` guards the schedule and the last failure.
/// `timeOfRetention` guards the time by which old data is dropped, `counts` the counters. None is held while another
/// lock is taken or a transaction runs.
final class HomeSaver: Sendable {
    /// The progress and failures of saving.
    private struct Saving {
        var isScheduled = false
        /// Whether an urgent save is in progress.
        var isUrgent = false
        /// Why the last attempt failed, kept so that it is logged once.
        var failure: String?
        /// Whether history recording is paused because the disk was full, kept so that it is logged once.
        var leavesOutHistory = false
        /// The reports that were released before they were saved, since the last notice of them.
        var releasedEarly = 0
        var nextReleaseNotice: Duration?
        /// Set while saving fails because the disk is full.
        var full: FullDisk?
    }

    let store: any HomeStorage
    private let clock: any HomeClock
    private let environment: HubEnvironment
    private let notice: @Sendable (String) -> Void
    private let directory: HomeDirectory
    private let providers: ProviderRegistry
    private let answers: IdempotentAnswers
    private let writes = Mutex(WriteQueue())
    private let saving = Mutex(Saving())
    private let timeOfRetention: Mutex<RetentionTime>
    private let counts = Mutex(SavingCounts())

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, providers: ProviderRegistry,
        answers: IdempotentAnswers
    ) {
        store = environment.store
        clock = environment.clock
        self.environment = environment
        notice = environment.notice
        self.directory = directory
        self.providers = providers
        self.answers = answers
        timeOfRetention = Mutex(RetentionTime(now: clock.now, sinceEpoch: clock.sinceEpoch))
    }

    private var limits: HubLimits { environment.limits }

    /// Sets the time by which old data is dropped, after the home is loaded.
    ///
    /// - Parameter newest: the time of the newest stored value; nil without values.
    func begin(newest: Duration?) {
        let (now, sinceEpoch) = (clock.now, clock.sinceEpoch)
        timeOfRetention.withLock { $0 = RetentionTime(newest: newest, now: now, sinceEpoch: sinceEpoch) }
    }

    /// The time by which old data is dropped, since 1970: the machine's clock, as far as it can be trusted.
    var retentionTime: Duration {
        let (now, sinceEpoch) = (clock.now, clock.sinceEpoch)
        return timeOfRetention.withLock { $0.read(now: now, sinceEpoch: sinceEpoch) }
    }

    /// Saves even if the disk was full, as there is no later try.
    func saveLast() async throws(StoreError) {
        saving.withLock { $0.full = nil }
        try await save()
    }

    /// Stores changes, then applies them with `make` before anything else is stored. Durable when it returns, as are
    /// all other unsaved changes.
    ///
    /// - Throws: ``HubError``; then nothing is stored or applied.
    func commit(_ changes: [StoreChange], then make: @escaping @Sendable () -> Void = {}) async throws(HubError) {
        guard !changes.isEmpty else { return make() }
        try await commit(StoreEdit(structureID: nil, changes: { _ in changes }, make: make))
    }

    func commit(_ edit: StoreEdit) async throws(HubError) {
        do throws(StoreError) {
            try await write(edit)
        } catch {
            throw HubError(error, "the change could not be stored and was not made")
        }
    }

    /// Stores everything unsaved, all or nothing. Durable when it returns.
    func save() async throws(StoreError) { try await write(nil) }

    /// Schedules a save in a moment, which includes the changes until then.
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

    /// Starts a save now, because watches wait for it or too much is unsaved.
    func saveAtOnce() {
        guard beginUrgentSaving() else { return }
        Task { [weak self] in
            // More urgent changes may have come during the save.
            while await self?.saveUrgently() == true {}
        }
    }

    private func beginUrgentSaving() -> Bool {
        saving.withLock { saving in
            defer { saving.isUrgent = true }
            return !saving.isUrgent
        }
    }

    /// - Returns: whether more has to be saved at once.
    private func saveUrgently() async -> Bool {
        let isSaved = await saveAsScheduled()
        saving.withLock { $0.isUrgent = false }
        return isSaved && directory.cells.contains(where: \.isSavingUrgent) && beginUrgentSaving()
    }

    /// Waits for a save if the state up to a position includes held changes. The state is shown even if the save fails,
    /// as on a full disk.
    func untilSaved(_ position: StructurePosition, in cell: StructureCell) async {
        if cell.isHeld(through: position.sequence) { try? await save() }
    }

    /// Whether the last save succeeded.
    var isSavingHealthy: Bool { saving.withLock { $0.failure == nil } }

    /// Why changes can't be stored at present; nil while they can.
    var failure: String? { saving.withLock { $0.failure ?? $0.full?.error.message } }

    /// The counters of saving since the hub's start.
    var metrics: [MetricFamily] { counts.withLock { $0 }.metrics }

    private func saveScheduled() async {
        saving.withLock { $0.isScheduled = false }
        _ = await saveAsScheduled()
    }

    /// - Returns: whether it is saved.
    private func saveAsScheduled() async -> Bool {
        do throws(StoreError) {
            try await save()
            let hadFailed = saving.withLock { $0.failure.take() != nil }
            if hadFailed { notice("the states of devices are saved again") }
            return true
        } catch {
            // The shutdown has saved everything.
            guard error.code != .closed else { return false }
            let failure = "\(error)"
            let isNew = saving.withLock { saving in
                defer { saving.failure = failure }
                return saving.failure != failure
            }
            if isNew { notice("the states of devices could not be saved and will be tried again: \(failure)") }
            saveSoon()
            return false
        }
    }

    // MARK: One transaction at a time

    private func write(_ edit: StoreEdit?) async throws(StoreError) {
        let failure = await withCheckedContinuation { continuation in
            let isFirst = writes.withLock { $0.add(WriteQueue.Entry(edit: edit, continuation: continuation)) }
            guard isFirst else { return }
            Task {
                while let round = writes.withLock({ $0.next() }) { await write(round) }
            }
        }
        if let failure { throw failure }
    }

    private func write(_ round: [WriteQueue.Entry]) async {
        defer { noticeEarlyReleases() }
        if let full = fullDisk() {
            // Held reports are released, as after a failed try.
            for cell in directory.cells { cell.release(through: cell.read { $0.position }.sequence) }
            for entry in round { entry.end(await failure(of: entry.edit) { full.error }) }
            return
        }
        let edits = round.compactMap(\.edit)
        let begun = clock.now
        do throws(StoreError) {
            try await saveAll(with: edits)
            counts.withLock { $0.stored(callers: round.count, in: clock.now - begun) }
            saving.withLock { $0.full = nil }
            for edit in edits { edit.make() }
            for entry in round { entry.end(nil) }
        } catch {
            counts.withLock { $0.failures &+= 1 }
            let (now, room) = (clock.now, store.room)
            saving.withLock { saving in
                saving.full =
                    error.code == .diskFull
                    ? FullDisk(error, after: saving.full, delay: limits.saveDelay, now: now, room: room) : nil
            }
            // Each edit is tried alone: only one may be at fault, and a small one may fit on the disk.
            for entry in round { entry.end(await failure(of: entry.edit) { error }) }
        }
    }

    /// The shortest time between two notices of early releases.
    private static let releaseNoticeInterval = Duration.seconds(600)

    /// Notices that changes come faster than the disk saves them, at most once per ``releaseNoticeInterval``.
    private func noticeEarlyReleases() {
        let released = directory.cells.reduce(0) { $0 + $1.takeReleasedEarly() }
        let now = clock.now
        let new = saving.withLock { saving in
            saving.releasedEarly += released
            guard saving.releasedEarly > 0, saving.nextReleaseNotice.map({ now >= $0 }) ?? true else { return 0 }
            saving.nextReleaseNotice = now + Self.releaseNoticeInterval  // in range: both since the hub's start
            defer { saving.releasedEarly = 0 }
            return saving.releasedEarly
        }
        guard new > 0 else { return }
        notice(
            "changes of locks and edits come faster than the disk saves them: clients got \(new) of them before they "
                + "were saved, and a crash could undo them; a faster disk avoids this")
    }

    /// The full disk, unless a retry is due.
    private func fullDisk() -> FullDisk? {
        guard let full = saving.withLock({ $0.full }), !full.isDue(at: clock.now, room: store.room) else { return nil }
        return full
    }

    /// Stores and applies one edit alone.
    private func failure(of edit: StoreEdit?, else failure: () -> StoreError) async -> StoreError? {
        guard let edit else { return failure() }
        do throws(StoreError) {
            try await store.commit(StoreTransaction(edit.changes(0), access: edit.access))
            edit.make()
            return nil
        } catch {
            return error
        }
    }

    private func saveAll(with edits: [StoreEdit]) async throws(StoreError) {
        let (runs, taken) = providers.takeUnsaved { [directory] in
            directory.cells.compactMap { cell in cell.takeUnsaved().map { (cell: cell, unsaved: $0) } }
        }
        do throws(StoreError) {
            try await saveStates(taken, runs, edits)
        } catch {
            providers.markUnsaved(runs)
            throw error
        }
        for (cell, unsaved) in taken {
            cell.stored(through: unsaved.position.sequence)
            if let rows = unsaved.automations { cell.automations { automations, _ in automations.saved(rows) } }
        }
        providers.markSaved(runs)
    }

    private func saveStates(
        _ taken: [(cell: StructureCell, unsaved: StructureCell.Unsaved)], _ runs: [StoredRun], _ edits: [StoreEdit]
    ) async throws(StoreError) {
        guard !taken.isEmpty || !runs.isEmpty || !edits.isEmpty || answers.hasUnsaved else { return }
        let kept = answers.takeUnsaved(now: clock.now)
        // Also after a failure: a home keeps working while its disk is full.
        defer { for (cell, unsaved) in taken { cell.release(through: unsaved.position.sequence) } }
        let (sinceEpoch, time) = (clock.sinceEpoch, retentionTime)
        let (limits, changes) = (limits, kept.changes + Self.changes(of: edits))
        let access = edits.flatMap(\.access)
        let transaction = { @Sendable in
            Self.transaction(
                taken.map { ($0.cell.id, $0.unsaved) }, changes, access, runs, limits: limits, time: time,
                sinceEpoch: sinceEpoch)
        }
        do throws(StoreError) {
            let count = taken.reduce(0) { $0 + $1.unsaved.reports.count + $1.unsaved.traits.count }
            try await storeWhatFits(isMuch: count >= Self.many, transaction)
        } catch {
            answers.markUnsaved(kept)
            for (cell, unsaved) in taken { cell.markUnsaved(unsaved) }
            throw error
        }
    }

    /// Stores a transaction. On a full disk it is tried once more without the histories, so that states are still
    /// saved.
    private func storeWhatFits(
        isMuch: Bool, _ make: @escaping @Sendable () -> StoreTransaction
    ) async throws(StoreError) {
        // Made once, also if it is stored on the second try.
        let made = MadeTransaction(make)
        let transaction = { @Sendable in made.transaction }
        do throws(StoreError) {
            if isMuch { try await store.commit(making: transaction) } else { try await store.commit(transaction()) }
            let wasThinned = saving.withLock { saving in
                defer { saving.leavesOutHistory = false }
                return saving.leavesOutHistory
            }
            if wasThinned { notice("history recording resumed") }
        } catch {
            guard error.code == .diskFull else { throw error }
            var rest = transaction()
            guard !rest.history.entries.isEmpty else { throw error }
            rest.history = HistoryBatch()
            try await store.commit(rest)
            let isNew = saving.withLock { saving in
                defer { saving.leavesOutHistory = true }
                return !saving.leavesOutHistory
            }
            if isNew {
                notice("disk full: history recording is paused so that device states can still be saved")
            }
        }
    }

    /// A transaction that is made when it is first needed.
    private final class MadeTransaction: Sendable {
        private let make: @Sendable () -> StoreTransaction
        private let made = Mutex<StoreTransaction?>(nil)

        init(_ make: @escaping @Sendable () -> StoreTransaction) { self.make = make }

        var transaction: StoreTransaction {
            made.withLock { made in
                let transaction = made ?? make()
                made = transaction
                return transaction
            }
        }
    }

    /// Number of reports and traits from which a transaction is large. A home saves fewer at a time, unless something
    /// floods it.
    private static let many = 512

    private static func transaction(
        _ taken: [(structureID: String, unsaved: StructureCell.Unsaved)], _ changes: [StoreChange],
        _ access: [AccessChange], _ runs: [StoredRun], limits: HubLimits, time: Duration, sinceEpoch: Duration
    ) -> StoreTransaction {
        var states: [StoredTraitState] = []
        var memories: [StoredMemory] = []
        var events: [StoredEvent] = []
        var reports: [StoredReports] = []
        var history: [HistoryEntry] = []
        var progress: [StructureProgress] = []
        var (automations, automationRuns): ([StoredAutomationMemory], [StoredAutomationRun]) = ([], [])
        for (structureID, unsaved) in taken {
            if let rows = unsaved.automations {
                automations += StoredAutomationMemory.rows(of: rows)
                automationRuns += rows.runs.map { StoredAutomationRun($0, structureID: structureID) }
            }
            memories += unsaved.memories.map { key, value in
                StoredMemory(deviceID: key.deviceID, key: key.key, value: value)
            }
            progress.append(
                StructureProgress(
                    structureID: structureID, sequence: unsaved.position.sequence, eventNumber: unsaved.eventNumber,
                    firstEvent: unsaved.firstEvent))
            events += unsaved.events.map { StoredEvent($0, structureID: structureID) }
            reports += StoredReports.batches(
                of: unsaved.reports, eventNumber: unsaved.savedEvent, mostBytes: limits.reportBytes)
            history += unsaved.reports.flatMap { HistoryEntry.entries(of: $0) }
            states += unsaved.traits.map { path, record in
                StoredTraitState(
                    path: path, attributes: record.descriptor.encodeAttributes(record.attributes),
                    observedAt: record.observedAt)
            }
        }
        return StoreTransaction(
            changes, reports: reports, states: states, memories: memories, events: events, runs: runs,
            progress: progress,
            retention: ReportRetention(
                bytes: Int64(clamping: limits.logBytes), since: max(.zero, time - limits.logTime)),
            access: access, automations: automations, automationRuns: automationRuns, traceBytes: limits.traceBytes,
            history: HistoryBatch(
                history, now: sinceEpoch.milliseconds, retention: limits.history(keeping: sinceEpoch - time)))
    }

    private static func changes(of edits: [StoreEdit]) -> [StoreChange] {
        var before: [String: Int] = [:]
        return edits.flatMap { edit -> [StoreChange] in
            guard let id = edit.structureID else { return edit.changes(0) }
            defer { before[id, default: 0] += 1 }
            return edit.changes(before[id] ?? 0)
        }
    }
}

extension HubLimits {
    /// How much history is kept.
    ///
    /// - Parameter lag: added to each time, as the machine's clock may be ahead.
    fileprivate func history(keeping lag: Duration) -> HistoryRetention {
        HistoryRetention(
            values: historyValueTime + lag, minutes: historyMinuteTime + lag, hours: historyHourTime + lag,
            bytes: Int64(clamping: historyBytes))
    }
}
