internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthBase
internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Runs that callers start, stop and read.
extension AutomationRunner {
    /// Runs an automation by hand. The run is stored when this returns.
    func executeAutomation(_ id: String, key: String, as caller: Caller) async throws -> UInt64 {
        try caller.require(.operate, to: "run an automation")
        let (cell, record) = try automation(id, toLet: caller, .operate, "run the automation")
        try checkMayRun(record, in: cell, as: caller)
        let cause = AutomationCause(.client, name: caller.clientID)
        let (run, reason) =
            cell.automations { automations, state in
                let run = automations.execute(id, key: key, cause, state)
                return (run, run == nil ? automations.reasonNotToRun(id) : nil)
            } ?? (nil, nil)
        guard let run else {
            throw HubError(
                .failedPrecondition, "\(quoted(record.automation.name)) did not run: \(reason ?? "the hub is ending")")
        }
        do throws(StoreError) {
            try await saver.save()
        } catch {
            throw HubError(error, "the run has begun, but could not be stored")
        }
        return run
    }

    /// Checks that a guest may at present do every action of the scene herself.
    private func checkMayRun(
        _ record: AutomationRecord, in cell: StructureCell, as caller: Caller
    ) throws(HubError) {
        guard directory.access(of: caller.principal, in: cell).isGuest else { return }
        var own = record.automation
        own.savedBy = try author(caller)
        let verdict = cell.automations { [own] in $0.verdict(on: own, $1) }
        guard let issue = verdict?.issues.first(where: \.isRefusedWhenSaved) else { return }
        throw HubError(
            .permissionDenied, "\(quoted(record.automation.name)) does what you may not do: \(issue.message)")
    }

    private static let mostWords = 256

    /// Handles a spoken phrase of a caller who may start automations. It is stored when this returns
    /// if an automation waits for it, or a run for phrases.
    ///
    /// - Returns: the position afterwards, and the ids of the active automations that wait for the phrase.
    func say(
        _ words: String, in structureID: String, as caller: Caller, mayOpen: Bool = true
    ) async throws -> (position: StructurePosition, automations: [String]) {
        let (cell, _) = try directory.found(structureID, for: caller.principal)
        guard words.utf8.count <= Self.mostWords, words.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw HubError(
                .invalidArgument,
                "the phrase has \(words.utf8.count) bytes, or neither letter nor digit; use at most \(Self.mostWords) "
                    + "bytes of text")
        }
        let key = HubTraits.key(HubTraits.Voice.id)
        // Without the trait, no automation can wait for words.
        guard cell.read({ $0.devices[structureID]?.traits[key] }) != nil else { return (cell.read { $0.position }, []) }
        let event = DeviceChange.EventOccurrence(
            endpoint: key.endpoint, traitID: key.traitID, eventID: HubTraits.Voice.said,
            fields: [HubTraits.Voice.words: .string(words)])
        let path = TraitPath(TraitTarget(deviceID: structureID, endpoint: key.endpoint), key.traitID)
        let (waiting, isAwaited): ([String], Bool) =
            cell.automations { automations, _ in
                let event = HomeChange.Event(path, eventID: event.eventID, number: 0, fields: event.fields)
                return (
                    automations.automations(
                        waitingFor: event, of: AutomationCause(.client, name: caller.clientID)),
                    automations.isRunWaiting(forEventsOf: path)
                )
            } ?? ([], false)
        // What nothing waits for is not stored, so that a home keeps no list of all that was said.
        guard !waiting.isEmpty || isAwaited else { return (cell.read { $0.position }, []) }
        if !mayOpen, waiting.contains(where: { mayOpenGuarded($0, in: cell) }) {
            throw HubError(
                .permissionDenied, "the phrase starts an automation that may unlock or open; say it in another way")
        }
        changes.apply(
            DeviceChange(deviceID: structureID, events: [event], cause: caller.cause), by: caller.origin, in: cell)
        do throws(StoreError) {
            try await saver.save()
        } catch {
            throw HubError.notSaved("the phrase", error)
        }
        return (cell.read { $0.position }, waiting)
    }

    /// Whether an automation may open what guards the home, or runs others, which may.
    private func mayOpenGuarded(_ id: String, in cell: StructureCell) -> Bool {
        let record = cell.automations { automations, _ in automations.record(id) } ?? nil
        return record.map { $0.automation.allowsSensitiveActions || !$0.automation.graph.executedIDs.isEmpty } ?? true
    }

    /// - Returns: how many runs were ended.
    func stopAutomation(_ id: String, as caller: Caller) throws -> Int {
        try caller.require(.operate, to: "stop an automation")
        let (cell, _) = try automation(id, toLet: caller, .operate, "stop the automation")
        let name = directory.member(caller.principal, of: cell)?.name ?? caller.clientID
        return cell.automations { $0.stop(id, by: name, $1) } ?? 0
    }

    /// The stored runs of an automation, and why it did not start at other times.
    func runs(
        _ request: Hearth_V1_ListRunsRequest, as caller: Caller
    ) async throws -> Hearth_V1_ListRunsResponse {
        try caller.require(.view, to: "see an automation's runs")
        let id = request.automationID
        let (cell, _) = try automation(id, toLet: caller, .view, "see the automation's runs")
        let isGuest = directory.access(of: caller.principal, in: cell).isGuest
        let (present, memory) =
            cell.automations { automations, _ in (automations.runs(of: id), automations.memory(of: id)) } ?? ([], nil)
        let last = request.beforeRunID == 0 ? nil : request.beforeRunID
        let limit = request.limit == 0 ? UInt32(StoredAutomationRun.mostEnded) : min(request.limit, 1_000)
        // Runs in memory are newer than stored ones.
        var runs: [UInt64: Hearth_V1_AutomationRun] = [:]
        for run in present where run.id < last ?? .max { runs[run.id] = .init(run, structureID: cell.id) }
        let stored: [StoredAutomationRun]
        do throws(StoreError) {
            stored = try await store.automationRuns(of: id, before: last, limit: Int(limit))
        } catch {
            throw HubError(error, "the runs could not be read")
        }
        for run in stored where runs[run.id] == nil {
            runs[run.id] = try? Hearth_V1_AutomationRun(serialized: run.content.span.bytes)
        }
        var page = Page(limit, limits)
        var response = Hearth_V1_ListRunsResponse()
        for run in runs.values.sorted(by: { $0.id > $1.id }) where !page.isFull {
            page.add(run.serialized().count)
            response.runs.append(isGuest ? run.shownToGuest : run)
        }
        guard !isGuest else { return response }
        response.nonStarts =
            memory?.nonStarts.sorted { $0.key < $1.key }.map { Hearth_V1_AutomationNonStarts($0, $1) } ?? []
        return response
    }
}

extension Hearth_V1_AutomationRun {
    /// A copy without its start, its chain of causes, and the name of the caller who stopped it.
    fileprivate var shownToGuest: Hearth_V1_AutomationRun {
        var run = self
        run.start = nil
        run.chain = []
        run.end?.caller = ""
        return run
    }
}
