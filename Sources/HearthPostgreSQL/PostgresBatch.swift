/// A statement with its parameters.
package struct PostgresStatement: Hashable, Sendable {
    /// The SQL text, with `$1` for the first parameter. Part of the program, never made of others' data.
    package let text: String
    /// The parameters.
    package let values: [PostgresValue]
    /// Whether the server keeps the parsed statement for the next time.
    package let isPrepared: Bool

    /// Creates a statement.
    ///
    /// - Parameters:
    ///   - text: the SQL text.
    ///   - values: the parameters, always of the same types for the same text.
    ///   - isPrepared: false for a statement that a connection executes once.
    package init(_ text: String, _ values: [PostgresValue] = [], isPrepared: Bool = true) {
        self.text = text
        self.values = values
        self.isPrepared = isPrepared
    }
}

/// Statements that are sent together and followed by one Sync: one transaction, unless they begin or end others by
/// themselves (PostgreSQL documentation, 34.5.1.3).
package struct PostgresBatch: Hashable, Sendable {
    /// The statements, in order.
    package let statements: [PostgresStatement]
    /// The most bytes that all results may have together.
    package let mostBytes: Int

    /// The default limit of the results' bytes: 256 MiB.
    package static let mostBytes = 256 << 20

    /// Creates a batch.
    package init(_ statements: [PostgresStatement], mostBytes: Int = Self.mostBytes) {
        self.statements = statements
        self.mostBytes = mostBytes
    }
}
