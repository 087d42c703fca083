internal import HearthCalendar
internal import HearthTraitDescriptors

extension Walk {
    /// Waits for a duration.
    mutating func wait(_ duration: Duration, of id: UInt32) -> Result {
        if case .waiting(let waiting)? = run.progress[id] {
            guard waiting.due <= moment.now else { return .pending }
            note(id, .waited(held: true))
            run.progress[id] = nil
            return .done
        }
        guard duration > .zero else { return .done }
        beginWaiting(duration, of: id)
        return .pending
    }

    /// Waits until an expression is true, a starter fires or the timeout passes.
    mutating func waitFor(_ wait: Wait, of id: UInt32) -> Result {
        var isMet = wait.expression.map { scope(isLive: true).result(of: $0).truth == true } ?? false
        var isOver = wait.timeout <= .zero
        if case .waiting(var waiting)? = run.progress[id] {
            if hasFired(graph.endings(id), &waiting) { isMet = true }
            run.progress[id] = .waiting(waiting)
            isOver = waiting.due <= moment.now
        }
        guard isMet || isOver else {
            if run.progress[id] == nil { beginWaiting(wait.timeout, of: id) }
            lookAtNextTime(of: id)
            return .pending
        }
        note(id, .waited(held: isMet))
        run.progress[id] = nil
        if !wait.result.isEmpty { run.variables[wait.result] = .bool(isMet) }
        return .done
    }

    mutating func beginWaiting(_ duration: Duration, of id: UInt32, attempts: UInt32 = 0) {
        let (since, duration) = (moment.sinceEpoch, duration.bounded)
        let (until, due) = (since + duration, moment.now + duration)
        var waiting = AutomationRun.Waiting(since: since, until: until, due: due, attempts: attempts)
        waiting.canBecome = present.canBecome(graph.endings(id))
        run.progress[id] = .waiting(waiting)
        waits.append((id, due))
        if attempts == 0 { note(id, .waiting(until: until)) }
    }

    // MARK: Starters that end a wait

    /// The present values, without those that the run has read or set.
    private var present: RunScope { RunScope(graph: graph, home: home, moment: moment, heldSince: heldSince) }

    /// Whether one of the starters fires on the present change, or its time has come since the wait began.
    private func hasFired(_ starters: [GraphIndex.Listener], _ waiting: inout AutomationRun.Waiting) -> Bool {
        guard !starters.isEmpty else { return false }
        let couldBecome = waiting.canBecome
        if change != nil || couldBecome.count != starters.count {
            waiting.canBecome = present.canBecome(starters)
        }
        let since = AutomationMoment(now: .zero, sinceEpoch: waiting.since).second
        for (place, listener) in starters.enumerated() {
            let could = couldBecome.indices.contains(place) && couldBecome[place]
            if let schedule = listener.schedule {
                guard let next = schedule.next(after: since, at: home.place) else { continue }
                if next <= moment.second { return true }
            } else if change == nil {
                // No change marks the moment when a hold is long enough.
                guard !listener.heldTimes.isEmpty, let becomes = listener.starter.becomes,
                    listener.isOf(AutomationCause(.hub)),
                    listener.isReadable(in: home, by: automation.savedBy)
                else { continue }
                if could, present.result(of: becomes).truth == true { return true }
            } else if let change, listener.isOf(change.cause),
                listener.isReadable(in: home, by: automation.savedBy)
            {
                if listener.starter.eventID != nil {
                    if change.events.contains(where: listener.isMet) { return true }
                } else if listener.hears(change) {
                    guard let becomes = listener.starter.becomes else { return true }
                    if could, present.result(of: becomes).truth == true { return true }
                }
            }
        }
        return false
    }

    /// Schedules an evaluation of the wait at the next time that can end it.
    private mutating func lookAtNextTime(of id: UInt32) {
        guard case .waiting(let waiting)? = run.progress[id] else { return }
        var times = graph.endings(id).compactMap {
            $0.schedule?.next(after: moment.second, at: home.place).map { Duration.seconds($0) }
        }
        times += graph.heldTimes(id).compactMap { $0.end(heldSince) }
        // The clock or the time zone may be set.
        if graph.endings(id).contains(where: { $0.schedule != nil }) {
            times.append(moment.sinceEpoch + .seconds(60))
        }
        guard let next = times.filter({ $0 > moment.sinceEpoch }).min() else { return }
        let due = moment.now + (next - moment.sinceEpoch)
        if due < waiting.due { looks.append((id, due)) }
    }
}
