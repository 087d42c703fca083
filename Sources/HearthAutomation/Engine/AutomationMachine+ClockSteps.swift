internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// A time that the clock was set forward over, in seconds since 1970: after `from`, and up to `through`.
    struct ClockGap: Hashable {
        let from: Int64
        let through: Int64
    }

    /// What is smaller is not a step, but a clock that is held to the right time.
    private static var leastStep: Duration { .seconds(2) }
    /// Of more, the oldest are forgotten.
    private static var mostGaps: Int { 8 }

    /// Looks whether somebody has set the clock, and whether runs that stand still may go on.
    mutating func noticeClock(home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions) {
        if let end = unproven?.end, moment.now >= end { unproven = nil }
        let offset = moment.sinceEpoch - moment.now
        if let before = clockOffset, offset != before {
            let step = offset - before
            if max(step, .zero - step) > Self.leastStep {
                // A step may be noticed by what it leads to.
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
            // The clock is only being set right: what was to happen until now is late, and judged as after an outage.
            return
        }
        for id in entries.keys.sorted() { shiftRests(of: id, by: step) }
        let before = AutomationMoment(now: moment.now, sinceEpoch: moment.sinceEpoch - step).second
        if step > limits.longestCatchUp {
            passOver(ClockGap(from: before, through: moment.second), home: home, at: moment, &actions)
        } else if step < .zero {
            // What has forgotten a time catches up what was due before now.
            for id in entries.keys.sorted() where !forgetful.contains(id) {
                scheduleAgain(id, home: home, at: moment)
            }
        }
    }

    /// What waits, waits as long as it was told, whatever the clock says; only what is stored counts by the clock.
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

    /// What holds has done so as long as before, also where the clock was wrong when it began.
    private mutating func shiftHeld(of automationID: String, by step: Duration, at moment: AutomationMoment) {
        guard let entry = entries[automationID], !entry.index.held.isEmpty else { return }
        let known = unproven?.memories[automationID]?.heldSince
        for (place, time) in entry.memory.heldSince where known?[place] != time {
            entries[automationID]?.memory.heldSince[place] = time + step
            unsaved.automations.insert(automationID)
        }
        // What was stored before the start may have held for longer now, or not as long yet.
        lookAtHolds(of: automationID, at: moment)
    }

    private mutating func shiftRests(of automationID: String, by step: Duration) {
        guard var memory = entries[automationID]?.memory else { return }
        // What was stored before the start is by a clock that was right.
        let known = unproven?.memories[automationID]
        for (node, time) in memory.suppressedUntil where known?.suppressedUntil[node] != time {
            memory.suppressedUntil[node] = time + step
        }
        if let time = memory.pausedUntil, known?.pausedUntil != time { memory.pausedUntil = time + step }
        guard memory != entries[automationID]?.memory else { return }
        entries[automationID]?.memory = memory
        unsaved.automations.insert(automationID)
    }

    /// The clock was set forward by so much that what was to happen in between is noted as missed.
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

    /// Goes on with what stood still since the start.
    private mutating func goOn(home: some AutomationHome, at moment: AutomationMoment, _ actions: inout Actions) {
        guard let standstill else { return }
        self.standstill = nil
        if standstill.isTold { tellOfClock(&actions) }
        if moment.sinceEpoch < standstill.latest {
            // The clock was wrong before, and not now; or nobody sets it right.
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

    /// The hub has started, and providers had time to come back.
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
    /// After a start of the hub, until providers have come back and the clock is right: what was under way does not go on,
    /// and no starter that waits for a time fires.
    struct Standstill: Sendable {
        /// The runs that had not ended, in the order in which they go on.
        let runs: [UInt64]
        /// What was there when the hub started, in order.
        var automations: [String] = []
        /// When providers have had their time to come back, by the clock that never jumps.
        let settled: Duration
        /// The highest time since 1970 that was ever stored: a clock that shows less is wrong.
        let latest: Duration
        /// When nobody waits for the clock any longer, by the one that never jumps.
        let end: Duration
        /// Whether others were told that it is the clock that is waited for.
        var isTold = false

        func isOver(at moment: AutomationMoment) -> Bool {
            moment.now >= settled && (moment.sinceEpoch >= latest || moment.now >= end)
        }

        /// When to look again whether it is over.
        func nextLook(at moment: AutomationMoment) -> Duration {
            moment.now < settled ? settled : min(max(moment.now, end), moment.now + .seconds(5))
        }
    }
}

extension AutomationRun {
    /// When what waits falls due by the clock that never jumps, by the time since 1970 that is stored; never later than
    /// if it began now, as the clock may be wrong.
    mutating func setDue(at moment: AutomationMoment) {
        for (node, state) in progress {
            guard case .waiting(var waiting) = state else { continue }
            let whole = (waiting.until - waiting.since).bounded
            waiting.due = moment.now + min((waiting.until - moment.sinceEpoch).bounded, whole)
            progress[node] = .waiting(waiting)
        }
    }

    /// When the first node falls due that waits, in time since 1970; nil when none does.
    var firstWake: Duration? {
        progress.values.compactMap { if case .waiting(let waiting) = $0 { waiting.until } else { nil } }.min()
    }
}

extension AutomationMoment {
    /// When the clock shows the next minute, by the one that never jumps.
    var nextMinute: Duration {
        let minute = Duration.seconds(60)
        let shown = (second % 60 + 60) % 60
        return now + minute - .seconds(shown) - (sinceEpoch - .seconds(second))
    }
}
