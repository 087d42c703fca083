internal import HearthPostgreSQL
internal import HearthStore

/// Reads integrations from their tables.
enum IntegrationRows {
    /// The queries, in the order of ``integrations(in:)``.
    static func statements(home: Int64) -> [PostgresStatement] {
        queries.map { PostgresStatement($0, [.integer(home)]) }
    }

    private static let queries = [
        "SELECT integration_id, field, value FROM integration_setting WHERE home = $1",
        "SELECT integration_id, field, value FROM integration_secret WHERE home = $1",
        """
        SELECT id, kind, identity, name, structure_id, memory, removed_at FROM integration WHERE home = $1
        ORDER BY number
        """,
    ]

    /// Reads the results of the queries.
    static func integrations(in results: [PostgresRows]) throws -> [StoredIntegration] {
        guard results.count == queries.count else { return [] }
        let (settings, secrets) = (try values(results[0]), try values(results[1]))
        return try results[2].map { row in
            let id = try row.text(0)
            return StoredIntegration(
                id: id, kind: try row.text(1), identity: try row.text(2), name: try row.text(3),
                structureID: try row.text(4), settings: settings[id] ?? [:],
                secrets: (secrets[id] ?? [:]).mapValues { StoredSecret($0) }, memory: try row.bytes(5),
                removedAt: try row.integerOrNil(6).map { .nanoseconds($0) })
        }
    }

    /// Values by integration and field.
    private static func values(_ rows: PostgresRows) throws -> [String: [String: String]] {
        try rows.reduce(into: [:]) { values, row in
            values[try row.text(0), default: [:]][try row.text(1)] = try row.text(2)
        }
    }
}
