/// A starter that fires without a change: at a time, or after a hold.
struct ClockStarter: Hashable, Sendable {
    let automationID: String
    let nodeID: UInt32
}

/// When clock starters are due, at most one time for each.
struct StarterTimes<Time: Comparable & Sendable>: Sendable {
    private var times: [String: [UInt32: Time]] = [:]
    /// Also has times that were replaced or removed since.
    private var queue = DueQueue<Time, ClockStarter>()

    /// A time before which none is due; nil if none will be.
    var first: Time? { queue.first }

    /// The number of times in memory, with those that were replaced or removed.
    var count: Int { queue.count }

    subscript(_ starter: ClockStarter) -> Time? { times[starter.automationID]?[starter.nodeID] }

    /// The times of an automation's starters.
    func times(of automationID: String) -> [UInt32: Time] { times[automationID] ?? [:] }

    /// Sets the time of a starter.
    mutating func set(_ starter: ClockStarter, at time: Time) {
        let before = times[starter.automationID, default: [:]].updateValue(time, forKey: starter.nodeID)
        guard before != time else { return }
        queue.insert(starter, at: time)
        tidy()
    }

    /// Replaces the times of all starters of an automation.
    mutating func replace(_ automationID: String, with new: [(nodeID: UInt32, time: Time)]) {
        let before = times.removeValue(forKey: automationID) ?? [:]
        for (node, time) in new {
            times[automationID, default: [:]][node] = time
            // An unchanged time is in the queue already.
            guard before[node] != time else { continue }
            queue.insert(ClockStarter(automationID: automationID, nodeID: node), at: time)
        }
        tidy()
    }

    /// Removes and returns the first starter that is due, with its time.
    mutating func popFirst(at now: Time) -> (starter: ClockStarter, due: Time)? {
        while let due = queue.first, let starter = queue.popFirst(at: now) {
            guard self[starter] == due else { continue }
            times[starter.automationID]?[starter.nodeID] = nil
            if times[starter.automationID]?.isEmpty == true { times[starter.automationID] = nil }
            return (starter, due)
        }
        return nil
    }

    /// Removes the starters of a deleted automation.
    mutating func forget(_ automationID: String) { times[automationID] = nil }

    private mutating func tidy() { queue.tidy { times[$0.automationID]?[$0.nodeID] == $1 } }
}
