internal import HearthBase
internal import Synchronization

/// The unfinished runs over all structures of a hub, by the people who saved their automations.
///
/// Its lock guards the pool of all structures' runs. A share's lock guards the counts of its structure; the pool's is
/// taken under it, and both under the lock of a structure.
package final class LivingRuns: Sendable {
    private let all: Mutex<SharedPool<String>>

    package init(_ limits: HubLimits) {
        all = Mutex(SharedPool(limits.runPool))
    }

    /// All unfinished runs.
    var pool: SharedPool<String> { all.withLock { $0 } }

    /// The runs of one structure.
    final class Share: Sendable {
        private let runs: LivingRuns
        /// The IDs of the structure's households.
        private let households: Set<String>
        private let own = Mutex<[String?: Int]>([:])

        init(_ runs: LivingRuns, _ households: Set<String>) { (self.runs, self.households) = (runs, households) }

        deinit { set([:]) }

        /// Sets the number of unfinished runs in this structure, by holder in the pool.
        func set(_ counts: [String?: Int]) {
            own.withLock { own in
                guard own != counts else { return }
                runs.all.withLock { pool in
                    for (holder, count) in own { pool.giveBack(count, of: holder, in: households) }
                    for (holder, count) in counts { pool.add(count, for: holder, in: households) }
                }
                own = counts
            }
        }
    }
}
