/// Graphs of former revisions, each kept for as long as a run that has not ended uses it.
struct FormerGraphs: Sendable {
    struct Key: Hashable, Sendable {
        let automationID: String
        let revision: UInt64
    }

    private var graphs: [Key: (index: GraphIndex, runs: Int)] = [:]

    /// The revisions that have a graph.
    var keys: Set<Key> { Set(graphs.keys) }

    /// The graph that a run uses; nil if it is gone.
    func index(of run: AutomationRun) -> GraphIndex? { graphs[Key(run)]?.index }

    /// Adds the graph of a revision.
    ///
    /// - Parameter runs: the number of runs that use it and have not ended.
    mutating func add(_ index: GraphIndex, _ key: Key, runs: Int) { graphs[key] = (index, runs) }

    /// Counts a run that uses its revision's graph.
    mutating func begin(_ run: AutomationRun) { graphs[Key(run)]?.runs += 1 }

    /// Drops the graph of a run that has ended if it was the last one to use it.
    mutating func end(_ run: AutomationRun) {
        guard let graph = graphs[Key(run)] else { return }
        graphs[Key(run)] = graph.runs > 1 ? (graph.index, graph.runs - 1) : nil
    }

    /// Drops graphs that no run uses.
    mutating func tidy() { graphs = graphs.filter { $0.value.runs > 0 } }
}

extension FormerGraphs.Key {
    fileprivate init(_ run: AutomationRun) { self.init(automationID: run.automationID, revision: run.revision) }
}
