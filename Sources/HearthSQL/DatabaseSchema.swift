/// What a program keeps in its file: whose it is, and the steps from an empty file to the present tables.
public struct DatabaseSchema: Sendable {
    /// Marks the file as this program's (`PRAGMA application_id`); not 0, which means "nobody's".
    public var applicationID: Int32
    /// SQL scripts, oldest first. Never change one that was released: append. The file's version
    /// (`PRAGMA user_version`) is the number of steps it has had.
    public var migrations: [String]

    /// Makes a schema. See the properties.
    public init(applicationID: Int32, migrations: [String]) {
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// The version that this program reads and writes.
    public var version: Int { migrations.count }
}
