/// A failed operation on a PostgreSQL server.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What became of the transaction.
    package enum Outcome: Hashable, Sendable {
        /// The server did not get it.
        case notSent
        /// The server has undone it.
        case refused
        /// It was sent, and the connection ended before the answer.
        case unknown
    }

    /// What became of the transaction.
    package let outcome: Outcome
    /// The server's error code, five characters (PostgreSQL documentation, appendix A). Empty if the server did not
    /// answer.
    package let sqlState: String
    /// The server's name and the way out, for people.
    package let message: String
    /// The primary message of the server or of libpq; empty if this module refused. Without details, which can contain
    /// stored values.
    package let cause: String

    /// Creates an error.
    package init(_ outcome: Outcome, sqlState: String = "", _ message: String, cause: String = "") {
        self.outcome = outcome
        self.sqlState = sqlState
        self.message = message
        self.cause = cause
    }

    package var description: String { cause.isEmpty ? message : "\(message): \(cause)" }

    /// The same error for a transaction with another outcome.
    func with(_ outcome: Outcome) -> PostgresError {
        PostgresError(outcome, sqlState: sqlState, message, cause: cause)
    }
}
