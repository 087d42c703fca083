internal import HearthBase
internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// Time has passed: what waits goes on, and starters that wait for a time fire.
    package mutating func timePassed(home: some AutomationHome, at moment: AutomationMoment) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        while let node = waits.popFirst(at: moment.now) {
            // What is waited for may have come before, or have ended.
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

    /// From when on times of a schedule count.
    enum ScheduleStart {
        /// What has passed does not count.
        case now
        /// What was missed while the hub was away is caught up.
        case lastFired
    }

    /// Works out when an automation's clock starters fire next.
    mutating func schedule(
        _ automationID: String, home: some AutomationHome, at moment: AutomationMoment, from start: ScheduleStart
    ) {
        guard let entry = entries[automationID] else { return }
        for listener in entry.index.listeners where listener.schedule != nil {
            let last = entry.memory.lastInstants[listener.nodeID]
            guard start == .now || last == nil else { continue }
            // After a kill, what was to happen before this moment is not caught up.
            mark(
                ClockStarter(automationID: automationID, nodeID: listener.nodeID), max(last ?? .min, moment.second))
            unsaved.automations.insert(automationID)
        }
        scheduleAgain(automationID, home: home, at: moment, from: start)
    }

    /// Looks for the next times once more, of what has not happened: the clock, or the place, is another.
    mutating func scheduleAgain(
        _ automationID: String, home: some AutomationHome, at moment: AutomationMoment, from start: ScheduleStart = .now
    ) {
        guard var entry = entries[automationID] else { return }
        let before = entry.instants
        entry.instants = [:]
        for listener in entry.index.listeners {
            guard let schedule = listener.schedule else { continue }
            // What has fired does not fire again, whatever somebody does to the clock.
            let last = entry.memory.lastInstants[listener.nodeID]
            let from = start == .lastFired ? last ?? moment.second : moment.second
            guard let next = next(schedule, after: from, last: last, home: home) else { continue }
            entry.instants[listener.nodeID] = next
            // What is in the queue already stays there.
            guard before[listener.nodeID] != next else { continue }
            instants.insert(ClockStarter(automationID: automationID, nodeID: listener.nodeID), at: next)
        }
        entries[automationID] = entry
        instants.tidy { entries[$0.automationID]?.instants[$0.nodeID] == $1 }
    }

    /// The next time of a schedule that has not happened: after the last that has, or in a time that the clock was set
    /// forward over.
    private func next(_ schedule: Schedule, after second: Int64, last: Int64?, home: some AutomationHome) -> Int64? {
        var from = second
        // Each round passes a gap.
        for _ in 0...gaps.count {
            guard let next = schedule.next(after: from, at: home.place) else { return nil }
            guard let last, next <= last else { return next }
            if gaps.contains(where: { $0.from < next && next <= $0.through }) { return next }
            from = gaps.first { $0.from >= next }.map { min($0.from, last) } ?? last
        }
        return schedule.next(after: last ?? from, at: home.place)
    }

    /// Starters fire whose time has come.
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

    /// A time has come, or has been passed: the newest that is not too late counts, and the others are noted as missed.
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

    /// The last time of a schedule from one that is known on.
    private func newest(
        of schedule: Schedule, from due: Int64, through second: Int64, home: some AutomationHome
    ) -> Int64 {
        var newest = due
        // After `low` one comes that counts, and after `high` none.
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
