internal import HearthBase

/// The runs of a structure that have not ended, and whose share of the hub's runs they take.
struct RunShares: Sendable {
    /// The number of runs in all structures; set before each step.
    var pool: SharedPool<String>
    /// The number of runs here.
    private(set) var count = 0
    /// The number of runs here by holder, as in ``pool``.
    private(set) var holdings: [String?: Int] = [:]
    /// By run: its holder in ``pool``.
    private var holders: [UInt64: String?] = [:]
    private let owner: String?
    /// The IDs of the structure's households.
    private let households: Set<String>

    init(_ limits: AutomationMachine.Limits, in households: Set<String>) {
        pool = SharedPool(limits.runs)
        owner = limits.owner
        self.households = households
    }

    private func holder(_ savedBy: String) -> String? { savedBy == owner ? nil : savedBy }

    /// The limit that prevents a new run of an automation that this principal saved; nil if none does.
    func shortage(of savedBy: String) -> PoolRefusal? { pool.refusal(for: holder(savedBy), in: households) }

    /// Counts a run that has begun.
    mutating func begin(_ runID: UInt64, savedBy: String) {
        let holder = holder(savedBy)
        count += 1
        holders[runID] = .some(holder)
        holdings[holder, default: 0] += 1
        pool.add(1, for: holder, in: households)
    }

    mutating func end(_ runID: UInt64) {
        count -= 1
        guard let holder = holders.removeValue(forKey: runID) else { return }
        let left = (holdings[holder] ?? 0) - 1
        holdings[holder] = left > 0 ? left : nil
        pool.giveBack(of: holder, in: households)
    }
}
