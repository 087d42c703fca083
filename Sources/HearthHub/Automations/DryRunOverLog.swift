internal import HearthAutomation
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// One dry run of an automation over a structure's log of reports. The log is read twice in batches: backwards, to find
/// the state of the home at the beginning, then forwards.
struct DryRunOverLog: Sendable {
    let store: any HomeStorage
    let clock: any HomeClock
    let traits: TraitTable
    let directory: HomeDirectory
    let saver: HomeSaver
    let cell: StructureCell
    let caller: Caller
    let automation: Automation
    /// The automations that it runs, directly and indirectly.
    let children: [Automation]
    let policy: DryRun.Policy
    /// Times since 1970.
    let from: Duration
    let until: Duration

    /// Bytes of reports that are read from the store at a time.
    private static let readBytes = 64 << 10
    /// Steps of the machine between two yields to other tasks.
    private static let stepsInTurn = 100
    /// The limits after which the dry run ends with a gap. A clock starter takes a step each minute.
    private static let most = (steps: 2_000_000, runs: UInt64(10_000))

    /// The findings of the backward read of the log.
    private struct Survey {
        var beginning: RecordBeginning
        /// The oldest report that is not before `from`.
        var oldest: (sequence: UInt64, time: Duration)?
        /// The first sequence after each gap in the log, in descending order.
        var stretches: [UInt64] = []
        /// Whether the log reaches back before `from`.
        var isWhole = false
    }

    /// - Parameter send: called with each run, then with the summary.
    func perform(_ send: @Sendable (Hearth_V1_DryRunAutomationResponse) async throws -> Void) async throws {
        // Later changes are in the log as well, or after the time range.
        let verdict = cell.automations { $0.verdict(on: automation, $1) }
        guard verdict?.isUnderstood != false else {
            throw HubError(
                .failedPrecondition,
                "the automation has parts that this version of the hub does not know; update the hub")
        }
        let survey = try await lookBack()
        let began = survey.isWhole ? from : max(from, survey.oldest?.time ?? until)
        let (home, unknown) = survey.beginning.home(before: try await values(before: began, survey.beginning))
        var run = DryRun(automation, children: children, in: home, from: began, policy: policy)
        if began > from { run.gaps.add(.beginning(at: began)) }
        for gap in unknown { run.gaps.add(gap) }
        try await goForward(&run, survey, send)
        let living = run.living
        for run in living { try await send(.init(what: .run(.init(run, structureID: cell.id)))) }
        try await send(
            .init(
                what: .summary(
                    .init(
                        began: .init(sinceEpoch: began), reached: .init(sinceEpoch: run.time),
                        runs: run.endedRuns &+ UInt64(living.count { $0.automationID == automation.id }),
                        nonStarts: run.nonStarts.sorted { $0.key < $1.key }.map {
                            Hearth_V1_AutomationNonStarts($0, $1)
                        }, gaps: run.gaps.first.map { Hearth_V1_AutomationRecordGap($0) },
                        moreGaps: run.gaps.omitted,
                        issues: (verdict?.issues ?? []).map { Hearth_V1_AutomationIssue($0) }))))
    }

    /// Yields to other tasks, then throws if the call was cancelled or the caller has lost its rights.
    private func pause() async throws {
        await Task.yield()
        try Task.checkCancellation()
        _ = try directory.cell(cell.id, toLet: caller, "try an automation")
    }

    // MARK: Back

    private func lookBack() async throws -> Survey {
        var survey = cell.read { state in
            let present = AutomatedStructure(
                state: state, place: .init(state.place), time: clock.sinceEpoch, traits: traits,
                records: AutomationRecords())
            let graphs = ([automation] + children).map(\.graph)
            return Survey(beginning: RecordBeginning(for: graphs, present: present))
        }
        do throws(StoreError) {
            // The newest reports may not be saved yet.
            try await saver.save()
        } catch {
            throw HubError(error, "the latest reports could not be saved, so the log is not complete")
        }
        var sequence = UInt64.max
        while !survey.isWhole {
            try await pause()
            let batches = try await read { try await $0.reports(of: cell.id, before: sequence, bytes: Self.readBytes) }
            guard let oldest = batches.last, oldest.first < sequence else { return survey }
            for batch in batches where !survey.isWhole {
                note(ReportBatch.records(of: batch, before: sequence, traits), &survey)
            }
            sequence = oldest.first
        }
        return survey
    }

    private func note(_ records: [ReportRecord], _ survey: inout Survey) {
        for record in records.reversed() {
            guard record.observedAt >= from else {
                survey.isWhole = true
                return
            }
            survey.beginning.note(RecordedChange(record, of: survey.beginning.paths))
            if let newer = survey.oldest, newer.sequence != record.position.sequence &+ 1 {
                survey.stretches.append(newer.sequence)
            }
            survey.oldest = (record.position.sequence, record.observedAt)
        }
    }

    /// The values of attributes at a time, where the history has them.
    private func values(
        before time: Duration, _ beginning: RecordBeginning
    ) async throws -> [RecordBeginning.Attribute: TraitValue] {
        var values: [RecordBeginning.Attribute: TraitValue] = [:]
        for attribute in beginning.changed {
            guard let field = beginning.descriptor(of: attribute)?.attribute(attribute.id)?.field else { continue }
            let key = HistoryKey(attribute.path, attribute.id)
            let part = try await read { store in
                try await store.historyPart(key, from: time.milliseconds, until: .max)
            }
            values[attribute] = part?.before.value(of: field)
        }
        return values
    }

    private func read<R: Sendable>(_ body: (any HomeStorage) async throws -> R) async throws -> R {
        do {
            return try await body(store)
        } catch let error as StoreError {
            throw HubError(error, "the log of reports could not be read")
        }
    }

    // MARK: Forward

    private func goForward(
        _ run: inout DryRun, _ survey: Survey,
        _ send: (Hearth_V1_DryRunAutomationResponse) async throws -> Void
    ) async throws {
        let paths = survey.beginning.paths
        var stretches = survey.stretches
        var steps = 0
        var after = survey.oldest.map { $0.sequence &- 1 } ?? .max
        while after < .max {
            try await pause()
            let stored = try await read { try await $0.reports(of: cell.id, after: after, bytes: Self.readBytes) }
            guard let batch = ReportBatch(stored, after: after, traits) else {
                // The log ends here, or has a gap.
                guard let next = stretches.popLast() else { break }
                after = max(after, next &- 1)
                continue
            }
            for record in batch.records {
                after = record.position.sequence
                guard record.observedAt < until else {
                    after = .max
                    break
                }
                guard try await advance(&run, to: record.observedAt, &steps, send) else { return }
                run.take(RecordedChange(record, of: paths))
            }
        }
        _ = try await advance(&run, to: until, &steps, send)
    }

    /// Lets the run's time pass, with yields in between. Returns false if a limit was exceeded.
    private func advance(
        _ run: inout DryRun, to time: Duration, _ steps: inout Int,
        _ send: (Hearth_V1_DryRunAutomationResponse) async throws -> Void
    ) async throws -> Bool {
        while true {
            let isThere = run.advance(to: time, steps: Self.stepsInTurn)
            for ended in run.takeEnded() { try await send(.init(what: .run(.init(ended, structureID: cell.id)))) }
            if !isThere { steps += Self.stepsInTurn }
            guard steps < Self.most.steps, run.endedRuns < Self.most.runs else {
                run.gaps.add(.end(at: run.time))
                return false
            }
            if isThere { return true }
            try await pause()
        }
    }
}
