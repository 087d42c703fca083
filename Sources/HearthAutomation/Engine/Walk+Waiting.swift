internal import HearthCalendar
internal import HearthTraitModel

extension AutomationMachine {
    /// Evaluates a condition: continues or ends the run. A condition with a hold continues once it has stayed true for
    /// that long.
    func pass(
        _ condition: Condition, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk
    ) -> Walked {
        guard condition.hold > .zero else {
            let (result, leaves) = evaluate(condition.expression, &run, walk)
            note(id, .condition(result, leaves), &run, walk)
            return result.truth == true ? .done : .ended(Self.failure(result), id)
        }
        // A hold is evaluated on present values, not on those that were read.
        let (result, leaves) = evaluate(condition.expression, &run, walk, isLive: true)
        guard case .waiting(var waiting)? = run.progress[id] else {
            let isTrue = result.truth == true
            // A real run notes it again when it gets here.
            if !walk.isJudging || !isTrue { note(id, .condition(result, leaves), &run, walk) }
            guard isTrue else { return .ended(Self.failure(result), id) }
            if walk.isJudging { return .pending }
            let walked = wait(condition.hold, of: id, &run, &walk)
            if case .waiting(var waiting)? = run.progress[id], !isSeen(condition.expression, walk) {
                waiting.unseenSince = walk.moment.sinceEpoch
                run.progress[id] = .waiting(waiting)
            }
            return walked
        }
        // At its due time the hold has succeeded, even if this very change ends it.
        let hasHeld = walk.change != nil && waiting.due <= walk.moment.now
        if result.truth != true, !hasHeld {
            note(id, .condition(result, leaves), &run, walk)
            return .ended(.notHeld(after: max(.zero, walk.moment.sinceEpoch - waiting.since)), id)
        }
        let isSeen = isSeen(condition.expression, walk)
        let isDue = waiting.due <= walk.moment.now
        if let since = waiting.unseenSince, isSeen || (isDue && !condition.isStrict) {
            note(id, .unobserved(max(.zero, walk.moment.sinceEpoch - since)), &run, walk)
            waiting.unseenSince = nil
            run.progress[id] = .waiting(waiting)
            if condition.isStrict {
                beginWaiting(condition.hold, of: id, &run, &walk)
                return .pending
            }
        } else if !isSeen, waiting.unseenSince == nil {
            waiting.unseenSince = walk.moment.sinceEpoch
            run.progress[id] = .waiting(waiting)
        }
        guard isDue, waiting.unseenSince == nil || !condition.isStrict else { return .pending }
        note(id, .waited(held: true), &run, walk)
        run.progress[id] = nil
        return .done
    }

    /// Whether all devices in an expression are online, so that a change would be reported.
    private func isSeen(_ expression: AutomationExpression, _ walk: Walk) -> Bool {
        expression.references.allSatisfy { reference in
            guard let device = walk.index.trait(of: reference.nodeID)?.target.deviceID, device != walk.home.id else {
                return true
            }
            return walk.home.isOnline(device) != false
        }
    }

    private static func failure(_ result: Evaluated) -> EndReason {
        result.value == nil ? .conditionUnknown : .conditionFalse
    }

    /// Waits for a duration.
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

