internal import HearthTraitDescriptors

extension GraphCheck {
    /// Checks a node that runs another automation.
    mutating func checkExecution(of automationID: String, at nodeID: UInt32) {
        if !home.allowsExecution(by: automation.savedBy) {
            note(
                .missingRight, at: nodeID,
                "the automation's author may not run other automations; have it saved by someone who may")
        }
        guard automationID != automation.id || automationID.isEmpty else {
            return note(
                .executionCycle(automationID), at: nodeID, "the automation would run itself; choose another one")
        }
        guard let child = home.automation(automationID) else {
            return note(
                .invalidEntity(automationID), at: nodeID,
                "there is no automation \(quotedBeginning(automationID)); choose another one")
        }
        if !child.hasManualStarter {
            note(
                .notExecutable(automationID), at: nodeID,
                "\(quotedBeginning(child.name)) can't be run by others; add a manual starter to it, or choose another one"
            )
        }
        if reach.includes(child, in: home) {
            note(
                .executionCycle(automationID), at: nodeID,
                "\(quotedBeginning(child.name)) runs this automation, directly or through others; choose another one")
        }
    }

    /// Checks the expression and the starters of a wait.
    mutating func check(_ wait: Wait, at nodeID: UInt32, _ state: inout FlowState) {
        if wait.expression == nil, wait.starters.isEmpty {
            note(.emptyWait, at: nodeID, "the wait has no condition and no starter; add one, or use a delay")
        }
        if let expression = wait.expression {
            checkCondition(expression, ExpressionPlace(nodeID, isLive: true), &state)
        }
        for starter in wait.starters {
            let found = look(for: starter.trait, at: nodeID)
            guard let eventID = starter.eventID else {
                checkNoParameters(of: starter, at: nodeID)
                checkCauses(of: starter, at: nodeID)
                if let becomes = starter.becomes {
                    // The bounds apply only if this starter ended the wait, so they are not kept.
                    var unchanged = state
                    checkBecomes(becomes, ExpressionPlace(nodeID, isLive: true), &unchanged)
                }
                continue
            }
            if found.isTime, eventID == TimeTrait.hubStarted {
                note(
                    .invalidEvent(eventID), at: nodeID,
                    "a wait can't end at a start of the hub; wait for something else, or use a starter")
            }
            checkEvent(eventID, starter, found, at: nodeID)
        }
    }
}

extension AutomationGraph {
    /// Whether an action, or a node that runs another automation, comes before this node.
    func changesSomething(before nodeID: UInt32) -> Bool {
        for node in nodes {
            if node.id == nodeID { return false }
            switch node.kind {
            case .action, .execution: return true
            default: continue
            }
        }
        return false
    }
}
