internal import HearthTraitDescriptors

// Runs that wait: for a time, and for changes of the traits that their holds and waits depend on.
extension AutomationMachine {
    /// Continues the runs whose waits are due.
    mutating func continueDueRuns(_ step: inout Step<some AutomationHome>) {
        let now = step.moment.now
        while let node = waits.popFirst(at: now) {
            // The wait may have ended early, and its run too.
            guard let run = runs[node.runID], case .waiting(let waiting)? = run.progress[node.nodeID] else { continue }
            let isTimed = index(of: run)?.isTimed(node.nodeID) == true
            let isLook = looks[node.runID]?[node.nodeID].map { $0 <= now } ?? false
            guard waiting.due <= now || isTimed || isLook else { continue }
            advance(node.runID, &step)
            if isTimed, runs[node.runID]?.isWaiting(node.nodeID) == true {
                waits.insert(node, at: step.moment.nextMinute)
            }
        }
    }

    /// Schedules the evaluations of the waits that have begun or changed in a walk.
    mutating func schedule(_ walk: Walk, at moment: AutomationMoment) {
        let run = walk.run
        for wait in walk.waits { insertWait(run.id, wait.nodeID, due: wait.due, walk.graph, at: moment) }
        if let known = looks[run.id] { looks[run.id] = known.filter { run.isWaiting($0.key) } }
        for look in walk.looks {
            // An earlier look schedules the next one.
            if let known = looks[run.id]?[look.nodeID], known > moment.now, known <= look.due { continue }
            looks[run.id, default: [:]][look.nodeID] = look.due
            waits.insert(WatchedNode(runID: run.id, nodeID: look.nodeID), at: look.due)
        }
    }

    /// Schedules the evaluation of a node at its due time, and each minute if it depends on the clock.
    mutating func insertWait(
        _ runID: UInt64, _ nodeID: UInt32, due: Duration, _ graph: GraphIndex, at moment: AutomationMoment
    ) {
        let node = WatchedNode(runID: runID, nodeID: nodeID)
        waits.insert(node, at: due)
        if graph.isTimed(nodeID) { waits.insert(node, at: moment.nextMinute) }
        waits.tidy { node, _ in runs[node.runID]?.isWaiting(node.nodeID) == true }
    }

    // MARK: Dependencies

    /// Registers the traits that a run's holds and waits depend on.
    mutating func watch(_ run: AutomationRun, _ graph: GraphIndex) {
        for (node, path) in graph.dependencies(of: run) {
            watched[path, default: []].insert(WatchedNode(runID: run.id, nodeID: node))
        }
    }

    mutating func unwatch(_ run: AutomationRun) {
        guard let graph = index(of: run) else { return }
        for (node, path) in graph.dependencies(of: run) {
            watched.remove(WatchedNode(runID: run.id, nodeID: node), from: path)
        }
    }
}

extension GraphIndex {
    /// The traits that the waiting nodes of a run depend on.
    fileprivate func dependencies(of run: AutomationRun) -> [(nodeID: UInt32, path: TraitPath)] {
        run.progress.flatMap { id, progress -> [(nodeID: UInt32, path: TraitPath)] in
            guard case .waiting = progress else { return [] }
            let references = awaited(id)?.references ?? []
            let paths = references.compactMap { trait(of: $0.nodeID)?.path }
            return (paths + endings(id).flatMap(\.paths)).map { (id, $0) }
        }
    }
}

extension Dictionary {
    /// Removes a member of the set for a key, and the set if it is then empty.
    mutating func remove<Member>(_ member: Member, from key: Key) where Value == Set<Member> {
        self[key]?.remove(member)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}

extension AutomationMoment {
    /// The monotonic time at which the wall clock shows the next minute.
    var nextMinute: Duration {
        let minute = Duration.seconds(60)
        let shown = (second % 60 + 60) % 60
        return now + minute - .seconds(shown) - (sinceEpoch - .seconds(second))
    }
}
