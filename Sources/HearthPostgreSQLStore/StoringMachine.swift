internal import HearthPostgreSQL

/// Carries one transaction to a known end, whatever becomes of connections: stored once, or not at all.
///
/// A transaction whose answer was lost is neither sent again nor answered. First the fence is raised, so that a commit
/// that still runs is refused from then on. Then the home's mark says for good whether it was stored.
struct StoringMachine {
    /// What to do next.
    enum Action: Hashable {
        /// Send the transaction.
        case send
        /// Wait, then call ``waited()``.
        case wait(Duration)
        /// Connect again, raise the fence if the home still belongs to this run, and read its mark.
        case reclaim
        /// The end: nil if the transaction is stored, otherwise nothing of it is.
        case finish(PostgresError?)
        /// The end of the store: the home has another owner, or the outcome can't be found out.
        case close(PostgresError)
    }

    private let mark: Int64
    private let deadline: ContinuousClock.Instant
    private var isUnknown = false
    private var refusals = 0
    private var pause = firstPause
    private var afterPause = Action.send

    /// How often a transaction is sent again that the server refused because of others.
    static let mostRefusals = 5
    private static let firstPause: Duration = .milliseconds(20)
    private static let longestPause: Duration = .seconds(1)

    /// - Parameters:
    ///   - mark: the mark that the transaction leaves.
    ///   - deadline: attempts end at this time.
    init(mark: Int64, deadline: ContinuousClock.Instant) {
        self.mark = mark
        self.deadline = deadline
    }

    /// The SQLSTATE of a transaction behind the fence.
    static let notOwner = "HF001"
    /// Of conflicts with other transactions: serialization_failure, deadlock_detected, lock_not_available.
    private static let conflicts: Set = ["40001", "40P01", "55P03"]
    /// Of servers that end or refuse connections: admin_shutdown, crash_shutdown, cannot_connect_now,
    /// too_many_connections, read_only_sql_transaction. And of prepared statements that are out of date:
    /// feature_not_supported ("cached plan must not change result type"), invalid_sql_statement_name.
    private static let losses: Set = ["57P01", "57P02", "57P03", "53300", "25006", "0A000", "26000"]

    /// The transaction was not stored, or it is not known whether it was.
    mutating func failed(_ error: PostgresError, at now: ContinuousClock.Instant) -> Action {
        if error.sqlState == Self.notOwner { return .close(error) }
        switch error.outcome {
        case .unknown:
            isUnknown = true
            return now < deadline ? .reclaim : .close(error)
        case .notSent: return now < deadline ? .reclaim : .finish(error)
        case .refused:
            if Self.losses.contains(error.sqlState), now < deadline { return .reclaim }
            guard Self.conflicts.contains(error.sqlState), refusals < Self.mostRefusals else { return .finish(error) }
            refusals += 1
            return wait(then: .send)
        }
    }

    /// The fence was raised.
    ///
    /// - Parameter last: the home's mark; nil if the home has another owner.
    mutating func reclaimed(last: Int64?) -> Action {
        guard let last else {
            return .close(PostgresError(.refused, sqlState: Self.notOwner, "another process has opened the home"))
        }
        guard isUnknown else { return .send }
        isUnknown = false
        return last == mark ? .finish(nil) : .send
    }

    /// The fence could not be raised.
    mutating func reclaimFailed(_ error: PostgresError, at now: ContinuousClock.Instant) -> Action {
        guard now < deadline else { return isUnknown ? .close(error) : .finish(error) }
        return wait(then: .reclaim)
    }

    /// A pause is over.
    func waited() -> Action { afterPause }

    private mutating func wait(then action: Action) -> Action {
        afterPause = action
        defer { pause = min(pause * 2, Self.longestPause) }
        return .wait(pause)
    }
}
