internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// Time has passed: what waits goes on, and starters that wait for a time fire.
    package mutating func timePassed(home: some AutomationHome, at moment: AutomationMoment) -> Actions {
        var actions = Actions()
        while let node = waits.popFirst(at: moment.now) {
            // What is waited for may have come before, or have ended.
            guard case .waiting(let waiting)? = runs[node.runID]?.progress[node.nodeID], waiting.due <= moment.now
            else {
                continue
            }
            advance(node.runID, home: home, at: moment, &actions)
        }
        while let first = instants.first, first <= moment.second, let starter = instants.popFirst(at: moment.second) {
            guard entries[starter.automationID]?.instants[starter.nodeID] == first else { continue }
            fire(starter, due: first, home: home, at: moment, &actions)
        }
        return actions
    }

    /// Works out when an automation's clock starters fire next.
    ///
    /// - Parameter isRestored: whether what was missed while the hub was away is caught up (AU-75); otherwise nothing
    ///   that has passed counts.
    mutating func schedule(
        _ automationID: String, home: some AutomationHome, at moment: AutomationMoment, isRestored: Bool
    ) {
        guard var entry = entries[automationID] else { return }
        entry.instants = [:]
        for listener in entry.index.listeners {
            guard let schedule = listener.schedule else { continue }
            // What has fired does not fire again, whatever somebody does to the clock (AU-96).
            let last = entry.memory.lastInstants[listener.nodeID]
            let from = isRestored ? last ?? moment.second : max(last ?? .min, moment.second)
            guard let next = schedule.next(after: from, at: home.place) else { continue }
            entry.instants[listener.nodeID] = next
            instants.insert(ClockStarter(automationID: automationID, nodeID: listener.nodeID), at: next)
        }
        entries[automationID] = entry
    }

    /// A time has come, or has been passed: the newest that is not too late counts, and the others are noted as missed.
    private mutating func fire(
        _ starter: ClockStarter, due: Int64, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        guard let entry = entries[starter.automationID],
            let schedule = entry.index.listeners.first(where: { $0.nodeID == starter.nodeID })?.schedule
        else { return }
        let second = moment.second
        let catchUp = entry.automation.catchUp.components.seconds
        var (newest, missed): (Int64?, Int64?) = (due, nil)
        if second - due > catchUp {
            (newest, missed) = (schedule.next(after: second - catchUp - 1, at: home.place), due)
            if let found = newest, found > second { newest = nil }
        }
        for _ in 0..<limits.missedInstants {
            guard let found = newest, let later = schedule.next(after: found, at: home.place), later <= second else {
                break
            }
            (newest, missed) = (later, found)
        }
        entries[starter.automationID]?.memory.lastInstants[starter.nodeID] = newest ?? second
        unsaved.automations.insert(starter.automationID)
        let cause = AutomationCause(.hub)
        if let missed, entry.automation.isActive {
            noteNonStart(
                NonStart(
                    reason: .late(by: .seconds(second - missed)), nodeID: starter.nodeID, at: moment.sinceEpoch,
                    cause: cause, leaves: []),
                of: starter.automationID, starter.nodeID)
        }
        if let next = schedule.next(after: second, at: home.place) {
            entries[starter.automationID]?.instants[starter.nodeID] = next
            instants.insert(starter, at: next)
        } else {
            entries[starter.automationID]?.instants[starter.nodeID] = nil
        }
        guard let newest else { return }
        start(
            starter.automationID, RunStart(nodeID: starter.nodeID, .instant(newest), cause), [:], home: home,
            at: moment,
            &actions)
    }
}
