internal import HearthAutomation
internal import HearthBase
internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The automations of a home: wakes them when time passes, carries out their actions, and lets callers edit, run and try
/// them.
///
/// `wakes` guards the next wake-ups. `dryRuns` guards the pool of dry runs in progress, `observer` one closure. Under
/// `wakes` only the clock's lock is taken, under the others none.
final class AutomationRunner: Sendable {
    /// The next scheduled wake-up of a structure's automations.
    private struct Wake {
        let number: Int
        let due: Duration
        let action: any ScheduledAction
    }

    private struct Wakes {
        /// By structure id.
        var next: [String: Wake] = [:]
        /// The number of the last wake-up.
        var number = 0

        /// Takes a wake-up out; false if another one has replaced it.
        mutating func take(_ number: Int, of structureID: String) -> Bool {
            guard next[structureID]?.number == number else { return false }
            next[structureID] = nil
            return true
        }
    }

    /// How long runs wait after a start for providers to attach again.
    private static let patience: Duration = .seconds(10)
    /// The timeout of an action.
    private static let actionLimit: Duration = .seconds(10)

    let store: any HomeStorage
    let clock: any HomeClock
    private let environment: HubEnvironment
    private let notice: @Sendable (String) -> Void
    let traits: TraitTable
    /// The names of device types.
    let deviceTypes: [(id: UInt32, name: String)]
    let directory: HomeDirectory
    let saver: HomeSaver
    let changes: HomeChanges
    let editor: HomeEditor
    private let calls: TraitCalls
    let background: BackgroundExecutor
    /// Limits unfinished runs over all structures.
    let livingRuns: LivingRuns
    private let wakes = Mutex(Wakes())
    private let observer = Mutex<(@Sendable (AutomationWork) -> Void)?>(nil)
    private let dryRuns: Mutex<SharedPool<String>>

    init(
        _ environment: HubEnvironment, traits: TraitTable, deviceTypes: [(id: UInt32, name: String)],
        directory: HomeDirectory, saver: HomeSaver, changes: HomeChanges, editor: HomeEditor, calls: TraitCalls,
        background: BackgroundExecutor
    ) {
        store = environment.store
        clock = environment.clock
        let limits = environment.limits
        self.environment = environment
        notice = environment.notice
        self.traits = traits
        self.deviceTypes = deviceTypes
        self.directory = directory
        self.saver = saver
        self.changes = changes
        self.editor = editor
        self.calls = calls
        self.background = background
        livingRuns = LivingRuns(limits)
        dryRuns = Mutex(SharedPool(limits.pool(limits.dryRuns, share: limits.dryRunsPerPerson)))
    }

    var limits: HubLimits { environment.limits }

    /// How long the oldest wake-up is overdue; zero if none is.
    var delay: Duration {
        let now = clock.now
        return wakes.withLock { wakes in wakes.next.values.map { max(.zero, now - $0.due) }.max() ?? .zero }
    }

    /// Sets the closure that is called with each piece of work that has ended.
    func observe(_ body: @escaping @Sendable (AutomationWork) -> Void) { observer.withLock { $0 = body } }

    /// Stops all wake-ups, once the hub has ended its run.
    func stop() {
        for wake in wakes.withLock({ $0.next.values.map(\.action) }) { wake.cancel() }
    }

    func beginDryRun(for holder: String?, in households: Set<String>) throws(PoolRefusal) {
        try dryRuns.withLock { (pool) throws(PoolRefusal) in try pool.take(for: holder, in: households) }
    }

    func endDryRun(for holder: String?, in households: Set<String>) {
        dryRuns.withLock { $0.giveBack(of: holder, in: households) }
    }

    func begin(_ cell: StructureCell) {
        cell.beginAutomations(.init(traits: traits, clock: clock, limits: limits, livingRuns: livingRuns)) {
            [weak self, weak cell] actions, wake in
            guard let self, let cell else { return }
            perform(actions, in: cell)
            schedule(wake, in: cell)
        }
    }

    /// Loads the stored automations. Unfinished runs resume after ``patience``.
    ///
    /// - Returns: the ids of automations whose state may differ from what clients know, by structure.
    func load(_ home: StoredHome) -> [String: [String]] {
        var changed: [String: [String]] = [:]
        let latest = home.states.map(\.observedAt).max() ?? .zero
        let all = StoredAutomations(home)
        for cell in directory.cells {
            begin(cell)
            let stored = stored(in: all, of: cell.id)
            let loaded = cell.automations { automations, state in
                let messages = automations.load(stored, settling: Self.patience, latest: latest, state)
                return (messages, automations.untilNextWake())
            }
            guard let (messages, wake) = loaded else { continue }
            cell.load(messages)
            // Their runs may have ended, or issues come up, since clients were last notified.
            let living = Set(stored.runs.map(\.automationID))
            changed[cell.id] = messages.filter { living.contains($0.id) || !$0.issues.isEmpty }.map(\.id)
            schedule(wake, in: cell)
        }
        return changed
    }

