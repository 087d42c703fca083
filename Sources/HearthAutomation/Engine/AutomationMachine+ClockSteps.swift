internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// A span that the clock was set forward over, in seconds since 1970: after `from`, up to and including `through`.
    struct ClockGap: Hashable {
        let from: Int64
        let through: Int64
    }

    /// The smallest step; less is a clock that is being slewed to the right time.
    private static var leastStep: Duration { .seconds(2) }
    /// The most gaps to remember; the oldest are dropped.
    private static var mostGaps: Int { 8 }

    /// Detects that the clock was set, and ends the standstill after a start when it is over.
    mutating func noticeClock(home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions) {
        if let end = unproven?.end, moment.now >= end { unproven = nil }
        let offset = moment.sinceEpoch - moment.now
        if let before = clockOffset, offset != before {
            let step = offset - before
            if max(step, .zero - step) > Self.leastStep {
                // First, because handling the step may call this again.
                clockOffset = offset
                clockStepped(by: step, home: home, at: moment, &actions)
            }
        }
        clockOffset = offset
        guard let standstill else { return }
        if standstill.isOver(at: moment) {
            goOn(home: home, at: moment, &actions)
        } else if !standstill.isTold, standstill.waitsForClock(at: moment) {
            self.standstill?.isTold = true
            tellOfClock(&actions)
        }
    }

    private mutating func clockStepped(
        by step: Duration, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        shiftWaits(by: step)
        for id in entries.keys.sorted() { shiftHeld(of: id, by: step, at: moment) }
        let forgetful = step < .zero && unproven != nil ? forgetUnproven(home: home, at: moment) : []
        unproven?.end = moment.now + limits.clockTrust.bounded
        tellOfClock(&actions)
        guard standstill == nil else {
            // The clock is still being set after the start; times until now are handled as after an outage.
            return
        }
        for id in entries.keys.sorted() { shiftRests(of: id, by: step) }
        let before = AutomationMoment(now: moment.now, sinceEpoch: moment.sinceEpoch - step).second
        if step > limits.longestCatchUp {
            passOver(ClockGap(from: before, through: moment.second), home: home, at: moment, &actions)
        } else if step < .zero {
            // An automation that has forgotten a time catches up what was due before now.
            for id in entries.keys.sorted() where !forgetful.contains(id) {
                scheduleAgain(id, home: home, at: moment)
            }
        }
    }

    /// Shifts the stored times of waits, which last as long as before the step, whatever the clock says.
    private mutating func shiftWaits(by step: Duration) {
        let standing = Set(standstill?.runs ?? [])
        for (id, var run) in runs where run.end == nil && !standing.contains(id) && !run.progress.isEmpty {
            for (node, progress) in run.progress {
                switch progress {
                case .waiting(var waiting):
                    (waiting.since, waiting.until) = (waiting.since + step, waiting.until + step)
                    waiting.unseenSince = waiting.unseenSince.map { $0 + step }
                    run.progress[node] = .waiting(waiting)
                case .acting(var acting):
                    acting.since += step
                    run.progress[node] = .acting(acting)
                case .actingTogether(let parts):
                    run.progress[node] = .actingTogether(
                        parts.map {
                            var part = $0
                            part.acting.since += step
                            return part
                        })
                case .at, .finished, .executing: continue
                }
            }
            guard run != runs[id] else { continue }
            runs[id] = run
            unsaved.runs.insert(id)
        }
    }

    /// Shifts the beginnings of holds, which last as long as before, even if the clock was wrong when they began.
    private mutating func shiftHeld(of automationID: String, by step: Duration, at moment: AutomationMoment) {
        guard let entry = entries[automationID], !entry.index.held.isEmpty else { return }
        let known = unproven?.memories[automationID]?.heldSince
        for (place, time) in entry.memory.heldSince where known?[place] != time {
            entries[automationID]?.memory.heldSince[place] = time + step
            unsaved.automations.insert(automationID)
        }
        // Holds from before the start may now be longer or shorter.
        lookAtHolds(of: automationID, at: moment)
    }

    private mutating func shiftRests(of automationID: String, by step: Duration) {
        guard var memory = entries[automationID]?.memory else { return }
        // Times stored before the start were taken from a right clock.
        let known = unproven?.memories[automationID]
        for (node, time) in memory.suppressedUntil where known?.suppressedUntil[node] != time {
            memory.suppressedUntil[node] = time + step
        }
        if let time = memory.pausedUntil, known?.pausedUntil != time { memory.pausedUntil = time + step }
        guard memory != entries[automationID]?.memory else { return }
        entries[automationID]?.memory = memory
        unsaved.automations.insert(automationID)
    }

    /// Notes the times inside a gap as missed: the clock was set forward by more than `longestCatchUp`.
    private mutating func passOver(
        _ gap: ClockGap, home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        fireDue(until: gap.from, home: home, at: moment, &actions)
        gaps.append(gap)
        if gaps.count > Self.mostGaps { gaps.removeFirst() }
        for id in entries.keys.sorted() {
            guard let entry = entries[id] else { continue }
            for (node, instant) in entry.instants.sorted(by: { $0.key < $1.key }) where instant <= gap.through {
                let starter = ClockStarter(automationID: id, nodeID: node)
                mark(starter, max(entry.memory.lastInstants[node] ?? .min, gap.through))
                guard entry.automation.isActive, entry.isValid else { continue }
                noteMissed(starter, by: gap.through - instant, at: moment)
            }
            scheduleAgain(id, home: home, at: moment)
        }
    }

    /// Ends the standstill: continues the runs that have waited since the start.
    private mutating func goOn(home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions) {
        guard let standstill else { return }
        self.standstill = nil
        if standstill.isTold { tellOfClock(&actions) }
        if moment.sinceEpoch < standstill.latest {
            // The clock was wrong before and is right now, or it was not set within the patience.
            for id in entries.keys.sorted() {
                guard var entry = entries[id] else { continue }
                entry.memory.lastInstants = entry.memory.lastInstants.mapValues { min($0, moment.second) }
                entry.memory.heldSince = entry.memory.heldSince.mapValues { min($0, moment.sinceEpoch) }
                if entry.memory != entries[id]?.memory { unsaved.automations.insert(id) }
                entries[id] = entry
                schedule(id, home: home, at: moment, from: .lastFired)
            }
        }
        for id in standstill.automations { lookAtHolds(of: id, at: moment) }
        for id in standstill.runs {
            guard var run = runs[id], run.end == nil else { continue }
            run.setDue(at: moment)
            runs[id] = run
        }
        for id in standstill.runs { resume(id, home: home, at: moment, &actions) }
        startWithHub(standstill.automations, home: home, at: moment, &actions)
    }

    /// Fires the starters that wait for a start of the hub, after providers had time to connect.
    mutating func startWithHub(
        _ automations: [String], home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions
    ) {
        for id in automations {
            for listener in entries[id]?.index.hubStarters(structureID) ?? [] {
                let start = RunStart(nodeID: listener.nodeID, .instant(moment.second), AutomationCause(.hub))
                self.start(id, start, [:], home: home, at: moment, &actions)
            }
        }
    }
}

