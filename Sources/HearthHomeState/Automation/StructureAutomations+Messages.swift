internal import HearthAutomation
internal import HearthBase
internal import HearthCalendar
internal import HearthTraitCore
package import HearthWire

// Automations as clients see them.
extension StructureAutomations {
    /// Takes the present messages of automations that may have changed for clients.
    mutating func takeUnshown(_ state: StructureState) -> [Hearth_V1_Automation] {
        guard !unshown.isEmpty else { return [] }
        let ids = unshown
        unshown = []
        return ids.sorted().compactMap { id in record(id).map { message(of: $0, state) } }
    }

    /// The message of an automation as it is, or as it will be once it is saved.
    package mutating func message(of record: AutomationRecord, _ state: StructureState) -> Hearth_V1_Automation {
        let automation = record.automation
        let isSaved = self.record(automation.id)?.automation.revision == automation.revision
        let known = isSaved ? verdicts[automation.id] : nil
        let issues = (known ?? verdict(on: automation, state)).issues
        let memory = memory(of: automation.id)
        return Hearth_V1_Automation(
            id: automation.id, structureID: state.id, name: automation.name, description: automation.description,
            isActive: isSaved ? isActive(automation.id) : automation.isActive, revision: record.shownRevision,
            program: record.program,
            issues: issues.map { Hearth_V1_AutomationIssue($0) } + (isSaved ? clockIssue(automation.id, state) : []),
            isRunning: isRunning(automation.id), executionCount: memory?.executions ?? 0,
            lastStart: memory?.lastStart.map { .init(sinceEpoch: $0) },
            pausedUntil: memory?.pausedUntil.map { .init(sinceEpoch: $0) }, programRevision: automation.revision,
            aliases: record.aliases)
    }

    /// A warning that an automation's time starters wait because the clock shows an earlier time than before.
    private func clockIssue(_ id: String, _ state: StructureState) -> [Hearth_V1_AutomationIssue] {
        guard let (wait, now) = clockWait(of: id) else { return [] }
        func text(_ time: Duration) -> String { ClockNotice.text(time, at: state.place) }
        let end =
            wait.goesOn.map { "otherwise they resume in \(ClockNotice.minutes($0)) min" }
            ?? "if it is right, save the automation again"
        return [
            Hearth_V1_AutomationIssue(
                severity: .warning, kind: "waitsForClock",
                message:
                    "its time starters wait until the hub's clock is right: it shows \(text(now)), but has "
                    + "shown \(text(wait.latest)) before; set the machine's clock; \(end)")
        ]
    }

    /// Why an automation did not run by hand, for a message.
    package func reasonNotToRun(_ id: String) -> String {
        if let issue = verdicts[id]?.issues.first(where: { $0.severity == .error }) { return issue.message }
        if verdicts[id]?.isUnderstood == false { return "it has parts that this version of the hub does not know" }
        switch shortage(of: id) {
        case .share(let most)?:
            return "\(most) runs of automations that the same person saved are unfinished, the most allowed; stop some"
        case .lastPart(let most, floor: _)?, .others(let most)?, .total(let most)?:
            return "\(most) runs of automations on the hub are unfinished, the most allowed; stop some"
        case .household(_, let most)?:
            return
                "\(most) runs of automations in the household are unfinished, the most that a structure may have with "
                + "those that its owners created; stop some"
        case nil: break
        }
        guard isManuallyExecutable(id) else { return "it has no manual starter; add one" }
        let newest = memory(of: id)?.nonStarts.values.map(\.last).max { $0.at < $1.at }
        return newest.map { "\($0.reason.sentence) (node \($0.nodeID))" } ?? "it may not begin now"
    }
}

extension EndReason {
    /// The reason in messages, after "it did not run:".
    fileprivate var sentence: String {
        switch self {
        case .conditionFalse: "a condition does not hold"
        case .conditionUnknown: "a condition can't be known"
        case .suppressed: "it ran a short while ago and is set not to run again so soon"
        case .alreadyRunning: "it is running"
        case .tooManyRuns: "it has as many unfinished runs as it may have"
        case .loop: "automations started each other in a loop"
        case .paused: "it was triggered too often and is paused"
        case .finished, .notHeld, .restarted, .stopped, .deleted, .actionFailed, .late, .restored, .invalid:
            "it ended at once"
        }
    }
}