    /// The automations of a stored home, and what belongs to them, each by structure.
    private struct StoredAutomations {
        let automations: [String: [StoredAutomation]]
        let runs: [String: [StoredAutomationRun]]
        let formerPrograms: [String: [StoredProgram]]
        let lastRuns: [String: UInt64]
        let isFromBackup: Bool

        init(_ home: StoredHome) {
            let structures = Dictionary(
                home.automations.map { ($0.id, $0.structureID) }, uniquingKeysWith: { first, _ in first })
            automations = Dictionary(grouping: home.automations, by: \.structureID)
            runs = Dictionary(grouping: home.automationRuns) { structures[$0.automationID] ?? "" }
            formerPrograms = Dictionary(grouping: home.formerPrograms) { structures[$0.automationID] ?? "" }
            lastRuns = home.lastAutomationRuns
            isFromBackup = home.isFromBackup
        }
    }

    private func stored(in home: StoredAutomations, of structureID: String) -> StructureAutomations.Stored {
        var found = StructureAutomations.Stored(
            lastRun: home.lastRuns[structureID] ?? 0, isFromBackup: home.isFromBackup)
        for automation in home.automations[structureID] ?? [] {
            guard let record = AutomationRecord(automation, limits) else {
                notice("the stored automation \(quoted(automation.name)) is damaged; save it again")
                continue
            }
            let memory = try? Hearth_V1_AutomationMemory(serialized: automation.memory.span.bytes)
            found.automations.append((record, memory.map { AutomationMemory($0) } ?? AutomationMemory()))
        }
        let ids = Set(found.automations.map(\.record.automation.id))
        found.runs = (home.runs[structureID] ?? []).filter { ids.contains($0.automationID) }.compactMap { run in
            (try? Hearth_V1_AutomationRun(serialized: run.content.span.bytes)).flatMap { AutomationRun($0) }
        }
        found.graphs = (home.formerPrograms[structureID] ?? []).filter { ids.contains($0.automationID) }.compactMap {
            former in
            (try? Hearth_V1_AutomationProgram(serialized: former.program.span.bytes)).map {
                (automationID: former.automationID, revision: former.revision, graph: AutomationGraph($0.graph))
            }
        }
        return found
    }

    private func schedule(_ wake: Duration?, in cell: StructureCell) {
        guard let wake else { return }
        let (id, due) = (cell.id, clock.now + wake)
        wakes.withLock { wakes in
            guard wakes.next[id].map({ $0.due <= due }) != true else { return }
            wakes.next.removeValue(forKey: id)?.action.cancel()
            wakes.number += 1  // in range: in memory
            let number = wakes.number
            // Under the lock, so that a wake-up without delay can't end before its entry is there.
            let action = clock.schedule(after: wake) { [weak self, weak cell] in self?.wake(number, of: id, cell) }
            wakes.next[id] = Wake(number: number, due: due, action: action)
        }
    }

    /// Carries out a wake-up.
    ///
    /// - Parameter cell: nil after the structure was deleted.
    private func wake(_ number: Int, of structureID: String, _ cell: StructureCell?) {
        guard wakes.withLock({ $0.take(number, of: structureID) }), let cell, directory.isRunning else { return }
        let next = cell.automations { automations, state in
            automations.timePassed(state)
            let isMarkDue = automations.takeMark()
            return (automations.untilNextWake(), automations.hasUnsaved || isMarkDue)
        }
        // A time that passed without effect is saved as well.
        if next?.1 == true { saver.saveSoon() }
        schedule(next?.0, in: cell)
    }

