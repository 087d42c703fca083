internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthBase
internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Automations: checked, stored, and only then run.
extension AutomationRunner {
    private static let mostDetails = 1_024

    func createAutomation(
        _ request: Hearth_V1_CreateAutomationRequest, as caller: Caller
    ) async throws -> SavedAutomation {
        try caller.require(.manage, to: "create an automation")
        let name = try NameRules.checked(request.name, for: "an automation")
        let details = try checked(details: request.description)
        let program = try checked(request.program)
        return try await editor.edits.run {
            let cell = try directory.cell(request.structureID, toLet: caller, "create an automation")
            let most = limits.automations
            guard cell.automations({ automations, _ in automations.records.all.count }) ?? 0 < most else {
                throw HubError(
                    .resourceExhausted, "the structure has \(most) automations, the most it may have; delete one")
            }
            let record = AutomationRecord(
                id: directory.newID(), revision: 1, name: name, details: details, isActive: request.isActive ?? true,
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
        let aliases = try request.aliases.map { aliases throws(HubError) in
            try NameRules.checked(aliases: aliases.names, for: "the automation")
        }
        guard
            name != nil || details != nil || program != nil || request.isActive != nil || aliases != nil
        else {
            throw HubError(
                .invalidArgument,
                "the request changes nothing; set a name, aliases, a description, a program, or whether it is active")
        }
        // Runs alone if concurrent edits could make a cycle of automations or two of the same scene.
        let concernsOthers =
            program.map { !AutomationGraph($0.graph).executedIDs.isEmpty || $0.scene.isOnePerHome } ?? false
        return try await editor.edits.run(claiming: concernsOthers ? nil : [.automation(request.automationID)]) {
            let (cell, old) = try automation(request.automationID, toLet: caller, .manage, "change the automation")
            try check(request.revision, "revision", old.shownRevision, of: old)
            try check(request.programRevision, "program revision", old.automation.revision, of: old)
            let isActive = cell.automations { automations, _ in automations.isActive(request.automationID) } ?? true
            let newName = name ?? old.automation.name
            let newAliases = NameRules.aliases(aliases ?? old.aliases, besides: newName)
            let isChanged =
                newAliases != old.aliases || name ?? old.automation.name != old.automation.name
                || details ?? old.automation.description != old.automation.description
                || request.isActive ?? isActive != isActive
            let record = AutomationRecord(
                id: old.automation.id, revision: old.automation.revision &+ (program == nil ? 0 : 1),
                otherChanges: old.otherChanges &+ (program == nil && isChanged ? 1 : 0),
                name: newName, aliases: newAliases, details: details ?? old.automation.description,
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
        return try await editor.edits.run(claiming: [.automation(id)]) {
            let (cell, old) = try automation(id, toLet: caller, .manage, "delete the automation")
            let row = editor.audit.removal(
                of: "the automation", old.automation.name, id: id, in: cell.id, by: directory.actor(caller, in: cell))
            return try await editor.edit(
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
        let (cell, access) = try directory.found(request.structureID, for: caller.principal)
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
        let cell = try directory.cell(structureID, toLet: caller, "check an automation")
        let record = AutomationRecord(
            id: "", revision: 1, name: "automation", details: "", isActive: true, program: program,
            savedBy: try author(caller), limits)
        let verdict = cell.automations { $0.verdict(on: record.automation, $1) }
        return verdict?.issues.map { Hearth_V1_AutomationIssue($0) } ?? []
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
        guard let identity = caller.principal.identity else {
            throw HubError(
                homeKit: .insufficientPrivileges,
                "\(caller.principal.subject) belongs to no person whose rights the automation could have; save it as one"
            )
        }
        return identity
    }

    /// Refuses a change that is based on another revision than the present one.
    private func check(
        _ base: UInt64?, _ kind: String, _ present: UInt64, of record: AutomationRecord
    ) throws(HubError) {
        guard let base, base != present else { return }
        throw HubError(
            .aborted,
            "\(quoted(record.automation.name)) has \(kind) \(present) by now, and the request is based on \(base); read the "
                + "automation again, and repeat the change on it")
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
        try directory.checkRunning()
        for cell in directory.cells(for: caller.principal) {
            let access = directory.access(of: caller.principal, in: cell)
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
        return try await editor.edit(
            cell, storing: [.putAutomation(record.stored(in: cell.id))], as: caller,
            beside: { cell.editAutomations { $0.put(record, $1) } }
        ) {
            $0.put([saved], caller.origin, at: $1)
        } result: {
            SavedAutomation(position: $0.position, message: $0.automation(saved.id) ?? saved)
        }
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
