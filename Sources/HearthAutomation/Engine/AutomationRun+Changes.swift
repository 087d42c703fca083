internal import HearthTraitDescriptors

extension AutomationRun {
    func isWaiting(_ nodeID: UInt32) -> Bool { if case .waiting? = progress[nodeID] { true } else { false } }

    /// Adds a step to the trace, unless the trace is full.
    mutating func note(_ step: TraceStep, within limits: AutomationMachine.Limits) {
        guard trace.count < limits.traceSteps, traceBytes + step.size <= limits.traceBytes else { return }
        trace.append(step)
        traceBytes += step.size
    }

    /// Keeps the value of an attribute. The first value counts, unless another cause has changed the attribute since.
    ///
    /// - Parameter bytes: the most bytes to keep in total; a value beyond that is not kept and not restored.
    mutating func keep(_ attribute: TraitAttribute, _ original: OriginalValue, bytes: Int) {
        if let known = originals[attribute], !known.isOverridden {
            originals[attribute]?.asked = original.asked
            return
        }
        let size = originals.reduce(Self.size(original)) { $0 + Self.size($1.value) }
        guard size <= bytes else { return }
        originals[attribute] = original
    }

    private static func size(_ original: OriginalValue) -> Int {
        128 + original.before.memorySize + (original.asked?.memorySize ?? 0)
    }

    // MARK: Times

    /// The latest time since 1970 that it contains.
    var latest: Duration {
        progress.values.reduce(startedAt) { latest, progress in
            switch progress {
            case .waiting(let waiting): max(latest, waiting.since)
            case .acting(let acting): max(latest, acting.since)
            case .actingTogether(let parts): parts.reduce(latest) { max($0, $1.acting.since) }
            case .at, .finished, .executing: latest
            }
        }
    }

    /// The earliest end of a wait, in time since 1970; nil if nothing waits.
    var firstWake: Duration? {
        progress.values.compactMap { if case .waiting(let waiting) = $0 { waiting.until } else { nil } }.min()
    }

    /// Computes the monotonic due times of waits from their stored times since 1970. No wait becomes longer than it was
    /// at its beginning, because the clock may be wrong.
    mutating func setDue(at moment: AutomationMoment) {
        changeWaits { waiting, _ in
            let whole = (waiting.until - waiting.since).bounded
            waiting.due = moment.now + min((waiting.until - moment.sinceEpoch).bounded, whole)
        }
    }

    /// Postpones all due times, without limit in practice, until ``setDue(at:)``.
    mutating func postpone() { changeWaits { waiting, _ in waiting.due += .seconds(1 << 40) } }

    /// Marks holds as unobserved since the hub went down.
    ///
    /// - Parameter latest: the highest time since 1970 at which the hub is known to have been up.
    mutating func noteUnseen(since latest: Duration, _ graph: GraphIndex, at moment: AutomationMoment) {
        changeWaits { waiting, node in
            guard graph.holds(node), waiting.unseenSince == nil else { return }
            waiting.unseenSince = max(waiting.since, min(latest, moment.sinceEpoch))
        }
    }

    /// Records which starters can end waits, as `scope` shows them.
    mutating func lookAtEndings(_ scope: RunScope) {
        changeWaits { waiting, node in
            let endings = scope.graph.endings(node)
            if !endings.isEmpty { waiting.canBecome = scope.canBecome(endings) }
        }
    }

    private mutating func changeWaits(_ change: (inout Waiting, UInt32) -> Void) {
        for (node, state) in progress {
            guard case .waiting(var waiting) = state else { continue }
            change(&waiting, node)
            progress[node] = .waiting(waiting)
        }
    }

    /// Shifts the stored times of waits after the clock was set, so that they last as long as before.
    mutating func shift(by step: Duration) {
        for (node, state) in progress {
            switch state {
            case .waiting(var waiting):
                (waiting.since, waiting.until) = (waiting.since + step, waiting.until + step)
                waiting.unseenSince = waiting.unseenSince.map { $0 + step }
                progress[node] = .waiting(waiting)
            case .acting(var acting):
                acting.since += step
                progress[node] = .acting(acting)
            case .actingTogether(var parts):
                for place in parts.indices { parts[place].acting.since += step }
                progress[node] = .actingTogether(parts)
            case .at, .finished, .executing: continue
            }
        }
    }
}
