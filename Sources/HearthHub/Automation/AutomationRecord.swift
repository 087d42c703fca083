internal import HearthAutomation
internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// A saved automation, with its program as it was sent, since this version may not know all of it.
struct AutomationRecord: Sendable {
    /// ``AutomationMachine`` knows whether it is active now.
    let automation: Automation
    let program: Hearth_V1_AutomationProgram

    init(
        id: String, revision: UInt64, name: String, details: String, isActive: Bool,
        program: Hearth_V1_AutomationProgram, savedBy: String, _ limits: HubLimits
    ) {
        let mode = RunMode(rawValue: UInt32(bitPattern: program.mode.rawValue)) ?? .single
        automation = Automation(
            id: id, revision: revision, name: name, description: details, isActive: isActive,
            graph: AutomationGraph(program.graph), mode: mode,
            maxRuns: program.maxRuns == 0 ? limits.defaultRunsPerAutomation : Int(program.maxRuns),
            maxExecutions: program.maxExecutions == 0 ? nil : program.maxExecutions,
            catchUp: program.catchUp?.duration ?? .seconds(900),
            allowsSensitiveActions: program.allowsSensitiveActions, savedBy: savedBy, scene: SceneKind(program.scene))
        self.program = program
    }

    /// nil for a program that can't be read.
    init?(_ stored: StoredAutomation, _ limits: HubLimits) {
        guard let program = try? Hearth_V1_AutomationProgram(serialized: stored.program.span.bytes) else { return nil }
        self.init(
            id: stored.id, revision: stored.revision, name: stored.name, details: stored.details,
            isActive: stored.isActive, program: program, savedBy: stored.savedBy, limits)
    }

    func stored(in structureID: String) -> StoredAutomation {
        StoredAutomation(
            id: automation.id, structureID: structureID, name: automation.name, details: automation.description,
            isActive: automation.isActive, revision: automation.revision, savedBy: automation.savedBy,
            program: program.serialized())
    }
}

extension Hearth_V1_AutomationIssue {
    init(_ issue: AutomationIssue) {
        self.init(
            nodeID: issue.nodeID ?? 0, severity: issue.severity == .error ? .error : .warning,
            kind: issue.kind.word, message: issue.message, isForm: issue.category == .form)
    }
}

extension AutomationIssue.Kind {
    /// The name of the case, without its associated values.
    fileprivate var word: String {
        let text = "\(self)"
        return String(text.prefix { $0 != "(" })
    }
}

extension StoredAutomationRun {
    init(_ run: AutomationRun, structureID: String) {
        self.init(
            automationID: run.automationID, id: run.id, revision: run.revision, isEnded: run.end != nil,
            startedAt: run.startedAt, isDull: run.isDull,
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
