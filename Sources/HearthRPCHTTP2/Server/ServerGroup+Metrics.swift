internal import HearthLoop
internal import Synchronization

extension ServerGroup {
    /// Asks every loop for its counts; `done` gets the text on the thread of the last that answers.
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

        /// The counts of all loops, once they are there.
        func add(_ one: ServerCounts, at index: Int) -> [ServerCounts]? {
            counts.withLock { counts in
                counts[index] = one
                let all = counts.compactMap(\.self)
                return all.count == counts.count ? all : nil
            }
        }
    }
}
