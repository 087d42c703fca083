internal import HearthTraitModel

extension AutomationMachine {
    /// Something of the structure changed or happened. Starters and their conditions are judged here and now, at the
    /// position of the change (§7.4).
    package mutating func changed(
        _ change: HomeChange, home: some AutomationHome, at moment: AutomationMoment
    ) -> Actions {
        var actions = Actions()
        noticeClock(home: home, at: moment, &actions)
        if !originals.isEmpty { noticeOverrides(change) }
        let change = change.withEvents(takeNew(change.events))
        var automations: [String] = []
        var nodes: Set<WatchedNode> = []
        for path in change.attributes.lazy.map(\.path) {
            if let listening = listeners[path] { automations += listening }
            if let watching = watched[path] { nodes.formUnion(watching) }
        }
        for event in change.events {
            if let listening = listeners[event.path] { automations += listening }
            if let watching = watched[event.path] { nodes.formUnion(watching) }
        }
        if !change.connectivity.isEmpty {
            for (path, watching) in watched where change.connectivity.contains(path.target.deviceID) {
                nodes.formUnion(watching)
            }
        }
        for id in automations { entries[id]?.lookAtHeld(home: home, at: moment, &unsaved) }
        if !nodes.isEmpty { look(at: nodes, change, home: home, at: moment, &actions) }
        for id in Set(automations).sorted() {
            judge(id, change, home: home, at: moment, &actions)
            awaitHolds(of: id, at: moment)
        }
        goOnWithParents(home: home, at: moment, &actions)
        return actions
    }

    /// The events that were not there before.
    private mutating func takeNew(_ events: [HomeChange.Event]) -> [HomeChange.Event] {
        var new: [HomeChange.Event] = []
        for event in events {
            if let lastEvent, event.number <= lastEvent { continue }
            lastEvent = event.number
            new.append(event)
        }
        return new
    }

    /// What must stay true, or is waited for, depends on what has changed.
    private mutating func look(
        at nodes: Set<WatchedNode>, _ change: HomeChange, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        // A run is looked at once, whatever of it waits.
        for runID in Set(nodes.map(\.runID)).sorted() {
            advance(runID, after: change, home: home, at: moment, &actions)
        }
    }

    private mutating func judge(
        _ automationID: String, _ change: HomeChange, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        guard let entry = entries[automationID] else { return }
        let author = entry.automation.savedBy
        let home = home.seen(by: author)
        // Two starters on one change are one start, of the first in the graph; each event is a start of its own.
        var changed: GraphIndex.Listener?
        for listener in entry.index.listeners where listener.starter.eventID == nil {
            let isMet = isMet(listener, of: automationID, by: change, home: home, at: moment)
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
            let scope = RunScope(graph: entry.index, home: home, moment: moment)
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
                noteLate(new, by: outage, of: automationID, at: moment)
                continue
            }
            self.start(automationID, new, [start.listener.nodeID: start.readings], home: home, at: moment, &actions)
        }
    }

    /// What was found after too long an outage starts nothing.
    private mutating func noteLate(
        _ start: RunStart, by outage: Duration, of automationID: String, at moment: AutomationMoment
    ) {
        guard let entry = entries[automationID], entry.isValid, entry.automation.isActive else { return }
        let new = NonStart(
            reason: .late(by: outage), nodeID: start.nodeID ?? entry.index.root.id, at: moment.sinceEpoch,
            cause: start.cause, leaves: [])
        noteNonStart(new, of: automationID, start.nodeID)
    }

    /// Whether a change of attributes is one that a starter waits for. Of `becomes`, what it is now is kept in any case.
    private mutating func isMet(
        _ listener: GraphIndex.Listener, of automationID: String, by change: HomeChange, home: some AutomationHome,
        at moment: AutomationMoment
    ) -> Bool {
        guard listener.isTold(by: change), let entry = entries[automationID] else { return false }
        let isChange = listener.hears(change) && listener.isReadable(in: home, by: entry.automation.savedBy)
        guard let becomes = listener.starter.becomes else { return isChange }
        let scope = RunScope(graph: entry.index, home: home, moment: moment, heldSince: entry.memory.heldSince)
        let hasBecome = entries[automationID]?.hasBecome(becomes, at: listener.nodeID, scope) ?? false
        return isChange && hasBecome
    }
}

extension AutomationMachine.Entry {
    /// Whether what a `becomes` starter waits for is true and was not when it was last looked at.
    mutating func hasBecome(_ becomes: AutomationExpression, at nodeID: UInt32, _ scope: RunScope) -> Bool {
        var evaluator = Evaluator(scope)
        let result = evaluator.evaluate(becomes)
        let couldBecome = canBecome.updateValue(result.canBecomeTrue, forKey: nodeID)
        return result.truth == true && couldBecome == true
    }
}

extension Evaluated {
    /// Whether something that holds after it has become so: it was false, or not known by what a device said. Of what was
    /// not there, the first value is no change.
    var canBecomeTrue: Bool {
        switch self {
        case .known: truth != true
        case .unknown(.missing), .unknown(.unsupported): false
        case .unknown: true
        }
    }
}

extension HomeChange {
    /// The same with other events.
    fileprivate func withEvents(_ events: [Event]) -> HomeChange {
        guard events.count != self.events.count else { return self }
        return HomeChange(
            epoch: epoch, sequence: sequence, cause: cause, attributes: attributes, events: events,
            connectivity: connectivity, foundAfter: foundAfter)
    }
}

extension GraphIndex.Listener {
    /// Whether a change is of attributes that it depends on, though they may be there for the first time.
    func isTold(by change: HomeChange) -> Bool {
        change.attributes.contains { paths.contains($0.path) && !$0.values.fields.isEmpty }
    }

    /// Whether attributes have changed that it depends on.
    func hears(_ change: HomeChange) -> Bool {
        change.attributes.contains { paths.contains($0.path) && !$0.values.fields.isEmpty && !$0.isFirst }
    }

    /// Whether somebody may read what it waits for.
    func isReadable(in home: some AutomationHome, by author: String) -> Bool {
        guard starter.eventID == nil else {
            return home.allowsReading(starter.trait.path, event: starter.eventID, by: author)
        }
        return paths.allSatisfy { home.allowsReading($0, event: nil, by: author) }
    }

    /// Whether it listens to whoever caused something.
    func isOf(_ cause: AutomationCause) -> Bool { starter.causes.isEmpty || starter.causes.contains(cause.kind) }

    /// Whether an event is the one that it waits for, with everything that it asks of it.
    func isMet(by event: HomeChange.Event) -> Bool {
        guard schedule == nil, event.path == starter.trait.path, event.eventID == starter.eventID else { return false }
        return starter.parameters.fields.allSatisfy { id, value in
            switch (value, event.fields[id]) {
            case (.string(let wanted), .string(let said)?) where starter.isSpoken: spoken(wanted) == spoken(said)
            case (_, let given): given == value
            }
        }
    }

    /// Words as they are heard: without case, spaces and punctuation.
    private func spoken(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }
}
