internal import HearthTraitCore
internal import Synchronization

/// Has each daily backup copied off site, and tries again after a failure.
///
/// Its lock guards the outcomes; nothing is called under it.
final class OffSiteCopies: Sendable {
    /// The outcomes at one moment.
    struct Outcome: Hashable, Sendable {
        /// When all hooks last succeeded, in seconds since 1970; nil if they never did.
        var newest: Int64?
        /// Attempts that failed since the hub's start.
        var failures: UInt64 = 0
        /// Why the last attempt failed; nil if it did not.
        var failure: String?
    }

    private struct State {
        var outcome: Outcome
        /// The backup that is still to be copied.
        var waiting: (path: String, madeAt: Int64)?
        /// When it is tried again, in seconds since 1970.
        var nextTry: Int64 = 0
    }

    /// The pause in seconds after a failure: a network that is down for a night is not a reason to wait for a day.
    static let pause: Int64 = 3_600

    private let hooks: OffSiteHooks
    private let mark: TimeMark
    private let notice: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - mark: keeps the time of the last copy over restarts.
    ///   - newest: the newest backup at the hub's start, which is copied if it is newer than the last copy.
    ///   - now: the time of the hub's start, in seconds since 1970.
    init(
        _ hooks: OffSiteHooks, mark: TimeMark, newest: (path: String, madeAt: Int64)?, now: Int64,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.hooks = hooks
        self.mark = mark
        self.notice = notice
        // A time in the future is of a clock that was wrong.
        let last = mark.time.flatMap { $0 > now ? nil : $0 }
        let waiting = newest.flatMap { $0.madeAt > last ?? .min ? $0 : nil }
        state = Mutex(State(outcome: Outcome(newest: last), waiting: waiting))
    }

    /// The outcomes; nil while there are no hooks.
    var outcome: Outcome? { hooks.files.isEmpty ? nil : state.withLock { $0.outcome } }

    /// Why copies count as failing; nil while they do not.
    ///
    /// - Parameter now: seconds since 1970.
    func problem(at now: Int64) -> String? {
        guard let outcome else { return nil }
        // The patience with a first hook begins when it is written.
        guard now - (outcome.newest ?? hooks.newest ?? now) > BackupRecord.patience else { return nil }  // in range
        let last = outcome.newest.map { "the last copy off site is of \(UTC.text(.seconds($0)))" }
        let reason = outcome.failure.map { "; \($0)" } ?? ""
        return (last ?? "no backup has been copied off site yet") + reason
    }

    /// Notes a new backup, which replaces one that was not copied yet.
    func add(_ path: String, madeAt: Int64) {
        state.withLock { state in
            state.waiting = (path, madeAt)
            state.nextTry = 0
        }
    }

    /// Copies the backup that waits, if it is time.
    ///
    /// - Parameter now: seconds since 1970.
    func copyIfDue(at now: Int64) async {
        let due = state.withLock { state in state.nextTry <= now ? state.waiting : nil }
        guard let due, !hooks.files.isEmpty else { return }
        let failures = await hooks.run(for: due.path, madeAt: due.madeAt)
        let reason = failures.isEmpty ? nil : failures.joined(separator: "; ")
        let former = state.withLock { state in
            defer { state.outcome.failure = reason }
            if reason == nil {
                state.waiting = nil
                state.outcome.newest = now
            } else {
                state.nextTry = now + Self.pause  // in range: of a clock
                state.outcome.failures &+= 1
            }
            return state.outcome.failure
        }
        if let reason {
            if reason != former { notice("the backup was not copied off site and will be tried again: \(reason)") }
        } else {
            mark.set(now)
            if former != nil { notice("the backup was copied off site again") }
        }
    }
}
