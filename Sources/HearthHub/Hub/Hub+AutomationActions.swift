internal import HearthAutomation
internal import HearthBase
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// When the automations of a structure are told of the time next.
struct AutomationWake {
    let due: Duration
    let action: any ScheduledAction
}

// What automations want is done here: the time, the store, and the devices.
extension Hub {
    /// How long providers have to come back after a start before runs go on (AU-74).
    private static let patience: Duration = .seconds(10)

    /// How long an action waits for its answer (AU-55).
    private static let actionLimit: Duration = .seconds(10)

    func beginAutomations(of cell: StructureCell) {
        cell.beginAutomations(.init(traits: traits, clock: clock, limits: limits, livingRuns: livingRuns)) {
            [weak self, weak cell] actions, wake in
            guard let self, let cell else { return }
            perform(actions, in: cell)
            schedule(wake, in: cell)
        }
    }

    /// Takes over the automations that were stored; runs that had not ended go on a moment later.
    ///
    /// - Returns: the ids of those that clients may know otherwise, by structure.
    func loadAutomations(_ home: StoredHome) -> [String: [String]] {
        var changed: [String: [String]] = [:]
        let latest = home.states.map(\.observedAt).max() ?? .zero
        for cell in cells {
            beginAutomations(of: cell)
            let stored = stored(in: home, of: cell.id)
            let loaded = cell.automations { automations, state in
                let messages = automations.load(stored, settling: Self.patience, latest: latest, state)
                return (messages, automations.untilNextWake())
            }
            guard let (messages, wake) = loaded else { continue }
            cell.load(messages)
            // Runs may have ended, and issues come up, since somebody was told.
            let living = Set(stored.runs.map(\.automationID))
            changed[cell.id] = messages.filter { living.contains($0.id) || !$0.issues.isEmpty }.map(\.id)
            schedule(wake, in: cell)
        }
        return changed
    }

    private func stored(in home: StoredHome, of structureID: String) -> StructureAutomations.Stored {
        var found = StructureAutomations.Stored(
            lastRun: home.lastAutomationRuns[structureID] ?? 0, isFromBackup: home.isFromBackup)
        for automation in home.automations where automation.structureID == structureID {
            guard let record = AutomationRecord(automation, limits) else {
                notice("what the store says of the automation \(quoted(automation.name)) is damaged; save it anew")
                continue
            }
            let memory = try? Hearth_V1_AutomationMemory(serialized: automation.memory.span.bytes)
            found.automations.append((record, memory.map { AutomationMemory($0) } ?? AutomationMemory()))
        }
        let ids = Set(found.automations.map(\.record.automation.id))
        found.runs = home.automationRuns.filter { ids.contains($0.automationID) }.compactMap { run in
            (try? Hearth_V1_AutomationRun(serialized: run.content.span.bytes)).flatMap { AutomationRun($0) }
        }
        found.graphs = home.formerPrograms.filter { ids.contains($0.automationID) }.compactMap { former in
            (try? Hearth_V1_AutomationProgram(serialized: former.program.span.bytes)).map {
                (automationID: former.automationID, revision: former.revision, graph: AutomationGraph($0.graph))
            }
        }
        return found
    }

    private func schedule(_ wake: Duration?, in cell: StructureCell) {
        guard let wake else { return }
        let due = clock.now + wake
        let isSooner = automationWakes.withLock { wakes in
            guard wakes[cell.id].map({ $0.due <= due }) != true else { return false }
            wakes.removeValue(forKey: cell.id)?.action.cancel()
            return true
        }
        guard isSooner else { return }
        let action = clock.schedule(after: wake) { [weak self, weak cell] in
            guard let self, let cell, case .running = catalog.withLock({ $0.phase }) else { return }
            automationWakes.withLock { $0[cell.id] = nil }
            let next = cell.automations { automations, state in
                automations.timePassed(state)
                let isMarkDue = automations.takeMark()
                return (automations.untilNextWake(), automations.hasUnsaved || isMarkDue)
            }
            // That a time has come and led to nothing is kept as well.
            if next?.1 == true { saveSoon() }
            schedule(next?.0, in: cell)
        }
        automationWakes.withLock { $0[cell.id] = AutomationWake(due: due, action: action) }
    }

    private func perform(_ actions: AutomationMachine.Actions, in cell: StructureCell) {
        if actions.needsSaving { saveAtOnce() } else { saveSoon() }
        // In order for each device, and side by side over devices (AU-70).
        let byDevice = Dictionary(grouping: actions.sends, by: \.path.target.deviceID)
        for sends in byDevice.values {
            Task { [weak self] in
                for request in sends {
                    guard let outcome = await self?.outcome(of: request, in: cell) else { return }
                    cell.automations { $0.answered(request, outcome, $1) }
                }
            }
        }
    }

    /// Carries an action out, with the rights that its author has at this moment (AU-82).
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

    /// Waits for the provider of a device that was there before the hub started, as long as providers have to come back
    /// (AU-74). What another one reports meanwhile may be what an action of this device was waiting for.
    private func untilBrought(_ deviceID: String) async {
        let brought = OneShot<Bool>()
        let rest = catalog.withLock { catalog -> Duration? in
            let rest = catalog.startedAt + Self.patience - clock.now
            guard rest > .zero, let device = catalog.devices[deviceID], device.port == nil else { return nil }
            catalog.awaiting[deviceID, default: []].append(brought)
            return rest
        }
        guard let rest else { return }
        let alarm = clock.schedule(after: rest) { brought.set(false) }
        await brought.wait()
        alarm.cancel()
        // Of others that wait for it the time is over as well.
        catalog.withLock { $0.awaiting[deviceID] = nil }
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
                _ = try await invoke(request.path, command: command, request.fields, as: caller)
            } else {
                _ = try await update(request.path, request.fields, as: caller)
            }
            return .done
        } catch {
            let isThere = cell.read { $0.devices[request.path.target.deviceID] != nil }
            switch error.code {
            case .permissionDenied, .unauthenticated: return .notAllowed(error.message)
            // What somebody may not see is answered as if it were not there.
            case .notFound where isThere && access(to: request.path.target.deviceID, for: caller.principal) == nil:
                return .notAllowed("whoever saved the automation may not use this any more; save it anew")
            case .unavailable, .deadlineExceeded, .notFound, .cancelled: return .unreachable(error.message)
            default: return .refused(error.message)
            }
        }
    }
}
