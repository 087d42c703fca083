package import HearthTraitDescriptors

extension AutomationMachine {
    /// Whether a change or event of this trait can have an effect; if not, ``changed(_:home:at:)`` need not be called.
    package func isConcerned(by path: TraitPath) -> Bool {
        listeners[path] != nil || waits.watched[path] != nil || runs.restorers[path] != nil
    }

    /// Whether the automation is active; it may have deactivated itself.
    package func isActive(_ automationID: String) -> Bool { entries[automationID]?.automation.isActive ?? false }

    /// Whether an automation has a run that has not ended.
    package func isRunning(_ automationID: String) -> Bool { entries[automationID]?.lives.isEmpty == false }

    /// The number of runs of an automation that have not ended.
    package func livingRuns(of automationID: String) -> Int { entries[automationID]?.lives.count ?? 0 }

    /// The active automations that this event would start, apart from their conditions.
    package func automations(waitingFor event: HomeChange.Event, of cause: AutomationCause) -> [String] {
        (listeners[event.path] ?? []).sorted().filter { id in
            guard let entry = entries[id], entry.isValid, entry.automation.isActive else { return false }
            return entry.index.listeners.contains { $0.isMet(by: event) && $0.isOf(cause) }
        }
    }

    /// Whether a run waits for events of a trait.
    package func isRunWaiting(forEventsOf path: TraitPath) -> Bool { waits.watched[path]?.isEmpty == false }

    /// Whether an automation can be run by hand.
    package func isManuallyExecutable(_ automationID: String) -> Bool {
        entries[automationID].map { $0.isValid && $0.index.hasManualStarter } ?? false
    }

    /// Whether there are unsaved rows.
    package var hasUnsaved: Bool { !pending.isEmpty }

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
        let next = instants.times(of: automationID).values.min()
        return next.map { $0 > last } ?? true ? ClockWait(latest: .seconds(last), goesOn: nil) : nil
    }
}
