/// The time after a start of the hub until its clock is proven. A machine with an empty battery, or one that keeps
/// local time, shows a wrong time until the network sets it. If that time were ahead, every clock starter would
/// wait until the right clock reaches it again.
struct UnprovenTime: Sendable {
    /// When the clock counts as proven, on the monotonic clock.
    var end: Duration
    /// The instants with which clock starters were marked: the one from before the start, then those since, oldest
    /// first.
    private(set) var marks: [ClockStarter: [Int64]] = [:]
    /// The memories of automations at the start; their times were taken from a right clock.
    let memories: [String: AutomationMemory]

    /// The most marks of a starter; of more, those after the first are dropped.
    private static let most = 64

    init(end: Duration, memories: [String: AutomationMemory]) {
        (self.end, self.memories) = (end, memories)
        for (id, memory) in memories {
            for (node, instant) in memory.lastInstants {
                marks[ClockStarter(automationID: id, nodeID: node)] = [instant]
            }
        }
    }

    mutating func add(_ instant: Int64, of starter: ClockStarter) {
        marks[starter, default: []].append(instant)
        if let count = marks[starter]?.count, count > Self.most { marks[starter]?.remove(at: 1) }
    }

    /// Drops the marks of a starter that are later than `second`.
    ///
    /// - Returns: the newest remaining mark, or `second` if no mark remains.
    mutating func forget(after second: Int64, of starter: ClockStarter) -> Int64 {
        let left = marks[starter]?.filter { $0 <= second } ?? []
        marks[starter] = left.isEmpty ? [second] : left
        return left.max() ?? second
    }

    /// Drops all marks of an automation, whose graph has changed.
    mutating func forget(_ automationID: String) {
        marks = marks.filter { $0.key.automationID != automationID }
    }
}