extension AutomationMachine {
    /// The time after a start of the hub until providers have connected and the clock is right. No run continues and no
    /// clock starter fires.
    struct Standstill: Sendable {
        /// The runs that had not ended, in the order in which they continue.
        let runs: [UInt64]
        /// The automations that existed when the hub started, sorted.
        var automations: [String] = []
        /// The end of the time for providers to connect, on the monotonic clock.
        let settled: Duration
        /// The highest stored time since 1970. A clock that shows less is wrong.
        let latest: Duration
        /// The latest end of the wait for the clock, on the monotonic clock.
        let end: Duration
        /// Whether clients were notified that the hub waits for the clock.
        var isTold = false

        func isOver(at moment: AutomationMoment) -> Bool {
            moment.now >= settled && (moment.sinceEpoch >= latest || moment.now >= end)
        }

        /// When to check again whether it is over.
        func nextLook(at moment: AutomationMoment) -> Duration {
            moment.now < settled ? settled : min(max(moment.now, end), moment.now + .seconds(5))
        }
    }
}

extension AutomationRun {
    /// Computes the monotonic due times of waits from their stored times since 1970. No wait becomes longer than it was
    /// at its beginning, because the clock may be wrong.
    mutating func setDue(at moment: AutomationMoment) {
        for (node, state) in progress {
            guard case .waiting(var waiting) = state else { continue }
            let whole = (waiting.until - waiting.since).bounded
            waiting.due = moment.now + min((waiting.until - moment.sinceEpoch).bounded, whole)
            progress[node] = .waiting(waiting)
        }
    }

    /// The earliest end of a wait, in time since 1970; nil if nothing waits.
    var firstWake: Duration? {
        progress.values.compactMap { if case .waiting(let waiting) = $0 { waiting.until } else { nil } }.min()
    }
}

extension AutomationMoment {
    /// The monotonic time at which the wall clock shows the next minute.
    var nextMinute: Duration {
        let minute = Duration.seconds(60)
        let shown = (second % 60 + 60) % 60
        return now + minute - .seconds(shown) - (sinceEpoch - .seconds(second))
    }
}
