internal import HearthTraitDescriptors

@testable internal import HearthAutomation

/// A stage with a store: after a crash only what it has saved is there.
struct Kept {
    var stage: Stage
    var automations: [Automation]
    var settling: Duration = .zero
    /// Graphs of former revisions.
    var graphs: [(automationID: String, revision: UInt64, graph: AutomationGraph)] = []
    /// The values of the traits when the hub starts again.
    var home: [TraitPath: StructureValue] = [:]

    init(automations: [Automation], limits: AutomationMachine.Limits = .init()) {
        self.automations = automations
        stage = Stage(limits: limits)
        stage.storesRows = true
        for automation in automations {
            stage.tell(stage.machine.edited(automation, isValid: true, home: stage.home, at: stage.moment))
        }
    }

    mutating func edit(revision: UInt64, _ root: AutomationNode) {
        graphs.append((automations[0].id, automations[0].revision, automations[0].graph))
        automations[0].revision = revision
        automations[0].graph = AutomationGraph(root: root)
        stage.tell(stage.machine.edited(automations[0], isValid: true, home: stage.home, at: stage.moment))
    }

    /// The hub ends, and starts again with the present values of its home.
    mutating func restart() {
        home = stage.home.traits
        kill()
    }

    /// Takes the hub's power and restores it after a while.
    mutating func kill(for span: Duration = .zero) { kill(clock: stage.epoch + stage.now + span) }

    /// Takes the hub's power and restores it when the clock shows this time since 1970.
    mutating func kill(clock: Duration) {
        var next = Stage(limits: stage.machine.limits)
        next.storesRows = true
        next.rows = stage.rows
        next.silent = stage.silent
        next.outcomes = stage.outcomes
        next.savesByHand = stage.savesByHand
        next.home = stage.home
        next.home.traits.merge(home) { $1 }
        // Each process has another monotonic clock.
        next.now = .seconds(1_000)
        next.epoch = clock - next.now
        let actions = next.machine.restored(
            automations: automations.map { automation in
                var automation = automation
                automation.isActive = next.rows.activity[automation.id] ?? automation.isActive
                return (automation, true, next.rows.memories[automation.id] ?? AutomationMemory())
            },
            runs: next.rows.runs.values.filter { $0.end == nil }, graphs: graphs,
            nextRunID: (next.rows.runs.keys.max() ?? 0) + 1, settling: settling, home: next.home, at: next.moment)
        stage = next
        stage.tell(actions)
        stage.pass(.zero)
    }
}

/// The stored rows of automations.
struct StoredRows {
    var runs: [UInt64: AutomationRun] = [:]
    var memories: [String: AutomationMemory] = [:]
    var activity: [String: Bool] = [:]

    mutating func store(_ rows: AutomationRows) {
        for run in rows.runs { runs[run.id] = run }
        memories.merge(rows.memories) { $1 }
        activity.merge(rows.activity) { $1 }
    }
}
