internal import HearthCalendar

extension AutomationMachine {
    /// The time since a start of the hub until its clock is proven. A machine whose battery is empty, or that keeps local
    /// time, shows a wrong time until the network sets it right; one that is ahead then would have every starter that
    /// waits for a time wait until that time is reached again.
    struct UnprovenTime: Sendable {
        /// When the clock has kept its time for long enough, by the one that never jumps.
        var end: Duration
        /// The instants that clock starters were marked with: the one from before the start, and those since, oldest first.
        private(set) var marks: [ClockStarter: [Int64]] = [:]
        /// What was remembered of automations at the start: times by a clock that was right.
        let memories: [String: AutomationMemory]

        /// Of more marks of a starter, those after the first are forgotten.
        private static let most = 64

        init(end: Duration, memories: [String: AutomationMemory]) {
            (self.end, self.memories) = (end, memories)
            for (id, memory) in memories {
                for (node, instant) in memory.lastInstants {
                    marks[ClockStarter(automationID: id, nodeID: node)] = [instant]
                }
            }
        }

        mutating func add(_ instant: Int64, of starter: ClockStarter) {
            marks[starter, default: []].append(instant)
            if let count = marks[starter]?.count, count > Self.most { marks[starter]?.remove(at: 1) }
        }

        /// Forgets the marks of a starter that are later than the time now.
        ///
        /// - Returns: the newest that is left; the time now where none is.
        mutating func forget(after second: Int64, of starter: ClockStarter) -> Int64 {
            let left = marks[starter]?.filter { $0 <= second } ?? []
            marks[starter] = left.isEmpty ? [second] : left
            return left.max() ?? second
        }

        /// Forgets all marks of an automation: it has another graph.
        mutating func forget(_ automationID: String) {
            marks = marks.filter { $0.key.automationID != automationID }
        }
    }

    /// The structure was made in this run of the hub, whose clock may not be proven either. A structure that was stored is
    /// told of its past in place of this (``restored(automations:runs:graphs:nextRunID:settling:latest:isFromBackup:home:at:)``).
    package mutating func begin(at moment: AutomationMoment) {
        unproven = UnprovenTime(end: moment.now + limits.clockTrust.bounded, memories: [:])
    }

    /// Notes that a clock starter has fired at an instant, or that its times count from then on.
    mutating func mark(_ starter: ClockStarter, _ instant: Int64) {
        entries[starter.automationID]?.memory.lastInstants[starter.nodeID] = instant
        unproven?.add(instant, of: starter)
    }

    /// The clock, which nothing has proven since the start, was set back: what was marked at times to come is forgotten, so
    /// that it happens at its time. What was due before that time counts as after an outage.
    ///
    /// - Returns: the automations that have forgotten a time, whose next ones are known again.
    mutating func forgetUnproven(home: some AutomationHome, at moment: AutomationMoment) -> Set<String> {
        var forgetful: Set<String> = []
        for id in entries.keys.sorted() {
            guard var memory = entries[id]?.memory else { continue }
            let before = memory
            memory.lastStart = memory.lastStart.map { min($0, moment.sinceEpoch) }
            for (node, instant) in memory.lastInstants where instant > moment.second {
                let starter = ClockStarter(automationID: id, nodeID: node)
                memory.lastInstants[node] = unproven?.forget(after: moment.second, of: starter)
            }
            guard memory != before else { continue }
            entries[id]?.memory = memory
            unsaved.automations.insert(id)
            if memory.lastInstants != before.lastInstants {
                scheduleAgain(id, home: home, at: moment, from: .lastFired)
                forgetful.insert(id)
            }
        }
        return forgetful
    }

    // MARK: What others see of it

    /// Why an automation's starters that wait for a time do not fire now: nil where they do.
    package func clockWait(of automationID: String, at moment: AutomationMoment) -> ClockWait? {
        guard let entry = entries[automationID], entry.automation.isActive, entry.index.hasClockStarter else {
            return nil
        }
        if let standstill {
            guard standstill.waitsForClock(at: moment) else { return nil }
            return ClockWait(latest: standstill.latest, goesOn: max(.zero, standstill.end - moment.now))
        }
        // What fires once a minute or more often is not worth a word.
        let fired = entry.index.listeners.compactMap { listener in
            listener.schedule == nil ? nil : entry.memory.lastInstants[listener.nodeID]
        }
        guard let last = fired.max(), last > moment.second &+ 60 else { return nil }
        let next = entry.instants.values.min()
        return next.map { $0 > last } ?? true ? ClockWait(latest: .seconds(last), goesOn: nil) : nil
    }

    /// Tells others of the automations whose clock starters begin or cease to wait for the clock.
    func tellOfClock(_ actions: inout Actions) {
        for (id, entry) in entries where entry.index.hasClockStarter { actions.changed.insert(id) }
    }
}

/// A wait for a clock that shows less than it has shown before.
package struct ClockWait: Hashable, Sendable {
    /// The highest time since 1970 that it has shown.
    package let latest: Duration
    /// How long it lasts at most; nil for until the clock shows that again.
    package let goesOn: Duration?
}

extension GraphIndex {
    /// Whether one of the starters waits for a time.
    var hasClockStarter: Bool { listeners.contains { $0.schedule != nil } }
}

extension AutomationMachine.Standstill {
    /// Whether it is only the clock that is waited for.
    func waitsForClock(at moment: AutomationMoment) -> Bool {
        moment.now >= settled && moment.sinceEpoch < latest && moment.now < end
    }
}
