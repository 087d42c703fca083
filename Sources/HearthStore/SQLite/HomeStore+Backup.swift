internal import HearthSQL
internal import HearthTraitCore

extension HomeStore {
    /// The number of pages copied before other callers may use the store: 1 MiB with the usual pages of 4 KiB.
    private static let pagesAtOnce: Int32 = 256

    /// Makes a backup while the store is in use. It shows the store at one moment before this returns, is checked
    /// completely and synced; until then its name ends in `.partial`.
    ///
    /// - Parameters:
    ///   - path: the new file, readable by its owner only. An existing file is replaced.
    ///   - now: the time since 1970.
    ///   - keys: the hub's key files, included together with clients' keys and tokens; nil leaves all of them out.
    ///   - progress: called on the store's executor.
    /// - Throws: ``StoreError``; `damaged` if the store is. There is no new file then.
    public func backUp(
        to path: String, now: Duration, keys: [KeyFile]?,
        progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws(StoreError) -> StoreBackup {
        let partial = Self.partial(path)
        do {
            try await copy(to: partial, progress)
            return try await BackupWorker.shared.run {
                try BackupContent.finish(partial, at: now, keys: keys)
                return try Self.put(partial, at: path)
            }
        } catch {
            DatabaseFile.remove(partial)
            throw StoreError(error)
        }
    }

    private func copy(to path: String, _ progress: @Sendable (BackupProgress) -> Void) async throws {
        let backup = try with { database in try database.backup(to: path) }
        var isWhole = false
        while !isWhole {
            try Task.checkCancellation()
            isWhole = try backup.step(pages: Self.pagesAtOnce)
            let step = backup.progress
            progress(BackupProgress(copiedBytes: step.copiedBytes, totalBytes: step.totalBytes))
            // Other users of the store come first.
            await Task.yield()
        }
    }

    /// Makes a backup of a store that is not open, whatever its version, and does not change it.
    ///
    /// - Throws: ``StoreError`` with code `inUse` if it is open, and as ``backUp(to:now:keys:progress:)``.
    public static func backUp(
        storeAt store: String, to path: String, now: Duration, keys: [KeyFile]?
    ) async throws(StoreError) -> StoreBackup {
        try await BackupWorker.shared.run {
            let partial = partial(path)
            do {
                try reading(store, isGuarded: true) { database in try database.copy(to: partial) }
                try BackupContent.finish(partial, at: now, keys: keys)
                return try put(partial, at: path)
            } catch {
                DatabaseFile.remove(partial)
                throw error
            }
        }
    }

    /// The backup that is made when a store of an earlier version is migrated.
    public static func migrationBackup(of path: String, version: Int) -> String { "\(path).schema-\(version).backup" }

    static func backUp(_ database: Database, at path: String, before version: Int, now: Duration) throws {
        let backup = migrationBackup(of: path, version: version)
        let partial = partial(backup)
        do {
            try database.copy(to: partial)
            try BackupContent.finish(partial, at: now, keys: [])
            try DatabaseFile.move(partial, to: backup)
        } catch {
            DatabaseFile.remove(partial)
            let reason = StoreError(error)
            throw StoreError(
                reason.code,
                "the store is of an earlier version, and no backup could be made before it is changed: \(reason.message)",
                cause: error)
        }
    }

    /// Checks all of a backup, or of a store that is not open.
    ///
    /// - Throws: ``StoreError`` with code `damaged`, `notOurs`, `newerVersion` or `failed`.
    public static func inspectBackup(_ path: String) async throws(StoreError) -> StoreBackup {
        try await BackupWorker.shared.run {
            try reading(path, isGuarded: false) { database in
                try BackupContent.check(database, "'\(path)'")
                return try BackupContent.read(database, path)
            }
        }
    }

    /// The hub's key files from the backup that this store was restored from, until they are forgotten.
    public func restoredKeyFiles() throws(StoreError) -> [KeyFile] {
        try with { database in try BackupContent.keyFiles(database) }
    }

    /// Removes the key files from the store, once they are in their folder.
    public func forgetRestoredKeyFiles() throws(StoreError) {
        try write { database in
            try database.execute("PRAGMA secure_delete = ON; DROP TABLE IF EXISTS key_file; PRAGMA secure_delete = OFF")
        }
    }

    /// A name for an incomplete file.
    static func partial(_ path: String) -> String { "\(path).\(RandomID.make()).partial" }

    static func put(_ partial: String, at path: String) throws -> StoreBackup {
        // Reads what the disk really has, not what was meant to be written.
        let backup = try reading(partial, isGuarded: false) { database in
            try BackupContent.check(database, "'\(path)'")
            return try BackupContent.read(database, partial)
        }
        try DatabaseFile.move(partial, to: path)
        return backup
    }

    /// Opens a file for reading, without leaving other files beside it.
    static func reading<Value>(
        _ path: String, isGuarded: Bool, ignoresPageSums: Bool = false, ignoresLog: Bool = false,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        let shared = path + "-shm"
        let hadShared = DatabaseFile.exists(shared)
        let database = try Database(
            reading: path, schema: StoreSchema.current, isGuarded: isGuarded, ignoresPageSums: ignoresPageSums,
            ignoresLog: ignoresLog)
        defer {
            database.close()
            if isGuarded, !hadShared { DatabaseFile.remove(shared) }
        }
        return try body(database)
    }
}
