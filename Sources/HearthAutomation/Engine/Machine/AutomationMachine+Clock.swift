internal import HearthBase
internal import HearthCalendar
internal import HearthTraitDescriptors

extension AutomationMachine {
    /// Handles the passing of time: continues runs whose waits are due, and fires starters whose time has come.
    package mutating func timePassed(home: consuming some AutomationHome, at moment: AutomationMoment) -> Actions {
        var step = newStep(home: home, at: moment)
        continueDueRuns(&step)
        fireDue(&step)
        return finish(&step)
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
        _ automationID: String, from start: ScheduleStart, _ step: Step<some AutomationHome>
    ) {
        guard let entry = entries[automationID] else { return }
        for listener in entry.index.listeners where listener.schedule != nil {
            let last = entry.memory.lastInstants[listener.nodeID]
            guard start == .now || last == nil else { continue }
            // Stored, so that after a crash times before this moment are not caught up.
            mark(
                ClockStarter(automationID: automationID, nodeID: listener.nodeID), max(last ?? .min, step.moment.second)
            )
            pending.change(automation: automationID)
        }
        scheduleAgain(automationID, from: start, step)
    }

    /// Computes the next times again after the clock, the time zone or the location has changed; times that have fired
    /// are skipped.
    mutating func scheduleAgain(
        _ automationID: String, from start: ScheduleStart = .now, _ step: Step<some AutomationHome>
    ) {
        let now = step.moment.second
        guard let entry = entries[automationID] else { return }
        var times: [(nodeID: UInt32, time: Int64)] = []
        for listener in entry.index.listeners {
            guard let schedule = listener.schedule else { continue }
            // A time that has fired does not fire again, even if the clock is set back.
            let last = entry.memory.lastInstants[listener.nodeID]
            let from = start == .lastFired ? last ?? now : now
            guard let next = clock.next(schedule, after: from, last: last, at: step.home.place) else { continue }
            times.append((listener.nodeID, next))
        }
        instants.replace(automationID, with: times)
    }

    /// Fires the starters whose time has come.
    mutating func fireDue(_ step: inout Step<some AutomationHome>) {
        guard standstill == nil else { return }
        fireHeld(&step)
        fireDue(until: step.moment.second, &step)
    }

    mutating func fireDue(
        until second: Int64, _ step: inout Step<some AutomationHome>
    ) {
        while let (starter, due) = instants.popFirst(at: second) { fire(starter, due: due, until: second, &step) }
    }

    /// Fires a starter at the newest time that is not too late; earlier times are noted as missed.
    private mutating func fire(
        _ starter: ClockStarter, due: Int64, until second: Int64, _ step: inout Step<some AutomationHome>
    ) {
        guard let entry = entries[starter.automationID],
            let schedule = entry.index.listeners.first(where: { $0.nodeID == starter.nodeID })?.schedule
        else { return }
        let newest = schedule.newest(from: due, through: second, at: step.home.place)
        let isLate = second - newest > entry.automation.catchUp.bounded.wholeSeconds
        let last = max(newest, entry.memory.lastInstants[starter.nodeID] ?? .min)
        mark(starter, last)
        if let next = clock.next(schedule, after: second, last: last, at: step.home.place) {
            instants.set(starter, at: next)
        }
        guard entry.automation.isActive, entry.isValid else { return }
        pending.change(automation: starter.automationID)
        if isLate || newest != due { noteMissed(starter, by: second - due, at: step.moment) }
        guard !isLate else { return }
        start(
            starter.automationID, RunStart(nodeID: starter.nodeID, .instant(newest), AutomationCause(.hub)), [:],
            &step)
    }

    /// Marks the instant at which a clock starter has fired, or from which its times count.
    mutating func mark(_ starter: ClockStarter, _ instant: Int64) {
        entries[starter.automationID]?.memory.lastInstants[starter.nodeID] = instant
        unproven?.add(instant, of: starter)
    }

    mutating func noteMissed(_ starter: ClockStarter, by seconds: Int64, at moment: AutomationMoment) {
        noteNonStart(
            NonStart(
                reason: .late(by: .seconds(seconds)), nodeID: starter.nodeID, at: moment.sinceEpoch,
                cause: AutomationCause(.hub), leaves: []),
            of: starter.automationID, starter.nodeID)
    }
}

extension Schedule {
    /// The last of its times up to `second`; `due` is a known one.
    fileprivate func newest(from due: Int64, through second: Int64, at place: SchedulePlace) -> Int64 {
        var newest = due
        // Binary search: no time up to `second` follows `high`; if none follows `low`, `newest` is the last.
        var (low, high) = (due, second)
        while low < high {
            guard let next = next(after: low, at: place), next <= second else { return newest }
            newest = next
            let middle = next + (high - next) / 2
            if let later = self.next(after: middle, at: place), later <= second {
                (newest, low) = (later, later)
            } else {
                (low, high) = (next, middle)
            }
        }
        return newest
    }
}

extension GraphIndex {
    /// Whether a starter waits for a time.
    var hasClockStarter: Bool { listeners.contains { $0.schedule != nil } }
}
