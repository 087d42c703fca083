internal import HearthHomeState
internal import Synchronization

/// The reads of the log of reports that run. Watches that resume from the same position at the same time, as after a
/// restart, share one.
///
/// Its lock guards the list of reads. Nothing else is locked under it.
final class LogReads: Sendable {
    private struct Place: Hashable {
        let structureID: String
        let sequence: UInt64
    }

    private let running = Mutex<[Place: Task<ReportBatch?, any Error>]>([:])

    /// The read of a structure's reports after a sequence that runs already, or a new one by `read`.
    func join(
        _ structureID: String, after sequence: UInt64, _ read: @escaping @Sendable () async throws -> ReportBatch?
    ) -> Task<ReportBatch?, any Error> {
        let place = Place(structureID: structureID, sequence: sequence)
        return running.withLock { running in
            if let task = running[place] { return task }
            let task = Task {
                defer { self.running.withLock { $0[place] = nil } }
                return try await read()
            }
            running[place] = task
            return task
        }
    }
}
