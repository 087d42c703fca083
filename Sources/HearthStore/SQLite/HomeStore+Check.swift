internal import HearthSQL

extension HomeStore {
    /// Reads the whole store from the disk while it is in use, table by table: every page's checksum and the structure
    /// of tables and indexes, including logs and histories. It changes nothing and delays no other work: it uses its
    /// own connection, on a low-priority thread.
    /// - Parameter pause: called before each table.
    /// - Returns: the damage, as sentences for people. Empty for a sound store, and for one in memory.
    /// - Throws: ``StoreError`` if it can't be read at the moment; code `closed` after the end.
    public func findDamage(pause: @Sendable () async -> Void) async throws(StoreError) -> [String] {
        let (place, tables) = try with { database in (database.path, try database.tableNames()) }
        guard let place else { return [] }
        var damage: [String] = []
        for table in tables {
            await pause()
            // Throws if the store was closed meanwhile.
            try with { _ in }
            damage += try await BackupWorker.shared.run {
                try YieldingThread(name: "hearth.check").run { () throws -> [String] in
                    let database = try Database(besides: place)
                    defer { database.close() }
                    return try database.damage(in: table)
                }
            }
        }
        return damage
    }
}
