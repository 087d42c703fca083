internal import HearthStore
internal import HearthTraitCore

/// Saves states of devices as a hub saves changes: all that wait, in one transaction.
enum Rows {
    static func run(_ store: HomeStore, count: Int) async throws {
        let home = try await store.load()
        guard !home.states.isEmpty else { throw NothingThere() }
        let progress = try home.progress(0)
        var left = count
        let begin = ContinuousClock.now
        while left > 0 {
            let states = home.states.prefix(left).map { state in
                var state = state
                state.observedAt += .seconds(left)
                return state
            }
            try await store.commit(StoreTransaction(states: states, progress: [progress]))
            left -= states.count
        }
        let seconds = begin.duration(to: .now) / .seconds(1)
        print(#"{"rows": \#(count), "seconds": \#(seconds), "batch": \#(home.states.count)}"#)
    }
}
