internal import HearthEventLoop
internal import Synchronization

extension ServerGroup {
    /// Collects the counters of all loops; `done` gets the text on the thread of the last loop to answer.
    func metrics(_ done: @escaping @Sendable (String) -> Void) {
        let cores = cores
        let gathered = Gathered(cores.count)
        for (index, core) in cores.enumerated() {
            core.run { [self] core in
                guard let all = gathered.add(core.snapshot(), at: index) else { return }
                done(MetricsText(all, refused: refusedConnections).text)
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
