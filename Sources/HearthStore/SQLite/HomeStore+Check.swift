internal import HearthSQL

extension HomeStore {
    /// Reads all of the store from the disk while it is in use, one table after the other: every page's sum and the
    /// structure of tables and indexes, logs and histories among them. Nobody waits for it: it is read by a connection of
    /// its own, on a thread that gives way to others, and nothing is changed.
    ///
    /// - Parameter pause: called before each table.
    /// - Returns: what is damaged: sentences for people. Empty for a sound store, and for one in memory.
    /// - Throws: ``StoreError`` if it can't be read at the moment; code `closed` after the end.
    public func findDamage(pause: @Sendable () async -> Void) async throws(StoreError) -> [String] {
        let (place, tables) = try with { database in (database.path, try database.tableNames()) }
        guard let place else { return [] }
        var damage: [String] = []
        for table in tables {
            await pause()
            // It may have ended meanwhile.
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
