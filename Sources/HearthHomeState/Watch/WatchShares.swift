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
    ///   - structures: the IDs of the structures that it will show.
    /// - Throws: the limit that refuses it.
    package func begin(for holder: String?, showing structures: Set<String>) throws(PoolRefusal) -> Share {
        try pool.withLock { (pool) throws(PoolRefusal) in try pool.take(for: holder, in: structures) }
        return Share(self, holder, structures)
    }

    /// What one watch takes, until it ends.
    ///
    /// Its lock guards the structures that it counts in. The pool's is taken under it.
    package final class Share: Sendable {
        private let shares: WatchShares
        private let holder: String?
        /// nil once the watch has ended.
        private let structures: Mutex<Set<String>?>

        fileprivate init(_ shares: WatchShares, _ holder: String?, _ structures: Set<String>) {
            self.shares = shares
            self.holder = holder
            self.structures = Mutex(structures)
        }

        deinit { end() }

        /// Counts the watch in structures that its new filter adds.
        ///
        /// - Throws: the limit that refuses it; it is counted in none of them then.
        package func add(_ added: Set<String>) throws(PoolRefusal) {
            try structures.withLock { (structures) throws(PoolRefusal) in
                guard let present = structures else { return }
                let new = added.subtracting(present)
                try shares.pool.withLock { (pool) throws(PoolRefusal) in
                    if let refusal = pool.refusal(for: holder, inOnly: new) { throw refusal }
                    for id in new { pool.add(1, for: holder, inOnly: id) }
                }
                structures = present.union(new)
            }
        }

        /// Counts the watch in a structure that it has come to show, or no longer. As rights change while it runs,
        /// this may exceed the structure's share.
        func show(_ structureID: String, _ isShown: Bool) {
            structures.withLock { structures in
                guard structures?.contains(structureID) == !isShown else { return }
                if isShown { structures?.insert(structureID) } else { structures?.remove(structureID) }
                shares.pool.withLock { $0.add(isShown ? 1 : -1, for: holder, inOnly: structureID) }
            }
        }

        /// Gives back everything.
        package func end() {
            structures.withLock { structures in
                guard let ended = structures.take() else { return }
                shares.pool.withLock { $0.giveBack(of: holder, in: ended) }
            }
        }
    }
}
