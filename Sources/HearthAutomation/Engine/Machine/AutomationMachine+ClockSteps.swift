internal import HearthCalendar

extension AutomationMachine {
    /// Detects that the clock was set, and ends the standstill after a start when it is over.
    mutating func noticeClock(_ step: inout Step<some AutomationHome>) {
        if let end = unproven?.end, step.moment.now >= end { unproven = nil }
        defer { noticeEndOfClockWait(&step) }
        if let jump = clock.jump(at: step.moment) { clockWasSet(by: jump, &step) }
        guard let standstill else { return }
        if standstill.isOver(at: step.moment) {
            endStandstill(standstill, &step)
        } else if !standstill.isNotified, standstill.waitsForClock(at: step.moment) {
            self.standstill?.isNotified = true
            reportClockWaits(&step)
        }
    }

    private mutating func clockWasSet(by jump: Duration, _ step: inout Step<some AutomationHome>) {
        shiftWaits(by: jump)
        for id in entries.keys.sorted() { shiftHeld(of: id, by: jump, at: step.moment) }
        let forgetful = jump < .zero && unproven != nil ? forgetUnproven(step) : []
        unproven?.end = step.moment.now + limits.clockTrust.bounded
        reportClockWaits(&step)
        guard standstill == nil else {
            // The clock is still being set after the start; times until now are handled as after an outage.
            return
        }
        for id in entries.keys.sorted() { shiftRests(of: id, by: jump) }
        let before = AutomationMoment(now: step.moment.now, sinceEpoch: step.moment.sinceEpoch - jump).second
        if jump > limits.longestCatchUp {
            passOver(ObservedClock.Gap(from: before, through: step.moment.second), &step)
        } else if jump < .zero {
            // An automation that has forgotten a time catches up what was due before now.
            for id in entries.keys.sorted() where !forgetful.contains(id) { scheduleAgain(id, step) }
        }
    }

    /// Shifts the stored times of waits, so that they last as long as before the clock was set.
    private mutating func shiftWaits(by jump: Duration) {
        let standing = Set(standstill?.runs ?? [])
        for var run in runs.values where run.end == nil && !standing.contains(run.id) && !run.progress.isEmpty {
            run.shift(by: jump)
            guard run != runs[run.id] else { continue }
            runs[run.id] = run
            pending.change(run: run.id)
        }
    }

    /// Shifts the beginnings of holds, which last as long as before, even if the clock was wrong when they began.
    private mutating func shiftHeld(of automationID: String, by jump: Duration, at moment: AutomationMoment) {
        guard let entry = entries[automationID], !entry.index.held.isEmpty else { return }
        let known = unproven?.memories[automationID]?.heldSince
        for (place, time) in entry.memory.heldSince where known?[place] != time {
            entries[automationID]?.memory.heldSince[place] = time + jump
            pending.change(automation: automationID)
        }
        // Holds from before the start may now be longer or shorter.
        lookAtHolds(of: automationID, at: moment)
    }

    private mutating func shiftRests(of automationID: String, by jump: Duration) {
        guard var memory = entries[automationID]?.memory else { return }
        // Times stored before the start were taken from a right clock.
        let known = unproven?.memories[automationID]
        for (node, time) in memory.suppressedUntil where known?.suppressedUntil[node] != time {
            memory.suppressedUntil[node] = time + jump
        }
        if let time = memory.pausedUntil, known?.pausedUntil != time { memory.pausedUntil = time + jump }
        guard memory != entries[automationID]?.memory else { return }
        entries[automationID]?.memory = memory
        pending.change(automation: automationID)
    }

    /// Notes the times inside a gap as missed: the clock was set forward by more than `longestCatchUp`.
    private mutating func passOver(_ gap: ObservedClock.Gap, _ step: inout Step<some AutomationHome>) {
        fireDue(until: gap.from, &step)
        clock.add(gap)
        for id in entries.keys.sorted() {
            guard let entry = entries[id] else { continue }
            for (node, instant) in instants.times(of: id).sorted(by: { $0.key < $1.key }) where instant <= gap.through {
                let starter = ClockStarter(automationID: id, nodeID: node)
                mark(starter, max(entry.memory.lastInstants[node] ?? .min, gap.through))
                guard entry.automation.isActive, entry.isValid else { continue }
                noteMissed(starter, by: gap.through - instant, at: step.moment)
            }
            scheduleAgain(id, step)
        }
    }

    /// Handles an unproven clock that was set back: drops marks in the future, so that these times fire. Times before
    /// now are handled as after an outage.
    ///
    /// - Returns: the automations that dropped a mark; their next times are computed.
    private mutating func forgetUnproven(_ step: Step<some AutomationHome>) -> Set<String> {
        var forgetful: Set<String> = []
        for id in entries.keys.sorted() {
            guard var memory = entries[id]?.memory else { continue }
            let before = memory
            memory.lastStart = memory.lastStart.map { min($0, step.moment.sinceEpoch) }
            for (node, instant) in memory.lastInstants where instant > step.moment.second {
                let starter = ClockStarter(automationID: id, nodeID: node)
                memory.lastInstants[node] = unproven?.forget(after: step.moment.second, of: starter)
            }
            guard memory != before else { continue }
            entries[id]?.memory = memory
            pending.change(automation: id)
            if memory.lastInstants != before.lastInstants {
                scheduleAgain(id, from: .lastFired, step)
                forgetful.insert(id)
            }
        }
        return forgetful
    }

    /// Reports that no clock starter waits any more: the clock is right, or the automations were changed.
    private mutating func noticeEndOfClockWait(_ step: inout Step<some AutomationHome>) {
        guard let time = awaitedTime, standstill == nil else { return }
        let waits = entries.keys.contains { clockWait(of: $0, at: step.moment) != nil }
        guard step.moment.sinceEpoch >= time || !waits else { return }
        awaitedTime = nil
        step.actions.endsClockWait = true
    }

    /// Reports the automations with clock starters as changed, because they begin or cease to wait for the clock.
    mutating func reportClockWaits(_ step: inout Step<some AutomationHome>) {
        for (id, entry) in entries where entry.index.hasClockStarter { step.actions.changed.insert(id) }
        let waits = entries.keys.compactMap { clockWait(of: $0, at: step.moment) }
        let longest = waits.max { $0.latest < $1.latest }
        if awaitedTime == nil { step.actions.clockWait = longest }
        awaitedTime = longest?.latest
    }
}
