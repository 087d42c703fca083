internal import HearthWire

extension CachedAutomation {
    init(_ message: Hearth_V1_Automation) {
        self.init(
            id: message.id, structureID: message.structureID, name: message.name, description: message.description,
            isActive: message.isActive, revision: message.revision, programRevision: message.programRevision,
            program: message.program, issues: message.issues, isRunning: message.isRunning,
            executionCount: message.executionCount,
            lastStart: message.lastStart?.sinceEpoch, pausedUntil: message.pausedUntil?.sinceEpoch)
    }
}
