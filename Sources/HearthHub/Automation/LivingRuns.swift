internal import Synchronization

/// How many runs live over all structures of a hub (AU-12).
final class LivingRuns: Sendable {
    private let total = Atomic(0)

    /// The runs of one structure.
    final class Share: Sendable {
        private let all: LivingRuns
        private let own = Atomic(0)

        init(_ all: LivingRuns) { self.all = all }

        deinit { all.total.subtract(own.load(ordering: .relaxed), ordering: .relaxed) }

        /// How many live in other structures.
        var elsewhere: Int { all.total.load(ordering: .relaxed) - own.load(ordering: .relaxed) }

        /// Says how many live in this one.
        func set(_ count: Int) {
            let change = count - own.exchange(count, ordering: .relaxed)
            if change != 0 { all.total.add(change, ordering: .relaxed) }
        }
    }
}
