package import HearthTraitModel

extension AutomationMachine {
    /// Whether a change of a trait, or an event of it, may lead to anything: others need not be told (AU-93).
    package func isConcerned(by path: TraitPath) -> Bool {
        listeners[path] != nil || watched[path] != nil || originals[path] != nil
    }

    /// Whether an automation's starters set it off: it may have switched itself off (AU-06).
    package func isActive(_ automationID: String) -> Bool { entries[automationID]?.automation.isActive ?? false }

    /// Whether a run of an automation lives.
    package func isRunning(_ automationID: String) -> Bool { entries[automationID]?.lives.isEmpty == false }

    /// How many runs of an automation live.
    package func livingRuns(of automationID: String) -> Int { entries[automationID]?.lives.count ?? 0 }

    /// The active automations that an event of this kind sets off, if their conditions hold.
    package func automations(waitingFor event: HomeChange.Event, of cause: AutomationCause) -> [String] {
        Set(listeners[event.path] ?? []).sorted().filter { id in
            guard let entry = entries[id], entry.isValid, entry.automation.isActive else { return false }
            return entry.index.listeners.contains { $0.isMet(by: event) && $0.isOf(cause) }
        }
    }

    /// Whether somebody can run an automation by hand (AU-07).
    package func isManuallyExecutable(_ automationID: String) -> Bool {
        entries[automationID].map { $0.isValid && $0.index.hasManualStarter } ?? false
    }

    /// Whether something waits to be stored.
    package var hasUnsaved: Bool { !unsaved.isEmpty }
}
