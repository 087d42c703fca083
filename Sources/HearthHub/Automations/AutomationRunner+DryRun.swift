internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Dry runs: what an automation would have done. It runs over the log of reports, which has every change with its cause.
// The history has the values of attributes before their first change in the log.
extension AutomationRunner {
    /// The longest duration that a request may assume for an action.
    private static let longestAction: Duration = .seconds(3_600)
    private static let usualSpan: Duration = .seconds(7 * 86_400)

    /// Runs a program over a past time range. Passes on each run as it ends, and the summary last.
    func dryRun(
        _ request: Hearth_V1_DryRunAutomationRequest, as caller: Caller,
        _ send: @Sendable (Hearth_V1_DryRunAutomationResponse) async throws -> Void
    ) async throws {
        try caller.require(.manage, to: "try an automation")
        let (cell, automation) = try automationToTry(request, caller)
        let now = clock.sinceEpoch
        let times = try HistoryTimes(request.from, request.until, now: now, span: Self.usualSpan)
        let took = request.took?.duration ?? .zero
        guard (.zero...Self.longestAction).contains(took) else {
            throw HubError(.invalidArgument, "took is not between 0 s and 1 h; set how long an action takes")
        }
        let holder = caller.principal.poolHolder
        do throws(PoolRefusal) {
            try beginDryRun(for: holder, in: cell.households)
        } catch {
            let why = error == .share(1) ? "you have a dry run in progress" : error.sentence("dry runs")
            throw HubError(.resourceExhausted, why + "; wait until one has ended")
        }
        defer { endDryRun(for: holder, in: cell.households) }
        let trial = DryRunOverLog(
            store: store, clock: clock, traits: traits, directory: directory, saver: saver, cell: cell, caller: caller,
            automation: automation,
            children: children(of: automation, in: cell),
            policy: .init(outcome: ActionOutcome(assumed: request.outcome), took: took),
            from: .milliseconds(times.from), until: min(.milliseconds(times.until), now))
        // A long computation, so it runs on no event loop's thread.
        try await background.run { try await trial.perform(send) }
    }

    /// The program of a request, or of an existing automation. To try a program, a caller needs the rights to save it.
    private func automationToTry(
        _ request: Hearth_V1_DryRunAutomationRequest, _ caller: Caller
    ) throws(HubError) -> (cell: StructureCell, automation: Automation) {
        guard request.program == nil else {
            guard request.automationID.isEmpty else {
                throw HubError(.invalidArgument, "the request has a program and an automation_id; leave one out")
            }
            let program = try checked(request.program)
            let cell = try directory.cell(request.structureID, toLet: caller, "try an automation")
            let record = AutomationRecord(
                id: "", revision: 1, name: "automation", details: "", isActive: true, program: program,
                savedBy: try author(caller), limits)
            try check(record, in: cell)
            return (cell, record.automation)
        }
        let (cell, record) = try automation(request.automationID, toLet: caller, .manage, "try the automation")
        guard request.structureID.isEmpty || request.structureID == cell.id else {
            throw HubError(
                homeKit: .notFound, of: request.automationID,
                "the structure \(quoted(request.structureID)) has no automation with the id "
                    + quoted(request.automationID))
        }
        return (cell, record.automation)
    }

    /// The automations that one runs, directly and indirectly, without those that may not run at present.
    private func children(of automation: Automation, in cell: StructureCell) -> [Automation] {
        cell.automations { automations, state in
            var (found, known, next) = ([Automation](), Set([automation.id]), automation.graph.executedIDs)
            while !next.isEmpty {
                let new = next.subtracting(known).sorted().compactMap { automations.record($0)?.automation }
                known.formUnion(next)
                found += new.filter { automations.verdict(on: $0, state).mayRun }
                next = Set(new.flatMap(\.graph.executedIDs)).subtracting(known)
            }
            return found
        } ?? []
    }
}
