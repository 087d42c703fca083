internal import HearthTraitModel
internal import ProcessTestSupport
internal import Testing

@testable internal import HearthAutomation

/// C1 (AU-90, AU-21, AU-49): what a dry run over a record says is what happened while it was recorded.
@Suite struct DryRunEqualsLifeTests {
    /// Of a run, all but its number, and of its waits all but what is of the clock of a process. Of a long trace the first
    /// half: one that is full lacks steps, and conflicts, of which a dry run has none, take room in it.
    private struct Told: Equatable {
        let startedAt: Duration
        let start: RunStart
        let readings: [UInt32: StructureValue]
        let variables: [String: TraitValue]
        let trace: [TraceStep]
        let isTraceCut: Bool
        let end: RunEnd?

        init(_ run: AutomationRun) {
            startedAt = run.startedAt
            start = run.start
            readings = run.readings
            variables = run.variables
            let limits = AutomationMachine.Limits()
            var bytes = 0
            let first = run.trace.prefix(limits.traceSteps / 2).prefix { step in
                bytes += step.size
                return bytes <= limits.traceBytes / 2
            }
            isTraceCut = first.count < run.trace.count
            // A child has another number as well, and what other automations do is not in a dry run of one (AU-86).
            trace = first.compactMap { step in
                switch step.what {
                case .conflict: nil
                case .execution(let child, let end):
                    TraceStep(step.nodeID, at: step.at, .execution(runID: child.map { _ in 0 }, end: end))
                default: step
                }
            }
            end = run.end
        }

        /// - Parameter life: with conflicts, so that of a trace that is cut it has no more steps than the dry run.
        static func == (dry: Told, life: Told) -> Bool {
            guard dry.startedAt == life.startedAt else { return false }
            let steps = life.isTraceCut ? life.trace.count : max(dry.trace.count, life.trace.count)
            if dry.start == life.start, dry.readings == life.readings, dry.variables == life.variables,
                dry.trace.prefix(steps) == life.trace.prefix(steps), dry.end == life.end
            {
                return true
            }
            // A value that is no number equals nothing, itself included; its text does.
            return dry.text(steps) == life.text(steps)
        }

        private func text(_ steps: Int) -> [String] {
            ["\(start)", "\(trace.prefix(steps))", "\(String(describing: end))"]
                + readings.sorted { $0.key < $1.key }.map { "\($0)" }
                + variables.sorted { $0.key < $1.key }.map { "\($0)" }
        }
    }

    /// Half of the automations are as people write them, half as nobody would.
    private func automations(seed: UInt64) -> (all: [Automation], children: [String: Automation]) {
        var (usual, strange) = (HomeGraphs(seed: seed), RandomGraphs(seed: seed))
        var children: [String: Automation] = [:]
        let all = (0..<50).map { number in
            let id = "a\(number)"
            var automation = number % 2 == 0 ? usual.automation(id) : strange.automation(id, revision: 1)
            automation.isActive = true
            if number % 2 == 0 { children[id] = usual.child(of: id) }
            return automation
        }
        return (all, children)
    }

    @Test func theDryRunOfADayIsWhatHappened() {
        let seed = testSeed()
        var (ended, nonStarts, kinds) = (0, 0, Set<NonStart.Kind>())
        for round in 0..<UInt64(FaultRounds.count(10)) {
            let words = Comment("HEARTH_SEED=\(seed &+ round)")
            let outcome: ActionOutcome = (seed &+ round) % 4 == 3 ? .unreachable("gone") : .done
            let (automations, children) = automations(seed: seed &+ round)
            let all = automations + children.values.sorted { $0.id < $1.id }
            var day = RecordedDay(all, seed: seed &+ round, outcome: outcome)
            day.live()
            for automation in automations {
                let dry = dryRun(automation, [children[automation.id]].compactMap { $0 }, over: day, outcome)
                let happened = day.ended[automation.id] ?? []
                #expect(dry.ended.map(Told.init) == happened.map(Told.init), "\(words), \(automation.id)")
                let living = day.machine.runs(of: automation.id).filter { $0.end == nil }
                let stillLiving = dry.run.living.filter { $0.automationID == automation.id }
                #expect(stillLiving.map(Told.init) == living.map(Told.init), "\(words), \(automation.id)")
                let reasons = day.machine.memory(of: automation.id)?.nonStarts ?? [:]
                #expect(dry.run.nonStarts == reasons, "\(words), \(automation.id)")
                #expect(dry.run.gaps == RecordGaps(), words)
                ended += happened.count
                for known in reasons.values {
                    nonStarts += Int(known.counts.values.reduce(0, +))
                    kinds.formUnion(known.counts.keys)
                }
            }
        }
        // Or it would have compared nothing.
        #expect(ended > 100 * FaultRounds.count(10), "HEARTH_SEED=\(seed)")
        #expect(kinds.contains(.conditionFalse) && kinds.count > 2, "HEARTH_SEED=\(seed)")
        print("C1, HEARTH_SEED=\(seed): \(ended) runs and \(nonStarts) starts that led to none, alike in the dry run")
    }

    private func dryRun(
        _ automation: Automation, _ children: [Automation], over day: RecordedDay, _ outcome: ActionOutcome
    ) -> (run: DryRun, ended: [AutomationRun]) {
        // Only what did not change may come from the home as it is afterwards.
        var beginning = RecordBeginning(for: ([automation] + children).map(\.graph), present: day.home)
        for change in day.record.reversed() { beginning.note(change) }
        var before: [TraitAttribute: TraitValue] = [:]
        for attribute in beginning.changed {
            before[attribute] = day.beginning.traits[attribute.path]?[attribute.id]
        }
        let (home, _) = beginning.home(before: before)
        var run = DryRun(
            automation, children: children, in: home, from: RecordedDay.start,
            policy: .init(outcome: outcome, took: RecordedDay.answering))
        var ended: [AutomationRun] = []
        for change in day.record {
            _ = run.advance(to: change.at)
            run.take(change)
            ended += run.takeEnded()
        }
        _ = run.advance(to: RecordedDay.end)
        ended += run.takeEnded()
        return (run, ended.filter { $0.automationID == automation.id })
    }
}
