internal import HearthTraitDescriptors

/// The runs in memory by id: those that have not ended, and some that have.
struct RunBook: Sendable {
    private var runs: [UInt64: AutomationRun] = [:]
    /// Runs that may restore attributes, by the traits of these.
    private(set) var restorers: [TraitPath: Set<UInt64>] = [:]
    /// The longest chain of runs that start each other.
    private let depth: Int
    /// The id of the next run.
    private(set) var nextID: UInt64 = 1

    init(depth: Int) { self.depth = depth }

    var isEmpty: Bool { runs.isEmpty }
    var count: Int { runs.count }
    var values: some Collection<AutomationRun> { runs.values }

    subscript(_ id: UInt64) -> AutomationRun? {
        get { runs[id] }
        set {
            let before = runs[id]?.originals ?? [:]
            runs[id] = newValue
            follow(newValue?.originals ?? [:], before, of: id)
        }
    }

    /// Raises the id of the next run, so that it is greater than all that were used.
    mutating func use(idsBefore id: UInt64) { nextID = max(nextID, id) }

    /// Keeps ``restorers`` up to date.
    private mutating func follow(
        _ now: [TraitAttribute: OriginalValue], _ before: [TraitAttribute: OriginalValue], of id: UInt64
    ) {
        guard now.count != before.count || now.keys != before.keys else { return }
        let (old, new) = (Set(before.keys.map(\.path)), Set(now.keys.map(\.path)))
        for path in old.subtracting(new) { restorers.remove(id, from: path) }
        for path in new.subtracting(old) { restorers[path, default: []].insert(id) }
    }

    // MARK: Ancestors

    /// A run and its ancestors. Never longer than ``AutomationMachine/Limits/depth`` and one, whatever was stored.
    func lineage(of run: AutomationRun) -> [AutomationRun] {
        var lineage = [run]
        var next = run.parent
        while lineage.count <= depth, let id = next, let parent = runs[id] {
            lineage.append(parent)
            next = parent.parent
        }
        return lineage
    }

    /// Whether a run is another one or its descendant.
    func isDescendant(_ id: UInt64, of runID: UInt64) -> Bool {
        var next: UInt64? = id
        for _ in 0...depth {
            guard let id = next else { return false }
            if id == runID { return true }
            next = runs[id]?.parent
        }
        return false
    }
}
