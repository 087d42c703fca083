package import HearthAutomation
internal import HearthBase
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

    /// The limits of the runs of all structures.
    var runPool: PoolLimits {
        let pool = pool(runs, share: runsPerPerson)
        return PoolLimits(
            total: pool.total, share: pool.share, reserve: pool.reserve, ofHousehold: runsPerHousehold)
    }

    var machine: AutomationMachine.Limits {
        var limits = AutomationMachine.Limits()
        limits.runs = runPool
        limits.owner = Principal.hubOwner
        limits.runsOfAutomation = runsPerAutomation
        return limits
    }
}
