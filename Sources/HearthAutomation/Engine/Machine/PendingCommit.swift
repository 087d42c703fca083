/// What waits for a commit: changed rows, actions that may be sent only after it, and runs whose end it stores.
///
/// Each ``take()`` gets a mark. What is added later belongs to the next one.
struct PendingCommit: Sendable {
    /// The rows of one commit.
    struct Taken: Hashable, Sendable {
        let mark: UInt64
        let runs: Set<UInt64>
        let automations: Set<String>
    }

    /// A run that has ended.
    struct Ending: Hashable, Sendable {
        let runID: UInt64
        let automationID: String
    }

    /// Something that the commit with this mark, or a later one, releases.
    private struct Marked<Item: Sendable>: Sendable {
        let item: Item
        var mark: UInt64
    }

    private var mark: UInt64 = 1
    private var runs: Set<UInt64> = []
    private var automations: Set<String> = []
    private var gated: [Marked<ActionRequest>] = []
    private var ended: [Marked<Ending>] = []

    /// Whether no row has changed.
    var isEmpty: Bool { runs.isEmpty && automations.isEmpty }

    /// The actions that are sent after a commit, in that order.
    var requests: some Collection<ActionRequest> { gated.lazy.map(\.item) }

    /// The runs whose end is not committed, in the order in which they ended.
    var endings: some Collection<Ending> { ended.lazy.map(\.item) }

    /// Whether an automation's memory or activity has changed.
    func hasChanged(automation id: String) -> Bool { automations.contains(id) }

    /// Notes that a run began, made progress or ended.
    mutating func change(run id: UInt64) { runs.insert(id) }

    /// Notes that an automation's memory or activity has changed.
    mutating func change(automation id: String) { automations.insert(id) }

    /// Keeps actions until the rows that have changed up to now are committed.
    mutating func hold(_ requests: [ActionRequest]) { gated += requests.map { Marked(item: $0, mark: mark) } }

    /// Notes that a run has ended, and drops its actions.
    mutating func end(_ run: AutomationRun) {
        if !gated.isEmpty { gated.removeAll { $0.item.runID == run.id } }
        runs.insert(run.id)
        ended.append(Marked(item: Ending(runID: run.id, automationID: run.automationID), mark: mark))
    }

    /// Drops a deleted automation and its ended runs.
    ///
    /// - Returns: the ids of these runs.
    mutating func forget(automation id: String) -> [UInt64] {
        let gone = ended.filter { $0.item.automationID == id }.map(\.item.runID)
        ended.removeAll { $0.item.automationID == id }
        runs.subtract(gone)
        automations.remove(id)
        return gone
    }

    /// Takes the changed rows; nil if there are none.
    mutating func take() -> Taken? {
        guard !isEmpty else { return nil }
        defer { (mark, runs, automations) = (mark &+ 1, [], []) }
        return Taken(mark: mark, runs: runs, automations: automations)
    }

    /// Handles a commit.
    ///
    /// - Returns: the actions and ended runs that waited for it.
    mutating func committed(_ mark: UInt64) -> (requests: [ActionRequest], endings: [Ending]) {
        let sent = gated.filter { $0.mark <= mark }.map(\.item)
        gated.removeAll { $0.mark <= mark }
        let stored = ended.prefix { $0.mark <= mark }.map(\.item)
        ended.removeFirst(stored.count)
        return (sent, stored)
    }

    /// Handles a failed commit: its rows are taken again, and what waited for it waits for the next one.
    mutating func failed(runs: some Sequence<UInt64>, automations: some Sequence<String>) {
        self.runs.formUnion(runs)
        self.automations.formUnion(automations)
        for place in gated.indices { gated[place].mark = max(gated[place].mark, mark) }
        for place in ended.indices { ended[place].mark = max(ended[place].mark, mark) }
    }
}
