package import HearthAutomation
internal import HearthTraitCore
package import HearthWire

/// A saved automation, with its program as it was sent, since this version may not know all of it.
package struct AutomationRecord: Sendable {
    /// ``AutomationMachine`` knows whether it is active now.
    package let automation: Automation
    package let program: Hearth_V1_AutomationProgram
    /// How many changes were saved without a program: of the name, the aliases, the description or whether it is active.
    /// The machine's own revision counts programs, so that a rename does not begin its starters again.
    package let otherChanges: UInt64
    /// Other names that people say for it.
    package let aliases: [String]

    /// The revision that clients see, which counts every saved change.
    package var shownRevision: UInt64 { automation.revision &+ otherChanges }

    package init(
        id: String, revision: UInt64, otherChanges: UInt64 = 0, name: String, aliases: [String] = [],
        details: String, isActive: Bool, program: Hearth_V1_AutomationProgram, savedBy: String, _ limits: HubLimits
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
        self.otherChanges = otherChanges
        self.aliases = aliases
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
