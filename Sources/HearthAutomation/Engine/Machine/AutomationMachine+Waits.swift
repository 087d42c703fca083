// Runs that wait for a time.
extension AutomationMachine {
    /// Continues the runs whose waits are due.
    mutating func continueDueRuns(_ step: inout Step<some AutomationHome>) {
        let now = step.moment.now
        while let node = waits.popFirst(at: now) {
            // The wait may have ended early, and its run too.
            guard let run = runs[node.runID], case .waiting(let waiting)? = run.progress[node.nodeID] else { continue }
            let isTimed = index(of: run)?.isTimed(node.nodeID) == true
            guard waiting.due <= now || isTimed || waits.hasLook(at: node, until: now) else { continue }
            advance(node.runID, &step)
            if isTimed, runs[node.runID]?.isWaiting(node.nodeID) == true {
                waits.insert(node, at: step.moment.nextMinute)
            }
        }
    }
}
