internal import HearthTraitModel

extension AutomationMachine {
    /// A condition lets pass, or ends the run; one with a time lets pass when it has stayed true for so long (AU-41).
    func pass(
        _ condition: Condition, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        guard condition.hold > .zero else {
            let (result, leaves) = evaluate(condition.expression, &run, walk)
            note(id, .condition(result, leaves), &run, walk)
            return result.truth == true ? .done : .ended(Self.failure(result), id)
        }
        // What has to stay true is looked at as it is, and not as it was read.
        let (result, leaves) = evaluate(condition.expression, &run, walk, isLive: true)
        guard case .waiting(let waiting)? = run.progress[id] else {
            let isTrue = result.truth == true
            // A run notes it once more when it comes here.
            if !walk.isJudging || !isTrue { note(id, .condition(result, leaves), &run, walk) }
            guard isTrue else { return .ended(Self.failure(result), id) }
            return walk.isJudging ? .pending : wait(condition.hold, of: id, &run, &walk)
        }
        // When it falls due it has held, though it may just have changed.
        let hasHeld = walk.isAfterChange && waiting.due <= walk.moment.now
        if result.truth != true, !hasHeld {
            note(id, .condition(result, leaves), &run, walk)
            return .ended(.notHeld(after: max(.zero, walk.moment.sinceEpoch - waiting.since)), id)
        }
        guard waiting.due <= walk.moment.now else { return .pending }
        note(id, .waited(held: true), &run, walk)
        run.progress[id] = nil
        return .done
    }

    private static func failure(_ result: Evaluated) -> EndReason {
        result.value == nil ? .conditionUnknown : .conditionFalse
    }

    /// Waits for so long (AU-58).
    func wait(
        _ duration: Duration, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        if case .waiting(let waiting)? = run.progress[id] {
            guard waiting.due <= walk.moment.now else { return .pending }
            note(id, .waited(held: true), &run, walk)
            run.progress[id] = nil
            return .done
        }
        guard duration > .zero else { return .done }
        beginWaiting(duration, of: id, &run, &walk)
        return .pending
    }

    /// Waits until something holds, or the time is over (AU-60).
    func waitFor(_ wait: Wait, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk) -> Walked {
        let isMet = evaluate(wait.expression, &run, walk, isLive: true).0.truth == true
        var isOver = wait.timeout <= .zero
        if case .waiting(let waiting)? = run.progress[id] { isOver = waiting.due <= walk.moment.now }
        guard isMet || isOver else {
            if run.progress[id] == nil { beginWaiting(wait.timeout, of: id, &run, &walk) }
            return .pending
        }
        note(id, .waited(held: isMet), &run, walk)
        run.progress[id] = nil
        if !wait.result.isEmpty { run.variables[wait.result] = .bool(isMet) }
        return .done
    }

    func beginWaiting(
        _ duration: Duration, of id: UInt32, attempts: UInt32 = 0, _ run: inout AutomationRun, _ walk: inout Walk
    ) {
        let (since, duration) = (walk.moment.sinceEpoch, duration.bounded)
        let (until, due) = (since + duration, walk.moment.now + duration)
        run.progress[id] = .waiting(.init(since: since, until: until, due: due, attempts: attempts))
        walk.waits.append((id, due))
        if attempts == 0 { note(id, .waiting(until: until), &run, walk) }
    }

    // MARK: What waiting depends on

    /// Notes what has to change for something that a run waits for, or that must stay true, to be looked at again.
    mutating func watch(_ run: AutomationRun, _ index: GraphIndex) {
        for (node, path) in dependencies(of: run, index) {
            watched[path, default: []].insert(WatchedNode(runID: run.id, nodeID: node))
        }
    }

    mutating func unwatch(_ run: AutomationRun) {
        guard let index = index(of: run) else { return }
        for (node, path) in dependencies(of: run, index) {
            watched[path]?.remove(WatchedNode(runID: run.id, nodeID: node))
            if watched[path]?.isEmpty == true { watched[path] = nil }
        }
    }

    private func dependencies(of run: AutomationRun, _ index: GraphIndex) -> [(nodeID: UInt32, path: TraitPath)] {
        run.progress.flatMap { id, progress -> [(nodeID: UInt32, path: TraitPath)] in
            guard case .waiting = progress, let expression = index.awaited(id) else { return [] }
            return expression.references.compactMap { index.trait(of: $0.nodeID) }.map { (id, $0.path) }
        }
    }
}
