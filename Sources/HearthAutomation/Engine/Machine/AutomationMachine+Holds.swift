internal import HearthBase
internal import HearthTraitDescriptors

// Starters with `heldFor`. No change marks the moment when something has held for long enough, so the starters are
// scheduled for a look then.

extension AutomationMachine {
    /// Schedules the next look at each `heldFor` starter of an automation.
    mutating func awaitHolds(of automationID: String, at moment: AutomationMoment) {
        guard let entry = entries[automationID] else { return }
        for listener in entry.index.holdStarters {
            let ends = listener.heldTimes.compactMap { $0.end(entry.memory.heldSince) }
            guard let end = ends.filter({ $0 > moment.sinceEpoch }).min() else { continue }
            lookAtHold(listener, of: automationID, at: moment.now + (end - moment.sinceEpoch))
        }
    }

    /// Schedules a look now, because the clock has changed and holds may be longer or shorter by it.
    mutating func lookAtHolds(of automationID: String, at moment: AutomationMoment) {
        for listener in entries[automationID]?.index.holdStarters ?? [] {
            lookAtHold(listener, of: automationID, at: moment.now)
        }
    }

    private mutating func lookAtHold(_ listener: GraphIndex.Listener, of automationID: String, at due: Duration) {
        // An early look schedules the next one. So each starter has one entry, however often devices report.
        let starter = ClockStarter(automationID: automationID, nodeID: listener.nodeID)
        if let known = holds[starter], known <= due { return }
        holds.set(starter, at: due)
    }

    /// Fires the starters whose hold is long enough now.
    mutating func fireHeld(_ step: inout Step<some AutomationHome>) {
        while let (starter, _) = holds.popFirst(at: step.moment.now) {
            judgeHeld(starter, &step)
            awaitHolds(of: starter.automationID, at: step.moment)
        }
    }

    private mutating func judgeHeld(_ starter: ClockStarter, _ step: inout Step<some AutomationHome>) {
        let id = starter.automationID
        guard let entry = entries[id],
            let listener = entry.index.holdStarters.first(where: { $0.nodeID == starter.nodeID }),
            let becomes = listener.starter.becomes
        else { return }
        let (author, cause) = (entry.automation.savedBy, AutomationCause(.hub))
        let home = step.home.seen(by: author)
        let scope = entry.scope(home, at: step.moment)
        guard entries[id]?.hasBecome(becomes, at: starter.nodeID, scope) == true, listener.isOf(cause),
            listener.isReadable(in: home, by: author)
        else { return }
        // More than a moment only if the hub was down at the end of the hold.
        let ends = listener.heldTimes.compactMap { $0.end(entry.memory.heldSince) }
        let now = step.moment.sinceEpoch
        let late = now - (ends.filter { $0 <= now }.max() ?? now)
        guard late.wholeSeconds <= entry.automation.catchUp.bounded.wholeSeconds else {
            if entry.automation.isActive, entry.isValid { noteMissed(starter, by: late.wholeSeconds, at: step.moment) }
            return
        }
        let new = RunStart(nodeID: starter.nodeID, .instant(step.moment.second), cause)
        let readings = [starter.nodeID: scope.read(listener.starter.trait) ?? [:]]
        start(id, new, readings, &step)
    }

    /// After a start of the hub: evaluates `heldFor` starters as of the time when the hub was last up, so that holds
    /// that became long enough since then can fire.
    ///
    /// - Parameter latest: the highest time since 1970 at which the hub is known to have been up.
    mutating func catchUpHolds(
        of automationID: String, since latest: Duration, _ step: Step<some AutomationHome>
    ) {
        guard let entry = entries[automationID], !entry.index.holdStarters.isEmpty else { return }
        for listener in entry.index.holdStarters {
            // A recorded non-start also proves that the hub was up.
            let last = max(latest, entry.memory.nonStarts[listener.nodeID]?.last.at ?? .zero)
            let scope = entry.scope(step.home.seen(by: entry.automation.savedBy), at: step.moment.upTo(last))
            guard let becomes = listener.starter.becomes else { continue }
            entries[automationID]?.canBecome[listener.nodeID] = scope.result(of: becomes).canBecomeTrue
        }
        lookAtHolds(of: automationID, at: step.moment)
    }
}
