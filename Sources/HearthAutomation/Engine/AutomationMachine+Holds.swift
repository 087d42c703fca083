internal import HearthBase
internal import HearthTraitModel

// Starters that wait for something to have held for so long. Nothing changes at the moment when it has, so
// that they are looked at then.

extension AutomationMachine {
    /// Has an automation's starters looked at when what they wait for has held for long enough.
    mutating func awaitHolds(of automationID: String, at moment: AutomationMoment) {
        guard let entry = entries[automationID] else { return }
        for listener in entry.index.holdStarters {
            let ends = listener.heldTimes.compactMap { $0.end(entry.memory.heldSince) }
            guard let end = ends.filter({ $0 > moment.sinceEpoch }).min() else { continue }
            lookAtHold(listener, of: automationID, at: moment.now + (end - moment.sinceEpoch))
        }
    }

    /// Has them looked at as soon as may be: what they wait for may hold for longer, or not as long, by another clock.
    mutating func lookAtHolds(of automationID: String, at moment: AutomationMoment) {
        for listener in entries[automationID]?.index.holdStarters ?? [] {
            lookAtHold(listener, of: automationID, at: moment.now)
        }
    }

    private mutating func lookAtHold(_ listener: GraphIndex.Listener, of automationID: String, at due: Duration) {
        // A look that comes too early asks for the next one: so there is one, however often devices report.
        if let known = entries[automationID]?.heldDue[listener.nodeID], known <= due { return }
        entries[automationID]?.heldDue[listener.nodeID] = due
        holds.insert(ClockStarter(automationID: automationID, nodeID: listener.nodeID), at: due)
        holds.tidy { entries[$0.automationID]?.heldDue[$0.nodeID] == $1 }
    }

    /// Starters fire for which something has held for long enough now.
    mutating func fireHeld(home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions) {
        while let due = holds.first, let starter = holds.popFirst(at: moment.now) {
            guard entries[starter.automationID]?.heldDue[starter.nodeID] == due else { continue }
            entries[starter.automationID]?.heldDue[starter.nodeID] = nil
            judgeHeld(starter, home: home, at: moment, &actions)
            awaitHolds(of: starter.automationID, at: moment)
        }
    }

    private mutating func judgeHeld(
        _ starter: ClockStarter, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        let id = starter.automationID
        guard let entry = entries[id],
            let listener = entry.index.holdStarters.first(where: { $0.nodeID == starter.nodeID }),
            let becomes = listener.starter.becomes
        else { return }
        let (author, cause) = (entry.automation.savedBy, AutomationCause(.hub))
        let home = home.seen(by: author)
        let scope = RunScope(graph: entry.index, home: home, moment: moment, heldSince: entry.memory.heldSince)
        guard entries[id]?.hasBecome(becomes, at: starter.nodeID, scope) == true, listener.isOf(cause),
            listener.isReadable(in: home, by: author)
        else { return }
        // Long ago only where the hub was away when it had held for long enough.
        let ends = listener.heldTimes.compactMap { $0.end(entry.memory.heldSince) }
        let late = moment.sinceEpoch - (ends.filter { $0 <= moment.sinceEpoch }.max() ?? moment.sinceEpoch)
        guard late.wholeSeconds <= entry.automation.catchUp.bounded.wholeSeconds else {
            if entry.automation.isActive, entry.isValid { noteMissed(starter, by: late.wholeSeconds, at: moment) }
            return
        }
        let new = RunStart(nodeID: starter.nodeID, .instant(moment.second), cause)
        let readings = [starter.nodeID: scope.read(listener.starter.trait) ?? [:]]
        start(id, new, readings, home: home, at: moment, &actions)
    }

    /// After a start of the hub: what came to hold for long enough while it was away has not set anything off yet.
    ///
    /// - Parameter latest: the highest time since 1970 at which the hub is known to have been there.
    mutating func catchUpHolds(
        of automationID: String, since latest: Duration, home: some AutomationHome, at moment: AutomationMoment
    ) {
        guard let entry = entries[automationID], !entry.index.holdStarters.isEmpty else { return }
        for listener in entry.index.holdStarters {
            // A start that led to no run says as well that the hub was there.
            let last = max(latest, entry.memory.nonStarts[listener.nodeID]?.last.at ?? .zero)
            let scope = RunScope(
                graph: entry.index, home: home.seen(by: entry.automation.savedBy),
                moment: AutomationMoment(now: moment.now, sinceEpoch: min(last, moment.sinceEpoch)),
                heldSince: entry.memory.heldSince)
            guard let becomes = listener.starter.becomes else { continue }
            var evaluator = Evaluator(scope)
            entries[automationID]?.canBecome[listener.nodeID] = evaluator.evaluate(becomes).canBecomeTrue
        }
        lookAtHolds(of: automationID, at: moment)
    }
}
