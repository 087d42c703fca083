internal import HearthAutomation
internal import HearthHomeState
internal import HearthMessage
internal import HearthStore
internal import HearthWire

extension AutomationRecord {
    /// nil for a program that can't be read.
    init?(_ stored: StoredAutomation, _ limits: HubLimits) {
        guard let program = try? Hearth_V1_AutomationProgram(serialized: stored.program.span.bytes) else { return nil }
        self.init(
            id: stored.id, revision: stored.revision, otherChanges: stored.otherChanges, name: stored.name,
            aliases: stored.aliases, details: stored.details, isActive: stored.isActive, program: program,
            savedBy: stored.savedBy, limits)
    }

    func stored(in structureID: String) -> StoredAutomation {
        StoredAutomation(
            id: automation.id, structureID: structureID, name: automation.name, details: automation.description,
            isActive: automation.isActive, revision: automation.revision, otherChanges: otherChanges,
            aliases: aliases, savedBy: automation.savedBy, program: program.serialized())
    }
}

extension StoredAutomationRun {
    init(_ run: AutomationRun, structureID: String) {
        self.init(
            automationID: run.automationID, id: run.id, revision: run.revision, isEnded: run.end != nil,
            startedAt: run.startedAt, isUneventful: run.isUneventful,
            content: Hearth_V1_AutomationRun(run, structureID: structureID).serialized())
    }
}

extension StoredAutomationMemory {
    static func rows(of rows: AutomationRows) -> [StoredAutomationMemory] {
        rows.memories.map { id, memory in
            StoredAutomationMemory(
                automationID: id, isActive: rows.activity[id] ?? true,
                memory: Hearth_V1_AutomationMemory(memory).serialized())
        }
    }
}
