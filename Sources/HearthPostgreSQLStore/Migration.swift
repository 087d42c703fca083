internal import HearthPostgreSQL
internal import HearthStore

/// Brings the tables to the version of this program.
enum Migration {
    /// The lock of all programs that change the tables: "HRTH" in ASCII, home 0.
    private static let lock: Int64 = 0x4852_5448 << 32

    /// Creates the tables, or changes them, while no other program does.
    ///
    /// - Throws: ``StoreError`` with code `notOurs` if the schema of the tables is another program's, `newerVersion` if
    ///   they are of a later version.
    static func run(on connection: PostgresConnection) async throws {
        guard try await version(connection) < PostgresSchema.migrations.count else { return }
        // A transaction of several batches: what is done depends on the version under the lock.
        try await execute(["BEGIN", "SELECT pg_advisory_xact_lock(\(lock))"], on: connection)
        do {
            let version = try await version(connection)
            var statements: [String] = []
            if version < 0 {
                statements = [
                    "CREATE SCHEMA \(PostgresSchema.name)",
                    "CREATE TABLE schema_version(version integer NOT NULL)", "INSERT INTO schema_version VALUES (0)",
                ]
            }
            statements += PostgresSchema.migrations[max(0, version)...].flatMap(\.self)
            statements.append("UPDATE schema_version SET version = \(PostgresSchema.migrations.count)")
            try await execute(statements, on: connection)
            try await execute(["COMMIT"], on: connection)
        } catch {
            _ = try? await execute(["ROLLBACK"], on: connection)
            throw error
        }
    }

    private static func execute(_ statements: [String], on connection: PostgresConnection) async throws {
        _ = try await connection.run(
            PostgresBatch(statements.map { PostgresStatement($0, isPrepared: false) }))
    }

    /// The version of the tables; -1 if there are none.
    private static func version(_ connection: PostgresConnection) async throws -> Int {
        let rows = try await connection.run(
            PostgresBatch([
                PostgresStatement(
                    """
                    SELECT to_regnamespace('\(PostgresSchema.name)') IS NOT NULL,
                        to_regclass('\(PostgresSchema.name).schema_version') IS NOT NULL
                    """)
            ]))[0]
        guard let row = rows.first, try row.truth(0) else { return -1 }
        let other = StoreError(
            .notOurs, "the schema \(PostgresSchema.name) of the database is another program's; use another database")
        guard try row.truth(1) else { throw other }
        let versions = try await connection.run(
            PostgresBatch([PostgresStatement("SELECT version FROM schema_version")]))[0]
        guard let version = try versions.first?.integer(0) else { throw other }
        guard version <= PostgresSchema.migrations.count else {
            throw StoreError(
                .newerVersion,
                "the tables have version \(version), and this program knows \(PostgresSchema.migrations.count); install a newer Hearth"
            )
        }
        return Int(clamping: max(0, version))
    }
}
