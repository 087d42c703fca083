package import HearthBase
internal import Synchronization

/// The running watches of a hub, by the people who began them and by the households of the structures that they show.
///
/// Its lock may be taken under those of a structure, of its watches and of their shares. No other lock is taken under
/// it.
package final class WatchShares: Sendable {
    private let pool: Mutex<SharedPool<String>>

    package init(_ limits: HubLimits) {
        pool = Mutex(SharedPool(limits.pool(limits.watches, share: limits.watchesPerPerson)))
    }

    /// The number of watches.
    package var taken: Int { pool.withLock(\.taken) }

    /// The number of watches that count in a household, without those of the hub's owner.
    package func taken(in household: String) -> Int { pool.withLock { $0.taken(in: household) } }

    /// Counts a new watch.
    ///
    /// - Parameters:
    ///   - holder: the person who began it; nil for the hub's owner.
    ///   - shown: the structures that it will show, by ID, with the IDs of their households.
    ///   - seen: those that the person sees; it counts in them while it shows none.
    /// - Throws: the limit that refuses it.
    package func begin(
        for holder: String?, showing shown: [String: Set<String>], of seen: [String: Set<String>]
    ) throws(PoolRefusal) -> Share {
        let counted = Counted(structures: shown.isEmpty ? seen : shown, isPast: shown.isEmpty)
        try pool.withLock { (pool) throws(PoolRefusal) in try pool.take(for: holder, in: counted.households) }
        return Share(self, holder, counted)
    }

    /// The structures that a watch counts in.
    fileprivate struct Counted {
        /// By ID, with the IDs of their households.
        var structures: [String: Set<String>]
        /// Whether it shows none of them now. It counts in them until it shows one that has room, so that a watch that
        /// shows nothing does not take from all households alike.
        var isPast: Bool

        var households: Set<String> { structures.values.reduce(into: []) { $0.formUnion($1) } }

        func joined(_ added: [String: Set<String>]) -> Counted {
            Counted(structures: isPast ? added : structures.merging(added) { $1 }, isPast: false)
        }
    }

    /// What one watch takes, until it ends.
    ///
    /// Its lock guards the structures that it counts in. The pool's is taken under it.
    package final class Share: Sendable {
        private let shares: WatchShares
        private let holder: String?
        /// nil once the watch has ended.
        private let counted: Mutex<Counted?>

        fileprivate init(_ shares: WatchShares, _ holder: String?, _ counted: Counted) {
            self.shares = shares
            self.holder = holder
            self.counted = Mutex(counted)
        }

        deinit { end() }

        /// Counts the watch in structures that its new filter adds.
        ///
        /// - Parameter added: by ID, with the IDs of their households.
        /// - Throws: the limit that refuses it; it is counted in none of them then.
        package func add(_ added: [String: Set<String>]) throws(PoolRefusal) {
            guard !added.isEmpty else { return }
            try counted.withLock { (counted) throws(PoolRefusal) in
                guard let present = counted else { return }
                counted = try moved(from: present, to: present.joined(added))
            }
        }

        /// Counts the watch in a structure that it now shows, or stops counting it there. If changed rights make it show
        /// the structure, and one of the structure's households has no room, it counts only where it did before.
        func show(_ structureID: String, of households: Set<String>, _ isShown: Bool) {
            counted.withLock { counted in
                guard let present = counted else { return }
                var next = present
                if isShown {
                    next = present.joined([structureID: households])
                } else if !present.isPast, present.structures[structureID] != nil {
                    next.isPast = present.structures.count == 1
                    if !next.isPast { next.structures[structureID] = nil }
                }
                counted = (try? moved(from: present, to: next)) ?? present
            }
        }

        /// - Throws: the limit that refuses a household that `next` adds.
        private func moved(from present: Counted, to next: Counted) throws(PoolRefusal) -> Counted {
            let (old, new) = (present.households, next.households)
            let added = new.subtracting(old)
            try shares.pool.withLock { (pool) throws(PoolRefusal) in
                if let refusal = pool.refusal(for: holder, inOnly: added) { throw refusal }
                for id in added { pool.add(1, for: holder, inOnly: id) }
                for id in old.subtracting(new) { pool.add(-1, for: holder, inOnly: id) }
            }
            return next
        }

        /// Gives back everything.
        package func end() {
            counted.withLock { counted in
                guard let ended = counted.take() else { return }
                shares.pool.withLock { $0.giveBack(of: holder, in: ended.households) }
            }
        }
    }
}
