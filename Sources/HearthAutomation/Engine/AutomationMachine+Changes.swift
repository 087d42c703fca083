internal import HearthTraitModel

extension AutomationMachine {
    /// Handles a change or event of the structure. Starters and conditions are evaluated here, at the position of the
    /// change.
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

    /// Continues the runs whose holds or waits depend on what has changed.
    private mutating func look(
        at nodes: Set<WatchedNode>, _ change: HomeChange, home: some AutomationHome, at moment: AutomationMoment,
        _ actions: inout Actions
    ) {
        // Each run is advanced once, however many of its nodes wait.
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
        // Several starters that fire on one change make one start, that of the first in the graph. Each event makes its
        // own.
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
    /// Whether a `becomes` expression is true and could become true when it was last evaluated.
    mutating func hasBecome(_ becomes: AutomationExpression, at nodeID: UInt32, _ scope: RunScope) -> Bool {
        var evaluator = Evaluator(scope)
        let result = evaluator.evaluate(becomes)
        let couldBecome = canBecome.updateValue(result.canBecomeTrue, forKey: nodeID)
        return result.truth == true && couldBecome == true
    }
}

extension Evaluated {
    /// Whether a later true value counts as becoming true: the expression was false, or unknown because of a reported
    /// value. The first value of a missing attribute is no change.
    var canBecomeTrue: Bool {
        switch self {
        case .known: truth != true
        case .unknown(.missing), .unknown(.unsupported): false
        case .unknown: true
        }
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

extension GraphIndex.Listener {
    /// Whether the change reports attributes that the starter depends on, new traits included.
    func isTold(by change: HomeChange) -> Bool {
        change.attributes.contains { paths.contains($0.path) && !$0.values.fields.isEmpty }
    }

    /// Whether attributes that the starter depends on have changed, new traits excluded.
    func hears(_ change: HomeChange) -> Bool {
        change.attributes.contains { paths.contains($0.path) && !$0.values.fields.isEmpty && !$0.isFirst }
    }

    /// Whether a principal may read what the starter waits for.
    func isReadable(in home: some AutomationHome, by author: String) -> Bool {
        guard starter.eventID == nil else {
            return home.allowsReading(starter.trait.path, event: starter.eventID, by: author)
        }
        return paths.allSatisfy { home.allowsReading($0, event: nil, by: author) }
    }

    /// Whether the starter accepts this cause.
    func isOf(_ cause: AutomationCause) -> Bool { starter.causes.isEmpty || starter.causes.contains(cause.kind) }

    /// Whether the starter fires on an event: same trait and event, and fields as its parameters ask.
    func isMet(by event: HomeChange.Event) -> Bool {
        guard schedule == nil, event.path == starter.trait.path, event.eventID == starter.eventID else { return false }
        return starter.parameters.fields.allSatisfy { id, value in
            switch (value, event.fields[id]) {
            case (.string(let wanted), .string(let said)?) where starter.isSpoken: spoken(wanted) == spoken(said)
            case (_, let given): given == value
            }
        }
    }

    /// A phrase for comparison: lower case, letters and numbers only.
    private func spoken(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }
}
