internal import HearthWire

extension CachedAutomation {
    init(_ message: Hearth_V1_Automation) {
        // A hub that names no revision of the program counts only saved programs in the automation's.
        let programRevision = message.programRevision == 0 ? message.revision : message.programRevision
        self.init(
            id: message.id, structureID: message.structureID, name: message.name, description: message.description,
            isActive: message.isActive, revision: message.revision, programRevision: programRevision,
            program: message.program, issues: message.issues, isRunning: message.isRunning,
            executionCount: message.executionCount,
            lastStart: message.lastStart?.sinceEpoch, pausedUntil: message.pausedUntil?.sinceEpoch,
            aliases: message.aliases)
    }
}
