internal import HearthAccessories
internal import HearthAutomation
internal import HearthBase
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Automations: checked, stored, and only then run.
extension Hub {
    private static let mostDetails = 1_024

    func createAutomation(
        _ request: Hearth_V1_CreateAutomationRequest, as caller: Caller
    ) async throws -> SavedAutomation {
        try caller.require(.manage, to: "create an automation")
        let name = try NameRules.checked(request.name, for: "an automation")
        let details = try checked(details: request.description)
        let program = try checked(request.program)
        return try await edits.run {
            let cell = try cell(request.structureID, toLet: caller, "create an automation")
            let most = limits.automations
            guard cell.automations({ automations, _ in automations.records.all.count }) ?? 0 < most else {
                throw HubError(
                    .resourceExhausted, "the structure has \(most) automations, the most it may have; delete one")
            }
            let record = AutomationRecord(
                id: newID(), revision: 1, name: name, details: details, isActive: request.isActive ?? true,
                program: program, savedBy: try author(caller), limits)
            try checkIsOnlyOne(of: program.scene, in: cell, besides: nil)
            try check(record, in: cell)
            return try await put(record, in: cell, caller)
        }
    }

    func updateAutomation(
        _ request: Hearth_V1_UpdateAutomationRequest, as caller: Caller
    ) async throws -> SavedAutomation {
        try caller.require(.manage, to: "change an automation")
        let name = try request.name.map { name throws(HubError) in
            try NameRules.checked(name, for: "the automation")
        }
        let details = try request.description.map { text throws(HubError) in try checked(details: text) }
        let program = try request.program.map { program throws(HubError) in try checked(program) }
        guard name != nil || details != nil || program != nil || request.isActive != nil else {
            throw HubError(
                .invalidArgument,
                "the request changes nothing; set a name, a description, a program, or whether it is active")
        }
        // Runs alone if concurrent edits could make a cycle of automations or two of the same scene.
        let concernsOthers =
            program.map { !AutomationGraph($0.graph).executedIDs.isEmpty || $0.scene.isOnePerHome } ?? false
        return try await edits.run(claiming: concernsOthers ? nil : [.automation(request.automationID)]) {
            let (cell, old) = try automation(request.automationID, toLet: caller, .manage, "change the automation")
            try check(request.revision, of: old)
            let isActive = cell.automations { automations, _ in automations.isActive(request.automationID) } ?? true
            let record = AutomationRecord(
                id: old.automation.id, revision: old.automation.revision + (program == nil ? 0 : 1),
                name: name ?? old.automation.name, details: details ?? old.automation.description,
                isActive: request.isActive ?? isActive, program: program ?? old.program,
                // A rename keeps the author, whose rights the automation runs with.
                savedBy: program == nil ? old.automation.savedBy : try author(caller), limits)
            if let program {
                try checkIsOnlyOne(of: program.scene, in: cell, besides: old.automation.id)
                try check(record, in: cell)
            }
            return try await put(record, in: cell, caller)
        }
    }

    func deleteAutomation(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try caller.require(.manage, to: "delete an automation")
        return try await edits.run(claiming: [.automation(id)]) {
            let (cell, old) = try automation(id, toLet: caller, .manage, "delete the automation")
            let row = audit.removal(
                of: "the automation", old.automation.name, id: id, in: cell.id, by: actor(caller, in: cell))
            return try await edit(
                cell, storing: [.removeAutomation(id: id), row], as: caller,
                beside: { cell.editAutomations { $0.remove(id, $1) } }
            ) {
                $0.removeAutomation(id, caller.origin, at: $1)
            } result: {
                $0.position
            }
        }
    }

    func automations(
        _ request: Hearth_V1_ListAutomationsRequest, as caller: Caller
    ) throws -> Hearth_V1_ListAutomationsResponse {
        try caller.require(.view, to: "see automations")
        let (cell, access) = try found(request.structureID, for: caller.principal)
        let (only, first) = (request.automationID, request.pageToken)
        var page = Page(request.pageSize, limits)
        var response = Hearth_V1_ListAutomationsResponse()
        let ids = cell.automations { automations, _ in automations.records.all.map(\.automation.id) } ?? []
        // If the page's first automation is gone, the list starts over.
        let rest = ids[(ids.firstIndex(of: first) ?? 0)...].filter { only.isEmpty || $0 == only }
        for id in rest {
            guard !page.isFull else {
                response.nextPageToken = id
                break
            }
            let message = cell.read { $0.shows(automation: id, to: access) ? $0.automation(id) : nil }
            guard let message else { continue }
            page.add(message.serialized().count)
            response.automations.append(message)
        }
        return response
    }