    /// Waits until an expression is true, a starter fires or the timeout passes.
    func waitFor(_ wait: Wait, of id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk) -> Walked {
        var isMet = wait.expression.map { evaluate($0, &run, walk, isLive: true).0.truth == true } ?? false
        var isOver = wait.timeout <= .zero
        if case .waiting(var waiting)? = run.progress[id] {
            if hasFired(walk.index.endings(id), &waiting, walk) { isMet = true }
            run.progress[id] = .waiting(waiting)
            isOver = waiting.due <= walk.moment.now
        }
        guard isMet || isOver else {
            if run.progress[id] == nil { beginWaiting(wait.timeout, of: id, &run, &walk) }
            wakeAtNextTime(of: id, run, &walk)
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
        var waiting = AutomationRun.Waiting(since: since, until: until, due: due, attempts: attempts)
        waiting.canBecome = canBecome(walk.index.endings(id), walk)
        run.progress[id] = .waiting(waiting)
        walk.waits.append((id, due))
        if attempts == 0 { note(id, .waiting(until: until), &run, walk) }
    }

    // MARK: Starters that end a wait

    /// Whether one of the starters fires on the present change, or its time has come since the wait began.
    private func hasFired(
        _ starters: [GraphIndex.Listener], _ waiting: inout AutomationRun.Waiting, _ walk: Walk
    ) -> Bool {
        guard !starters.isEmpty else { return false }
        let couldBecome = waiting.canBecome
        if walk.change != nil || couldBecome.count != starters.count {
            waiting.canBecome = canBecome(starters, walk)
        }
        let since = AutomationMoment(now: .zero, sinceEpoch: waiting.since).second
        for (place, listener) in starters.enumerated() {
            if let schedule = listener.schedule {
                guard let next = schedule.next(after: since, at: walk.home.place) else { continue }
                if next <= walk.moment.second { return true }
            } else if walk.change == nil {
                // No change marks the moment when a hold is long enough.
                guard !listener.heldTimes.isEmpty, let becomes = listener.starter.becomes,
                    listener.isOf(AutomationCause(.hub)),
                    listener.isReadable(in: walk.home, by: walk.automation.savedBy)
                else { continue }
                let could = couldBecome.indices.contains(place) && couldBecome[place]
                if could, live(becomes, walk).truth == true { return true }
            } else if let change = walk.change, listener.isOf(change.cause),
                listener.isReadable(in: walk.home, by: walk.automation.savedBy)
            {
                if listener.starter.eventID != nil {
                    if change.events.contains(where: listener.isMet) { return true }
                } else if listener.hears(change) {
                    guard let becomes = listener.starter.becomes else { return true }
                    let could = couldBecome.indices.contains(place) && couldBecome[place]
                    if could, live(becomes, walk).truth == true { return true }
                }
            }
        }
        return false
    }

    /// By starter: whether its `becomes` is not true now, so that it can become true.
    func canBecome(_ starters: [GraphIndex.Listener], _ walk: Walk) -> [Bool] {
        starters.map { $0.starter.becomes.map { live($0, walk).canBecomeTrue } ?? false }
    }

    private func live(_ expression: AutomationExpression, _ walk: Walk) -> Evaluated {
        var evaluator = Evaluator(
            RunScope(graph: walk.index, home: walk.home, moment: walk.moment, heldSince: walk.heldSince))
        return evaluator.evaluate(expression)
    }

    /// Schedules an evaluation of the wait at the next time that can end it.
    private func wakeAtNextTime(of id: UInt32, _ run: AutomationRun, _ walk: inout Walk) {
        guard case .waiting(let waiting)? = run.progress[id] else { return }
        var times = walk.index.endings(id).compactMap {
            $0.schedule?.next(after: walk.moment.second, at: walk.home.place).map { Duration.seconds($0) }
        }
        times += walk.index.heldTimes(id).compactMap { $0.end(walk.heldSince) }
        // The clock or the time zone may be set.
        if walk.index.endings(id).contains(where: { $0.schedule != nil }) {
            times.append(walk.moment.sinceEpoch + .seconds(60))
        }
        guard let next = times.filter({ $0 > walk.moment.sinceEpoch }).min() else { return }
        let due = walk.moment.now + (next - walk.moment.sinceEpoch)
        if due < waiting.due { walk.wakes.append((id, due)) }
    }

    // MARK: Dependencies of waits

    /// Registers the traits that a run's holds and waits depend on.
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
            guard case .waiting = progress else { return [] }
            let references = index.awaited(id)?.references ?? []
            let paths = references.compactMap { index.trait(of: $0.nodeID)?.path }
            return (paths + index.endings(id).flatMap(\.paths)).map { (id, $0) }
        }
    }
}
