internal import HearthBase
internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// Handles the passing of time: continues runs whose waits are due, and fires starters whose time has come.
    package mutating func timePassed(home: some AutomationHome, at moment: AutomationMoment) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        while let node = waits.popFirst(at: moment.now) {
            // The wait may have ended early, and its run too.
            guard let run = runs[node.runID], case .waiting(let waiting)? = run.progress[node.nodeID] else { continue }
            let isTimed = index(of: run)?.isTimed(node.nodeID) == true
            let isLook = looks[node.runID]?[node.nodeID].map { $0 <= moment.now } ?? false
            guard waiting.due <= moment.now || isTimed || isLook else { continue }
            advance(node.runID, home: home, at: moment, &actions)
            if isTimed, case .waiting? = runs[node.runID]?.progress[node.nodeID] {
                waits.insert(node, at: moment.nextMinute)
            }
        }
        fireDue(home: home, at: moment, &actions)
        goOnWithParents(home: home, at: moment, &actions)
        return actions
    }

    /// The time from which a schedule counts.
    enum ScheduleStart {
        /// From now; times before now are ignored.
        case now
        /// From the last time that fired, so that times missed while the hub was down are caught up.
        case lastFired
    }

    /// Computes when an automation's clock starters fire next.
    mutating func schedule(
        _ automationID: String, home: some AutomationHome, at moment: AutomationMoment, from start: ScheduleStart
    ) {
        guard let entry = entries[automationID] else { return }
        for listener in entry.index.listeners where listener.schedule != nil {
            let last = entry.memory.lastInstants[listener.nodeID]
            guard start == .now || last == nil else { continue }
            // Stored, so that after a crash times before this moment are not caught up.
            mark(
                ClockStarter(automationID: automationID, nodeID: listener.nodeID), max(last ?? .min, moment.second))
            unsaved.automations.insert(automationID)
        }
        scheduleAgain(automationID, home: home, at: moment, from: start)
    }

    /// Computes the next times again after the clock, the time zone or the location has changed; times that have fired
    /// are skipped.
    mutating func scheduleAgain(
        _ automationID: String, home: some AutomationHome, at moment: AutomationMoment, from start: ScheduleStart = .now
    ) {
        guard var entry = entries[automationID] else { return }
        let before = entry.instants
        entry.instants = [:]
        for listener in entry.index.listeners {
            guard let schedule = listener.schedule else { continue }
            // A time that has fired does not fire again, even if the clock is set back.
            let last = entry.memory.lastInstants[listener.nodeID]
            let from = start == .lastFired ? last ?? moment.second : moment.second
            guard let next = next(schedule, after: from, last: last, home: home) else { continue }
            entry.instants[listener.nodeID] = next
            // An unchanged time is in the queue already.
            guard before[listener.nodeID] != next else { continue }
            instants.insert(ClockStarter(automationID: automationID, nodeID: listener.nodeID), at: next)
        }
        entries[automationID] = entry
        instants.tidy { entries[$0.automationID]?.instants[$0.nodeID] == $1 }
    }

    /// The next time of a schedule that has not fired: after the last that has, or inside a gap that the clock was set
    /// forward over.
    private func next(_ schedule: Schedule, after second: Int64, last: Int64?, home: some AutomationHome) -> Int64? {
        var from = second
        // Each iteration passes a gap.
        for _ in 0...gaps.count {
            guard let next = schedule.next(after: from, at: home.place) else { return nil }
            guard let last, next <= last else { return next }
            if gaps.contains(where: { $0.from < next && next <= $0.through }) { return next }
            from = gaps.first { $0.from >= next }.map { min($0.from, last) } ?? last
        }
        return schedule.next(after: last ?? from, at: home.place)
    }

    /// Fires the starters whose time has come.
    mutating func fireDue(home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions) {
        guard standstill == nil else { return }
        fireHeld(home: home, at: moment, &actions)
        fireDue(until: moment.second, home: home, at: moment, &actions)
    }

    mutating func fireDue(
        until second: Int64, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        while let first = instants.first, first <= second, let starter = instants.popFirst(at: second) {
            guard entries[starter.automationID]?.instants[starter.nodeID] == first else { continue }
            fire(starter, due: first, until: second, home: home, at: moment, &actions)
        }
    }

    /// Fires a starter at the newest time that is not too late; earlier times are noted as missed.
    private mutating func fire(
        _ starter: ClockStarter, due: Int64, until second: Int64, home: some AutomationHome,
        at moment: AutomationMoment, _ actions: inout Actions
    ) {
        guard let entry = entries[starter.automationID],
            let schedule = entry.index.listeners.first(where: { $0.nodeID == starter.nodeID })?.schedule
        else { return }
        let newest = newest(of: schedule, from: due, through: second, home: home)
        let isLate = second - newest > entry.automation.catchUp.bounded.wholeSeconds
        let last = max(newest, entry.memory.lastInstants[starter.nodeID] ?? .min)
        mark(starter, last)
        if let next = next(schedule, after: second, last: last, home: home) {
            entries[starter.automationID]?.instants[starter.nodeID] = next
            instants.insert(starter, at: next)
        } else {
            entries[starter.automationID]?.instants[starter.nodeID] = nil
        }
        guard entry.automation.isActive, entry.isValid else { return }
        unsaved.automations.insert(starter.automationID)
        if isLate || newest != due { noteMissed(starter, by: second - due, at: moment) }
        guard !isLate else { return }
        start(
            starter.automationID, RunStart(nodeID: starter.nodeID, .instant(newest), AutomationCause(.hub)), [:],
            home: home, at: moment, &actions)
    }

    /// The last time of a schedule up to `second`; `due` is a known one.
    private func newest(
        of schedule: Schedule, from due: Int64, through second: Int64, home: some AutomationHome
    ) -> Int64 {
        var newest = due
        // Binary search: no time up to `second` follows `high`; if none follows `low`, `newest` is the last.
        var (low, high) = (due, second)
        while low < high {
            guard let next = schedule.next(after: low, at: home.place), next <= second else { return newest }
            newest = next
            let middle = next + (high - next) / 2
            if let later = schedule.next(after: middle, at: home.place), later <= second {
                (newest, low) = (later, later)
            } else {
                (low, high) = (next, middle)
            }
        }
        return newest
    }

    mutating func noteMissed(_ starter: ClockStarter, by seconds: Int64, at moment: AutomationMoment) {
        noteNonStart(
            NonStart(
                reason: .late(by: .seconds(seconds)), nodeID: starter.nodeID, at: moment.sinceEpoch,
                cause: AutomationCause(.hub), leaves: []),
            of: starter.automationID, starter.nodeID)
    }
}
