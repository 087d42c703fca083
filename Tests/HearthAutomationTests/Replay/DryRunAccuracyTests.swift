internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// A dry run over a record predicts exactly what happened while it was recorded.
@Suite struct DryRunAccuracyTests {
    /// The facts of a run without its number, and of its waits without process clock times. It compares only the
    /// first half of a long trace: a full one drops steps, and it also holds conflicts, which a dry run lacks.
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
            // A child has another number as well, and a dry run of one automation does not know what others do.
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

        /// - Parameter life: The recorded run; its conflicts take room, so a cut trace has no more steps than the dry
        ///   run's.
        static func == (dry: Told, life: Told) -> Bool {
            guard dry.startedAt == life.startedAt else { return false }
            let steps = life.isTraceCut ? life.trace.count : max(dry.trace.count, life.trace.count)
            if dry.start == life.start, dry.readings == life.readings, dry.variables == life.variables,
                dry.trace.prefix(steps) == life.trace.prefix(steps), dry.end == life.end
            {
                return true
            }
            // NaN equals nothing, not even itself; its text does.
            return dry.text(steps) == life.text(steps)
        }

        private func text(_ steps: Int) -> [String] {
            ["\(start)", "\(trace.prefix(steps))", "\(String(describing: end))"]
                + readings.sorted { $0.key < $1.key }.map { "\($0)" }
                + variables.sorted { $0.key < $1.key }.map { "\($0)" }
        }
    }

    /// Half of the automations are as people write them, half are random.
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
                expect(dry.ended.map(Told.init), equals: happened.map(Told.init), "\(words), \(automation.id)")
                let living = day.machine.runs(of: automation.id).filter { $0.end == nil }
                let stillLiving = dry.run.living.filter { $0.automationID == automation.id }
                expect(stillLiving.map(Told.init), equals: living.map(Told.init), "\(words), \(automation.id)")
                let reasons = day.machine.memory(of: automation.id)?.nonStarts ?? [:]
                expect(dry.run.nonStarts, equals: reasons, "\(words), \(automation.id)")
                expect(dry.run.gaps, equals: RecordGaps(), words)
                ended += happened.count
                for known in reasons.values {
                    nonStarts += Int(known.counts.values.reduce(0, +))
                    kinds.formUnion(known.counts.keys)
                }
            }
        }
        // Otherwise the test would have compared nothing.
        expect(ended, isAbove: 100 * FaultRounds.count(10), "HEARTH_SEED=\(seed)")
        expect(kinds.contains(.conditionFalse), "HEARTH_SEED=\(seed)")
        expect(kinds.count, isAbove: 2, "HEARTH_SEED=\(seed)")
        print("HEARTH_SEED=\(seed): \(ended) runs and \(nonStarts) prevented starts equal the dry run's")
    }

    private func dryRun(
        _ automation: Automation, _ children: [Automation], over day: RecordedDay, _ outcome: ActionOutcome
    ) -> (run: DryRun, ended: [AutomationRun]) {
        // Only unchanged values may come from the home's later state.
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
