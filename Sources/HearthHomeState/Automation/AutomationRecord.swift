package import HearthAutomation
internal import HearthTraitCore
package import HearthWire

/// A saved automation, with its program as it was sent, since this version may not know all of it.
package struct AutomationRecord: Sendable {
    /// ``AutomationMachine`` knows whether it is active now.
    package let automation: Automation
    package let program: Hearth_V1_AutomationProgram

    package init(
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
}

extension Hearth_V1_AutomationIssue {
    package init(_ issue: AutomationIssue) {
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
