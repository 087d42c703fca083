internal import Synchronization

/// What became of a running hub's daily backups.
///
/// Its lock guards the outcomes; nothing is called under it.
final class BackupRecord: Sendable {
    /// The outcomes at one moment. Times are in seconds since 1970.
    struct Outcome: Hashable, Sendable {
        /// When the newest good backup was made; nil without one.
        var newest: Int64?
        /// Attempts that failed since the hub's start.
        var failures: UInt64 = 0
        /// Why the last attempt failed; nil if it did not.
        var failure: String?
    }

    /// The age in seconds from which missing backups count as a failure. A disk that is away for a day does not.
    static let patience: Int64 = 3 * 86_400

    private let startedAt: Int64
    private let state: Mutex<Outcome>

    /// - Parameters:
    ///   - newest: when the newest backup was made that the hub found at its start; nil without one.
    ///   - now: the time of the start.
    init(newest: Int64?, now: Int64) {
        startedAt = now
        state = Mutex(Outcome(newest: newest))
    }

    var outcome: Outcome { state.withLock { $0 } }

    func made(at time: Int64) {
        state.withLock { state in
            state.newest = time
            state.failure = nil
        }
    }

    func failed(_ reason: String) {
        state.withLock { state in
            state.failure = reason
            state.failures &+= 1
        }
    }

    /// Why backups count as failing; nil while they do not.
    ///
    /// - Parameter now: seconds since 1970.
    func problem(at now: Int64) -> String? {
        let outcome = outcome
        guard now - (outcome.newest ?? startedAt) > Self.patience else { return nil }  // in range: both of a clock
        let last = outcome.newest.map { "the newest good backup is of \(UTC.text(.seconds($0)))" }
        let reason = outcome.failure.map { "; the last attempt failed: \($0)" } ?? ""
        return (last ?? "the hub has made no backup since its start") + reason
    }
}