    func issues(
        of program: Hearth_V1_AutomationProgram?, in structureID: String, as caller: Caller
    ) throws -> [Hearth_V1_AutomationIssue] {
        try caller.require(.manage, to: "check an automation")
        let program = try checked(program)
        let cell = try cell(structureID, toLet: caller, "check an automation")
        let record = AutomationRecord(
            id: "", revision: 1, name: "automation", details: "", isActive: true, program: program,
            savedBy: try author(caller), limits)
        let verdict = cell.automations { $0.verdict(on: record.automation, $1) }
        return verdict?.issues.map { Hearth_V1_AutomationIssue($0) } ?? []
    }

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
            try await save()
        } catch {
            throw HubError(error, "the run has begun, but could not be stored")
        }
        return run
    }

    /// Checks that a guest may at present do every action of the scene herself.
    private func checkMayRun(
        _ record: AutomationRecord, in cell: StructureCell, as caller: Caller
    ) throws(HubError) {
        guard access(of: caller.principal, in: cell).isGuest else { return }
        var own = record.automation
        own.savedBy = try author(caller)
        let verdict = cell.automations { [own] in $0.verdict(on: own, $1) }
        guard let issue = verdict?.issues.first(where: \.isRefusedWhenSaved) else { return }
        throw HubError(
            .permissionDenied, "\(quoted(record.automation.name)) does what you may not do: \(issue.message)")
    }

    private static let mostWords = 256

    /// Handles a spoken phrase. It is stored when this returns.
    ///
    /// - Returns: the position afterwards, and the ids of the active automations that wait for the phrase.
    func say(
        _ words: String, in structureID: String, as caller: Caller
    ) async throws -> (position: StructurePosition, automations: [String]) {
        try caller.require(.operate, to: "say something to a home")
        let (cell, access) = try found(structureID, for: caller.principal)
        guard !access.isGuest else { throw HubError.notAllowed(caller, "start automations", about: structureID) }
        try access.require(.operate, of: caller, to: "say something to the home", about: structureID)
        guard words.utf8.count <= Self.mostWords, words.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw HubError(
                .invalidArgument,
                "the phrase has \(words.utf8.count) bytes, or neither letter nor digit; use at most \(Self.mostWords) "
                    + "bytes of text")
        }
        let key = HubTraits.key(HubTraits.Voice.id)
        guard cell.read({ $0.devices[structureID]?.traits[key] }) != nil else {
            throw HubError(.failedPrecondition, "this structure has no voice trait, so it accepts no spoken phrases")
        }
        let event = DeviceChange.EventOccurrence(
            endpoint: key.endpoint, traitID: key.traitID, eventID: HubTraits.Voice.said,
            fields: [HubTraits.Voice.words: .string(words)])
        let path = TraitPath(TraitTarget(deviceID: structureID, endpoint: key.endpoint), key.traitID)
        let waiting =
            cell.automations { automations, _ in
                automations.automations(
                    waitingFor: .init(path, eventID: event.eventID, number: 0, fields: event.fields),
                    of: AutomationCause(.client, name: caller.clientID))
            } ?? []
        apply(DeviceChange(deviceID: structureID, events: [event], cause: caller.cause), by: caller.origin, in: cell)
        do throws(StoreError) {
            try await save()
        } catch {
            throw HubError(error, "the phrase was accepted but not saved; a restart of the hub may lose it")
        }
        return (cell.read { $0.position }, waiting)
    }

    /// - Returns: how many runs were ended.
    func stopAutomation(_ id: String, as caller: Caller) throws -> Int {
        try caller.require(.operate, to: "stop an automation")
        let (cell, _) = try automation(id, toLet: caller, .operate, "stop the automation")
        let name = member(caller.principal, of: cell)?.name ?? caller.clientID
        return cell.automations { $0.stop(id, by: name, $1) } ?? 0
    }

    /// The stored runs of an automation, and why it did not start at other times.
    func runs(
        _ request: Hearth_V1_ListRunsRequest, as caller: Caller
    ) async throws -> Hearth_V1_ListRunsResponse {
        try caller.require(.view, to: "see an automation's runs")
        let id = request.automationID
        let (cell, _) = try automation(id, toLet: caller, .view, "see the automation's runs")
        let isGuest = access(of: caller.principal, in: cell).isGuest
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

    // MARK: Checks

    private func checked(details: String) throws(HubError) -> String {
        guard details.utf8.count <= Self.mostDetails, !details.controlsText else {
            throw HubError(
                .invalidArgument,
                "the description has \(details.utf8.count) bytes or holds a control character; at most "
                    + "\(Self.mostDetails) bytes of text are allowed")
        }
        return details
    }

    func checked(_ program: Hearth_V1_AutomationProgram?) throws(HubError) -> Hearth_V1_AutomationProgram {
        guard let program, program.graph != nil else {
            throw HubError(.invalidArgument, "the automation has no graph; set one")
        }
        let bytes = program.serialized().count
        guard bytes <= limits.automationBytes else {
            throw HubError(
                .invalidArgument,
                "the automation has \(bytes) bytes; at most \(limits.automationBytes) are allowed: divide it into several"
            )
        }
        return program
    }

    /// The person with whose rights a saved automation runs: a person, so that changes of the rights take effect.
    func author(_ caller: Caller) throws(HubError) -> String {
        guard let identity = identity(of: caller.principal) else {
            throw HubError(
                homeKit: .insufficientPrivileges,
                "\(caller.principal.subject) belongs to no person whose rights the automation could have; save it as one"
            )
        }
        return identity
    }

    /// Refuses a change that is based on another revision than the present one.
    private func check(_ base: UInt64?, of record: AutomationRecord) throws(HubError) {
        guard let base, base != record.automation.revision else { return }
        throw HubError(
            .aborted,
            "\(quoted(record.automation.name)) has revision \(record.automation.revision) by now, and the request is "
                + "based on \(base); read the automation again, and repeat the change on it")
    }

    /// Refuses a second automation for a kind of scene that a home has only once.
    /// - Parameter id: the automation that is to be the scene; nil for a new one.
    private func checkIsOnlyOne(
        of scene: Hearth_V1_AutomationScene, in cell: StructureCell, besides id: String?
    ) throws(HubError) {
        guard scene.isOnePerHome else { return }
        let other = cell.automations { automations, _ in
            automations.records.all.first { $0.program.scene == scene && $0.automation.id != id }
        }
        guard let other = other ?? nil else { return }
        throw HubError(
            .alreadyExists, "\(quoted(other.automation.name)) is the home's scene of this kind already; change that one"
        )
    }

    /// Refuses an automation that is malformed or does what its author may not do.
    func check(_ record: AutomationRecord, in cell: StructureCell) throws(HubError) {
        let verdict = cell.automations { $0.verdict(on: record.automation, $1) }
        guard let verdict, !verdict.isWellFormed || verdict.issues.contains(where: { $0.isRefusedWhenSaved }) else {
            return
        }
        let errors = verdict.issues.filter { $0.severity == .error && ($0.category == .form || $0.isRefusedWhenSaved) }
        // The status travels in a header, which has little room; `ValidateAutomation` returns all issues.
        let texts = errors.prefix(Self.mostIssues).map { issue in
            (issue.nodeID.map { "node \($0): " } ?? "") + issue.message.prefix(Self.issueLength)
        }
        let rest = errors.count - texts.count
        throw HubError(
            verdict.isWellFormed ? .permissionDenied : .invalidArgument,
            texts.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : ""))
    }

    private static let mostIssues = 5
    private static let issueLength = 300

    func automation(
        _ id: String, toLet caller: Caller, _ right: Rights, _ action: String
    ) throws(HubError) -> (cell: StructureCell, record: AutomationRecord) {
        try checkRunning()
        for cell in cells(for: caller.principal) {
            let access = access(of: caller.principal, in: cell)
            guard cell.read({ $0.shows(automation: id, to: access) }),
                let record = cell.automations({ automations, _ in automations.record(id) }) ?? nil
            else { continue }
            try access.require(right, of: caller, to: action, about: id)
            return (cell, record)
        }
        throw HubError(homeKit: .notFound, of: id, "there is no automation with the id \(quoted(id))")
    }

    private func put(
        _ record: AutomationRecord, in cell: StructureCell, _ caller: Caller
    ) async throws(HubError) -> SavedAutomation {
        let saved =
            cell.automations { automations, state in
                var message = automations.message(of: record, state)
                message.isActive = record.automation.isActive
                return message
            } ?? Hearth_V1_Automation()
        return try await edit(
            cell, storing: [.putAutomation(record.stored(in: cell.id))], as: caller,
            beside: { cell.editAutomations { $0.put(record, $1) } }
        ) {
            $0.put([saved], caller.origin, at: $1)
        } result: {
            SavedAutomation(position: $0.position, message: $0.automation(saved.id) ?? saved)
        }
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

/// An automation after an edit.
struct SavedAutomation: Sendable {
    let position: StructurePosition
    let message: Hearth_V1_Automation
}

extension AutomationIssue {
    /// Whether an automation with this issue can't be saved: it would act beyond its author's rights.
    var isRefusedWhenSaved: Bool { kind == .missingRight }
}

extension Hearth_V1_AutomationScene {
    /// Whether a home has at most one scene of this kind.
    fileprivate var isOnePerHome: Bool {
        switch self {
        case .wakeUp, .sleep, .homeArrival, .homeDeparture: true
        default: false
        }
    }
}