    private func perform(_ actions: AutomationMachine.Actions, in cell: StructureCell) {
        if actions.needsSaving {
            saver.saveAtOnce()
        } else if !actions.endsClockWait || cell.automations({ automations, _ in automations.hasUnsaved }) == true {
            // A clock that is accepted after a start usually changes nothing.
            saver.saveSoon()
        }
        let time = clock.sinceEpoch
        var ended = actions.succeeded.compactMap { NoticeCondition(.automationFailed, subject: $0) }
        if actions.endsClockWait, let wait = NoticeCondition(.clock) { ended.append(wait) }
        if !ended.isEmpty { changes.change(cell) { $0.withdrawNotices(of: Set(ended), at: time) } }
        if let wait = actions.clockWait {
            changes.change(cell) { $0.notify(ClockNotice.of(wait, at: time, in: $0.place), .hub, at: time) }
        }
        for (id, reason) in actions.failing.sorted(by: { $0.key < $1.key }) {
            changes.change(cell) { state in
                state.notify(.automationFailed(id, because: reason, in: state), .hub, at: time)
            }
        }
        let observer = observer.withLock { $0 }
        if let observer {
            for run in actions.ended {
                observer(
                    AutomationWork(
                        kind: .run, structureID: cell.id, automationID: run.automationID, runID: run.id,
                        start: run.startedAt, end: run.endedAt, outcome: run.outcome.rawValue,
                        isFailure: run.outcome == .failed))
            }
        }
        // In order for each device, concurrently across devices.
        let byDevice = Dictionary(grouping: actions.sends, by: \.path.target.deviceID)
        for sends in byDevice.values {
            Task { [weak self] in
                for request in sends {
                    let start = self?.clock.sinceEpoch
                    guard let outcome = await self?.outcome(of: request, in: cell) else { return }
                    if let observer, let start, let end = self?.clock.sinceEpoch {
                        observer(AutomationWork(request, outcome, in: cell.id, start: start, end: end))
                    }
                    cell.automations { $0.answered(request, outcome, $1) }
                }
            }
        }
    }

    /// Carries out an action with the rights that its author has now.
    private func outcome(of request: ActionRequest, in cell: StructureCell) async -> ActionOutcome {
        await untilBrought(request.path.target.deviceID)
        let outcome = OneShot<ActionOutcome>()
        let name = cell.read { $0.devices[request.path.target.deviceID].map(\.name) } ?? request.path.target.deviceID
        let alarm = clock.schedule(after: Self.actionLimit) {
            outcome.set(.unreachable("\(quoted(name)) did not answer within 10 s"))
        }
        Task { outcome.set(await carryOut(request, in: cell)) }
        defer { alarm.cancel() }
        return await outcome.wait() ?? .unreachable("the hub is ending")
    }

    /// Waits for the provider of a device from before the hub's start to attach, at most until ``patience`` is over.
    /// Runs resume only then, but another provider's report may trigger an action earlier.
    private func untilBrought(_ deviceID: String) async {
        let brought = OneShot<Bool>()
        let rest = directory.awaitProvider(of: deviceID, brought, patience: Self.patience)
        guard let rest else { return }
        let alarm = clock.schedule(after: rest) { brought.set(false) }
        await brought.wait()
        alarm.cancel()
        // The wait is over for other actions of the device, too.
        directory.stopAwaiting(deviceID)
    }

    private func carryOut(_ request: ActionRequest, in cell: StructureCell) async -> ActionOutcome {
        guard request.allowsSensitiveActions || !SensitiveActions.contains(request.path.traitID, request.commandID)
        else {
            return .notAllowed("the automation may not do this; save it with consent to sensitive actions")
        }
        var caller = Caller(.author(request.savedBy), timeLimit: Self.actionLimit)
        caller.automation = (request.automationID, request.runID)
        do throws(RPCError) {
            if let command = request.commandID {
                _ = try await calls.invoke(
                    request.path, command: command, payload: .values(request.fields), as: caller)
            } else {
                _ = try await calls.update(request.path, payload: .values(request.fields), as: caller)
            }
            return .done
        } catch {
            let isThere = cell.read { $0.devices[request.path.target.deviceID] != nil }
            switch error.code {
            case .permissionDenied, .unauthenticated: return .notAllowed(error.message)
            // Devices that the author may not see are reported as not found.
            case .notFound
            where isThere && directory.access(to: request.path.target.deviceID, for: caller.principal) == nil:
                return .notAllowed("its author may not use this device any more; save the automation again")
            case .unavailable, .deadlineExceeded, .notFound, .cancelled: return .unreachable(error.message)
            default: return .refused(error.message)
            }
        }
    }
}

extension AutomationWork {
    fileprivate init(
        _ request: ActionRequest, _ outcome: ActionOutcome, in structureID: String, start: Duration, end: Duration
    ) {
        let word =
            switch outcome {
            case .done: "done"
            case .refused: "refused"
            case .unreachable: "unreachable"
            case .notAllowed: "not_allowed"
            case .unknown: "unknown"
            }
        self.init(
            kind: .action(nodeID: request.nodeID, part: request.part, traitID: request.path.traitID),
            structureID: structureID, automationID: request.automationID, runID: request.runID, start: start, end: end,
            outcome: word, isFailure: word != "done")
    }
}
