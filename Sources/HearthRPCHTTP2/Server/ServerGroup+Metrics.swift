internal import HearthEventLoop
internal import HearthMetrics
internal import Synchronization

extension ServerGroup {
    /// Collects the counters of all loops, then the program's own metrics; `done` gets both on any thread.
    func metrics(_ done: @escaping @Sendable ([MetricFamily]) -> Void) {
        let cores = cores
        let gathered = Gathered(cores.count)
        for (index, core) in cores.enumerated() {
            core.run { [self] core in
                guard let all = gathered.add(core.snapshot(), at: index) else { return }
                let own = ServerCounts.families(all, refused: refusedConnections)
                Task { [settings] in done(own + (await settings.metrics())) }
            }
        }
    }

    private final class Gathered: Sendable {
        private let counts: Mutex<[ServerCounts?]>

        init(_ count: Int) { counts = Mutex(Array(repeating: nil, count: count)) }

        /// The counters of all loops once all have arrived; nil before.
        func add(_ one: ServerCounts, at index: Int) -> [ServerCounts]? {
            counts.withLock { counts in
                counts[index] = one
                let all = counts.compactMap(\.self)
                return all.count == counts.count ? all : nil
            }
        }
    }
}
