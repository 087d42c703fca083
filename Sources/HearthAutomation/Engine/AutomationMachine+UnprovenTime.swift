internal import HearthCalendar

extension AutomationMachine {
    /// The time after a start of the hub until its clock is proven. A machine with an empty battery, or one that keeps
    /// local time, shows a wrong time until the network sets it. If that time were ahead, every clock starter would
    /// wait until the right clock reaches it again.
    struct UnprovenTime: Sendable {
        /// When the clock counts as proven, on the monotonic clock.
        var end: Duration
        /// The instants with which clock starters were marked: the one from before the start, then those since, oldest
        /// first.
        private(set) var marks: [ClockStarter: [Int64]] = [:]
        /// The memories of automations at the start; their times were taken from a right clock.
        let memories: [String: AutomationMemory]

        /// The most marks of a starter; of more, those after the first are dropped.
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

        /// Drops the marks of a starter that are later than `second`.
        ///
        /// - Returns: the newest remaining mark; `second` if there is none.
        mutating func forget(after second: Int64, of starter: ClockStarter) -> Int64 {
            let left = marks[starter]?.filter { $0 <= second } ?? []
            marks[starter] = left.isEmpty ? [second] : left
            return left.max() ?? second
        }

        /// Drops all marks of an automation, whose graph has changed.
        mutating func forget(_ automationID: String) {
            marks = marks.filter { $0.key.automationID != automationID }
        }
    }

    /// Begins the engine of a structure that was created since the hub started, whose clock may not be proven yet.
    /// Stored structures call ``restored(automations:runs:graphs:nextRunID:settling:latest:isFromBackup:home:at:)``
    /// instead.
    package mutating func begin(at moment: AutomationMoment) {
        unproven = UnprovenTime(end: moment.now + limits.clockTrust.bounded, memories: [:])
    }

    /// Marks the instant at which a clock starter has fired, or from which its times count.
    mutating func mark(_ starter: ClockStarter, _ instant: Int64) {
        entries[starter.automationID]?.memory.lastInstants[starter.nodeID] = instant
        unproven?.add(instant, of: starter)
    }

    /// Handles an unproven clock that was set back: drops marks in the future, so that these times fire. Times before
    /// now are handled as after an outage.
    ///
    /// - Returns: the automations that dropped a mark; their next times are computed.
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

    // MARK: Clock waits

    /// Why an automation's clock starters do not fire now; nil if they do.
    package func clockWait(of automationID: String, at moment: AutomationMoment) -> ClockWait? {
        guard let entry = entries[automationID], entry.automation.isActive, entry.index.hasClockStarter else {
            return nil
        }
        if let standstill {
            guard standstill.waitsForClock(at: moment) else { return nil }
            return ClockWait(latest: standstill.latest, goesOn: max(.zero, standstill.end - moment.now))
        }
        // A starter that fires every minute or more often is not delayed noticeably.
        let fired = entry.index.listeners.compactMap { listener in
            listener.schedule == nil ? nil : entry.memory.lastInstants[listener.nodeID]
        }
        guard let last = fired.max(), last > moment.second &+ 60 else { return nil }
        let next = entry.instants.values.min()
        return next.map { $0 > last } ?? true ? ClockWait(latest: .seconds(last), goesOn: nil) : nil
    }

    /// Reports the automations with clock starters as changed, because they begin or cease to wait for the clock.
    func tellOfClock(_ actions: inout Actions) {
        for (id, entry) in entries where entry.index.hasClockStarter { actions.changed.insert(id) }
    }
}

/// A wait for a clock that shows less than it has shown before.
package struct ClockWait: Hashable, Sendable {
    /// The highest time since 1970 that the clock has shown.
    package let latest: Duration
    /// How much longer the wait lasts at most; nil if it lasts until the clock shows ``latest`` again.
    package let goesOn: Duration?
}

extension GraphIndex {
    /// Whether a starter waits for a time.
    var hasClockStarter: Bool { listeners.contains { $0.schedule != nil } }
}

extension AutomationMachine.Standstill {
    /// Whether providers are settled and only the clock is waited for.
    func waitsForClock(at moment: AutomationMoment) -> Bool {
        moment.now >= settled && moment.sinceEpoch < latest && moment.now < end
    }
}
