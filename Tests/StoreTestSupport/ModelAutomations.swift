internal import HearthStore

/// The automations of a ``ModelHome``, with their programs and runs.
struct ModelAutomations: Sendable {
    private(set) var all: [StoredAutomation] = []
    private(set) var last: [String: UInt64] = [:]
    private var programs: [StoredProgram] = []
    private var runs: [StoredAutomationRun] = []

    var formerPrograms: [StoredProgram] {
        programs.filter { program in all.contains { $0.id == program.automationID && $0.revision != program.revision } }
            .sorted { ($0.automationID, $0.revision) < ($1.automationID, $1.revision) }
    }

    var living: [StoredAutomationRun] {
        runs.filter { !$0.isEnded }.sorted { ($0.id, $0.automationID) < ($1.id, $1.automationID) }
    }

    func newest(of id: String, _ limit: Int) -> [StoredAutomationRun] {
        Array(runs.filter { $0.automationID == id }.sorted { $0.id > $1.id }.prefix(limit))
    }

    mutating func put(_ automation: StoredAutomation) {
        var automation = automation
        if let index = all.firstIndex(where: { $0.id == automation.id }) {
            automation.memory = all[index].memory
            automation.structureID = all[index].structureID
            all[index] = automation
        } else {
            all.append(automation)
        }
        programs.removeAll { $0.automationID == automation.id && $0.revision == automation.revision }
        programs.append(
            StoredProgram(automationID: automation.id, revision: automation.revision, program: automation.program))
        forgetPrograms(of: automation)
    }

    mutating func put(_ memory: StoredAutomationMemory) {
        guard let index = all.firstIndex(where: { $0.id == memory.automationID }) else { return }
        all[index].isActive = memory.isActive
        all[index].memory = memory.memory
    }

    mutating func put(_ run: StoredAutomationRun, traceBytes: Int) {
        guard let automation = all.first(where: { $0.id == run.automationID }) else { return }
        last[automation.structureID] = max(last[automation.structureID] ?? 0, run.id)
        if let index = runs.firstIndex(where: { $0.automationID == run.automationID && $0.id == run.id }) {
            runs[index].isEnded = run.isEnded
            runs[index].isUneventful = run.isUneventful
            runs[index].content = run.content
        } else {
            runs.append(run)
        }
        guard run.isEnded else { return }
        runs.removeAll {
            $0.automationID == run.automationID && $0.isEnded
                && $0.startedAt < run.startedAt - StoredAutomationRun.longest
        }
        let ended = newest(of: run.automationID, .max).filter(\.isEnded)
        let goFirst =
            ended.dropFirst(StoredAutomationRun.newest).filter(\.isUneventful).reversed()
            + ended.dropFirst(StoredAutomationRun.newest).filter { !$0.isUneventful }.reversed()
        let excess = Set(goFirst.prefix(max(0, ended.count - StoredAutomationRun.mostEnded)).map(\.id))
        runs.removeAll { $0.automationID == run.automationID && $0.isEnded && excess.contains($0.id) }
        forgetTraces(of: automation.structureID, beside: run, traceBytes)
        forgetPrograms(of: automation)
    }

    mutating func remove(where isGone: (StoredAutomation) -> Bool) {
        let gone = Set(all.filter(isGone).map(\.id))
        all.removeAll { gone.contains($0.id) }
        programs.removeAll { gone.contains($0.automationID) }
        runs.removeAll { gone.contains($0.automationID) }
    }

    mutating func forget(structure id: String) { last[id] = nil }

    private mutating func forgetTraces(of structureID: String, beside run: StoredAutomationRun, _ mostBytes: Int) {
        let ids = Set(all.filter { $0.structureID == structureID }.map(\.id))
        func isEnded(_ run: StoredAutomationRun) -> Bool { run.isEnded && ids.contains(run.automationID) }
        while runs.filter(isEnded).reduce(0, { $0 + $1.content.count }) > mostBytes {
            let others = runs.indices.filter {
                isEnded(runs[$0]) && (runs[$0].automationID, runs[$0].id) != (run.automationID, run.id)
            }
            let first = others.min {
                let (one, other) = (runs[$0], runs[$1])
                if one.isUneventful != other.isUneventful { return one.isUneventful }
                return (one.id, one.automationID) < (other.id, other.automationID)
            }
            guard let first else { return }
            runs.remove(at: first)
        }
    }

    private mutating func forgetPrograms(of automation: StoredAutomation) {
        let used = Set(living.filter { $0.automationID == automation.id }.map(\.revision) + [automation.revision])
        programs.removeAll { $0.automationID == automation.id && !used.contains($0.revision) }
    }
}
