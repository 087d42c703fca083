package import HearthAutomation
internal import HearthRPC
internal import HearthWire

// The limits of automations in the form that checking and running them uses.
extension HubLimits {
    package var graphs: AutomationLimits {
        var limits = AutomationLimits()
        limits.nodes = automationNodes
        limits.depth = automationDepth
        limits.expressions = automationExpressions
        limits.runs = runsPerAutomation
        return limits
    }

    var machine: AutomationMachine.Limits {
        var limits = AutomationMachine.Limits()
        limits.runs = pool(runs, share: runsPerPerson)
        limits.runsOfStructure = runsPerStructure
        limits.owner = Principal.hubOwner
        limits.runsOfAutomation = runsPerAutomation
        return limits
    }
}
