/// The schema of a program's database file: an application ID, and the migrations from an empty file to the current
/// tables.
public struct DatabaseSchema: Sendable {
    /// Identifies the program's files (`PRAGMA application_id`). Must not be 0, the default of SQLite.
    public var applicationID: Int32
    /// SQL scripts, oldest first. Released ones never change; append new ones. The number of scripts that were run is
    /// the file's version (`PRAGMA user_version`).
    public var migrations: [String]
    /// Tables too large to be checked at each start, and that a program can do without.
    public var logs: Set<String>

    /// Creates a schema.
    public init(applicationID: Int32, migrations: [String], logs: Set<String> = []) {
        self.applicationID = applicationID
        self.migrations = migrations
        self.logs = logs
    }

    /// The version that this program reads and writes.
    public var version: Int { migrations.count }
}
