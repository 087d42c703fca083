internal import HearthTraitDescriptors

/// The waits of runs: when each waiting node is evaluated, and the traits whose changes can end its wait.
struct RunWaits: Sendable {
    /// A waiting node of a run.
    struct Node: Hashable, Sendable {
        let runID: UInt64
        let nodeID: UInt32
    }

    /// By time on the monotonic clock. Also has nodes whose wait has ended.
    private var queue = DueQueue<Duration, Node>()
    /// When waits are evaluated before they are due, by run and node.
    private(set) var looks: [UInt64: [UInt32: Duration]] = [:]
    /// Nodes with holds and waits, by the traits that they depend on.
    private(set) var watched: [TraitPath: Set<Node>] = [:]

    /// A time before which no node is evaluated; nil if none will be.
    var first: Duration? { queue.first }

    /// The number of times in memory, with those of waits that have ended.
    var count: Int { queue.count }

    // MARK: Times

    /// Removes and returns the first node that may have to be evaluated now; its wait may have ended.
    mutating func popFirst(at now: Duration) -> Node? { queue.popFirst(at: now) }

    /// Whether a wait must be evaluated now although it is not due.
    func hasLook(at node: Node, until now: Duration) -> Bool {
        looks[node.runID]?[node.nodeID].map { $0 <= now } ?? false
    }

    /// Schedules the evaluation of a node at a time.
    mutating func insert(_ node: Node, at time: Duration) { queue.insert(node, at: time) }

    /// Schedules the evaluation of a node when its wait is due, and each minute if it depends on the clock.
    mutating func insert(
        _ node: Node, due: Duration, _ graph: GraphIndex, among runs: RunBook, at moment: AutomationMoment
    ) {
        queue.insert(node, at: due)
        if graph.isTimed(node.nodeID) { queue.insert(node, at: moment.nextMinute) }
        queue.tidy { node, _ in runs[node.runID]?.isWaiting(node.nodeID) == true }
    }

    /// Schedules the evaluations of the waits that have begun or changed in a walk.
    mutating func take(_ walk: Walk, among runs: RunBook, at moment: AutomationMoment) {
        let run = walk.run
        for wait in walk.waits {
            insert(Node(runID: run.id, nodeID: wait.nodeID), due: wait.due, walk.graph, among: runs, at: moment)
        }
        if let known = looks[run.id] { looks[run.id] = known.filter { run.isWaiting($0.key) } }
        for look in walk.looks {
            // An earlier look schedules the next one.
            if let known = looks[run.id]?[look.nodeID], known > moment.now, known <= look.due { continue }
            looks[run.id, default: [:]][look.nodeID] = look.due
            queue.insert(Node(runID: run.id, nodeID: look.nodeID), at: look.due)
        }
    }

    // MARK: Dependencies

    /// Registers the traits that a run's holds and waits depend on.
    mutating func watch(_ run: AutomationRun, _ graph: GraphIndex) {
        for (node, path) in graph.dependencies(of: run) {
            watched[path, default: []].insert(Node(runID: run.id, nodeID: node))
        }
    }

    mutating func unwatch(_ run: AutomationRun, _ graph: GraphIndex) {
        for (node, path) in graph.dependencies(of: run) {
            watched.remove(Node(runID: run.id, nodeID: node), from: path)
        }
    }

    /// The runs with a wait that a change can end, sorted.
    func runs(awaiting change: HomeChange) -> [UInt64] {
        guard !watched.isEmpty else { return [] }
        var runs: Set<UInt64> = []
        func add(_ nodes: Set<Node>?) { for node in nodes ?? [] { runs.insert(node.runID) } }
        for attributes in change.attributes { add(watched[attributes.path]) }
        for event in change.events { add(watched[event.path]) }
        if !change.connectivity.isEmpty {
            for (path, nodes) in watched where change.connectivity.contains(path.target.deviceID) { add(nodes) }
        }
        return runs.sorted()
    }

    /// Forgets the times of a run that has ended.
    mutating func forget(_ runID: UInt64) { looks[runID] = nil }
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

extension AutomationMoment {
    /// The monotonic time at which the wall clock shows the next minute.
    var nextMinute: Duration {
        let minute = Duration.seconds(60)
        let shown = (second % 60 + 60) % 60
        return now + minute - .seconds(shown) - (sinceEpoch - .seconds(second))
    }
}
