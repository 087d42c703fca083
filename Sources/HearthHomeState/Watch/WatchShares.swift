package import HearthBase
internal import Synchronization

/// The running watches of a hub, by the people who began them and by the structures that they show.
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

    /// The number of watches that show a structure, without those of the hub's owner.
    package func taken(in structureID: String) -> Int { pool.withLock { $0.taken(in: structureID) } }

    /// Counts a new watch.
    ///
    /// - Parameters:
    ///   - holder: the person who began it; nil for the hub's owner.
    ///   - shown: the IDs of the structures that it will show.
    ///   - seen: those of the structures that the person sees; it counts in them while it shows none.
    /// - Throws: the limit that refuses it.
    package func begin(
        for holder: String?, showing shown: Set<String>, of seen: Set<String>
    ) throws(PoolRefusal) -> Share {
        let structures = shown.isEmpty ? seen : shown
        try pool.withLock { (pool) throws(PoolRefusal) in try pool.take(for: holder, in: structures) }
        return Share(self, holder, structures, shown.isEmpty)
    }

    /// What one watch takes, until it ends.
    ///
    /// Its lock guards the structures that it counts in. The pool's is taken under it.
    package final class Share: Sendable {
        private let shares: WatchShares
        private let holder: String?
        /// nil once the watch has ended.
        private let counted: Mutex<Counted?>

        /// The structures that it counts in.
        private struct Counted {
            var structures: Set<String>
            /// Whether it shows none of them now. It counts in them until it shows one that has room, so that a watch
            /// that shows nothing does not take from all structures alike.
            var isPast: Bool
        }

        fileprivate init(_ shares: WatchShares, _ holder: String?, _ structures: Set<String>, _ showsNone: Bool) {
            self.shares = shares
            self.holder = holder
            counted = Mutex(Counted(structures: structures, isPast: showsNone))
        }

        deinit { end() }

        /// Counts the watch in structures that its new filter adds.
        ///
        /// - Throws: the limit that refuses it; it is counted in none of them then.
        package func add(_ added: Set<String>) throws(PoolRefusal) {
            try counted.withLock { (counted) throws(PoolRefusal) in
                guard let present = counted else { return }
                try count(added, beside: present)
                counted = joined(present, added)
            }
        }

        /// Counts the watch in a structure that it has come to show, or no longer. If rights that changed show it, and
        /// the structure has no room, it counts only where it did before.
        func show(_ structureID: String, _ isShown: Bool) {
            counted.withLock { counted in
                guard let present = counted else { return }
                if isShown {
                    guard (try? count([structureID], beside: present)) != nil else { return }
                    counted = joined(present, [structureID])
                } else if !present.isPast, present.structures.contains(structureID) {
                    counted?.isPast = present.structures.count == 1
                    if present.structures.count > 1 { leave([structureID], &counted) }
                }
            }
        }

        private func count(_ added: Set<String>, beside present: Counted) throws(PoolRefusal) {
            let new = added.subtracting(present.structures)
            try shares.pool.withLock { (pool) throws(PoolRefusal) in
                if let refusal = pool.refusal(for: holder, inOnly: new) { throw refusal }
                for id in new { pool.add(1, for: holder, inOnly: id) }
            }
        }

        /// What it counts in with the added structures, which were counted; without those that it does not show.
        private func joined(_ present: Counted, _ added: Set<String>) -> Counted? {
            guard !added.isEmpty else { return present }
            var joined: Counted? = Counted(structures: present.structures.union(added), isPast: false)
            if present.isPast { leave(present.structures.subtracting(added), &joined) }
            return joined
        }

        private func leave(_ left: Set<String>, _ counted: inout Counted?) {
            counted?.structures.subtract(left)
            shares.pool.withLock { pool in for id in left { pool.add(-1, for: holder, inOnly: id) } }
        }

        /// Gives back everything.
        package func end() {
            counted.withLock { counted in
                guard let ended = counted.take() else { return }
                shares.pool.withLock { $0.giveBack(of: holder, in: ended.structures) }
            }
        }
    }
}
