internal import HearthTraitDescriptors

extension AutomationMachine {
    /// Handles a change or event of the structure. Starters and conditions are evaluated here, at the position of the
    /// change.
    package mutating func changed(
        _ change: HomeChange, home: consuming some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var step = newStep(home: home, at: moment)
        if !runs.restorers.isEmpty { noticeOverrides(change) }
        let change = change.withEvents(takeNew(change.events))
        var automations: Set<String> = []
        for path in change.attributes.lazy.map(\.path) {
            if let listening = listeners[path] { automations.formUnion(listening) }
        }
        for event in change.events {
            if let listening = listeners[event.path] { automations.formUnion(listening) }
        }
        for id in automations {
            if entries[id]?.lookAtHeld(step) == true { pending.change(automation: id) }
        }
        // Each run is advanced once, however many of its nodes wait.
        for runID in waits.runs(awaiting: change) { advance(runID, after: change, &step) }
        for id in automations.sorted() {
            judge(id, change, &step)
            awaitHolds(of: id, at: step.moment)
        }
        return finish(&step)
    }

    /// The events that were not seen before.
    private mutating func takeNew(_ events: [HomeChange.Event]) -> [HomeChange.Event] {
        var new: [HomeChange.Event] = []
        for event in events {
            if let lastEvent, event.number <= lastEvent { continue }
            lastEvent = event.number
            new.append(event)
        }
        return new
    }

    /// Evaluates the starters of an automation.
    private mutating func judge(
        _ automationID: String, _ change: HomeChange, _ step: inout Step<some AutomationHome>
    ) {
        guard let entry = entries[automationID] else { return }
        let author = entry.automation.savedBy
        let home = step.home.seen(by: author)
        // Several starters that fire on one change make one start, that of the first in the graph. Each event makes its
        // own.
        var changed: GraphIndex.Listener?
        for listener in entry.index.listeners where listener.starter.eventID == nil {
            let isMet = isMet(listener, of: automationID, by: change, home, at: step.moment)
            if isMet, changed == nil, listener.isOf(change.cause) { changed = listener }
        }
        var starts = change.events.compactMap { event in
            entry.index.listeners.first {
                $0.isMet(by: event) && $0.isOf(change.cause) && $0.isReadable(in: home, by: author)
            }.map {
                (listener: $0, occasion: RunStart.Occasion.event(number: event.number), readings: event.fields)
            }
        }
        if let changed {
            let scope = RunScope(graph: entry.index, home: home, moment: step.moment)
            let start = (
                listener: changed,
                occasion: RunStart.Occasion.change(epoch: change.epoch, sequence: change.sequence),
                readings: scope.read(changed.starter.trait) ?? [:]
            )
            if starts.isEmpty {
                starts = [start]
            } else if changed.place < starts[0].listener.place {
                starts[0] = start
            }
        }
        for start in starts {
            let new = RunStart(nodeID: start.listener.nodeID, start.occasion, change.cause)
            if let outage = change.foundAfter, outage > entry.automation.catchUp.bounded {
                noteLate(new, by: outage, of: automationID, at: step.moment)
                continue
            }
            self.start(automationID, new, [start.listener.nodeID: start.readings], &step)
        }
    }

    /// Notes a start that is dropped because it was found after too long an outage.
    private mutating func noteLate(
        _ start: RunStart, by outage: Duration, of automationID: String, at moment: AutomationMoment
    ) {
        guard let entry = entries[automationID], entry.isValid, entry.automation.isActive else { return }
        let new = NonStart(
            reason: .late(by: outage), nodeID: start.nodeID ?? entry.index.root.id, at: moment.sinceEpoch,
            cause: start.cause, leaves: [])
        noteNonStart(new, of: automationID, start.nodeID)
    }

    /// Whether a starter fires on a change of attributes. Also records the present value of its `becomes`.
    private mutating func isMet(
        _ listener: GraphIndex.Listener, of automationID: String, by change: HomeChange, _ home: some AutomationHome,
        at moment: AutomationMoment
    ) -> Bool {
        guard listener.isReported(by: change), let entry = entries[automationID] else { return false }
        let isChange = listener.hears(change) && listener.isReadable(in: home, by: entry.automation.savedBy)
        guard let becomes = listener.starter.becomes else { return isChange }
        let hasBecome =
            entries[automationID]?.hasBecome(becomes, at: listener.nodeID, entry.scope(home, at: moment)) ?? false
        return isChange && hasBecome
    }
}

extension HomeChange {
    /// The same change with other events.
    fileprivate func withEvents(_ events: [Event]) -> HomeChange {
        guard events.count != self.events.count else { return self }
        return HomeChange(
            epoch: epoch, sequence: sequence, cause: cause, attributes: attributes, events: events,
            connectivity: connectivity, foundAfter: foundAfter)
    }
}
