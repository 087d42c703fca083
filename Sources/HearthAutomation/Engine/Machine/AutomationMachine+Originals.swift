internal import HearthTraitDescriptors

// The original values that runs keep for a restoration, and the changes that override them.
extension AutomationMachine {
    /// Keeps original values for the runs that may restore them.
    mutating func remember(
        _ remembered: [(attribute: TraitAttribute, original: OriginalValue)], for restorers: some Sequence<UInt64>
    ) {
        guard !remembered.isEmpty else { return }
        for id in restorers {
            guard var run = runs[id] else { continue }
            for (attribute, original) in remembered { run.keep(attribute, original, bytes: limits.originalBytes) }
            runs[id] = run
            pending.change(run: id)
        }
    }

    /// Notes that another cause has changed attributes that a run wanted to restore; these are not restored.
    mutating func noticeOverrides(_ change: HomeChange) {
        for attributes in change.attributes {
            guard let following = runs.restorers[attributes.path] else { continue }
            for runID in following {
                guard var run = runs[runID], !isDoing(of: run, change.cause) else { continue }
                for (id, value) in attributes.values.fields {
                    let attribute = TraitAttribute(attributes.path, id)
                    guard let original = run.originals[attribute], !original.isOverridden,
                        original.asked != value,
                        change.cause.kind != .device || !Restorable.isOnTheWay(value, original, of: attribute)
                    else { continue }
                    run.originals[attribute]?.isOverridden = true
                }
                guard run.originals != runs[runID]?.originals else { continue }
                runs[runID] = run
                pending.change(run: runID)
            }
        }
    }

    /// Whether a run or a descendant of it is the cause. In a dry run the record has run numbers of the life it
    /// recorded, so a run of another automation may have the same number: the automations tell them apart.
    private func isDoing(of run: AutomationRun, _ cause: AutomationCause) -> Bool {
        guard let origin = cause.run, origin.chain.contains(run.automationID) else { return false }
        return runs.isDescendant(origin.runID, of: run.id)
    }
}
