internal import HearthSQL
internal import HearthTraitCore

/// The result of restoring a backup.
public struct RestoredStore: Hashable, Sendable {
    /// The restored backup.
    public var backup: StoreBackup
    /// The new path of the former store; nil if there was none.
    public var former: String?
}

/// A checked backup that has become a store and waits beside the place where it is to be put.
public struct PreparedStore: Hashable, Sendable {
    /// The backup.
    public var backup: StoreBackup
    /// The path of the store that it is to become.
    let path: String
    /// Its file, in the same folder.
    let partial: String
}

extension HomeStore {
    /// Turns a backup into a store, or changes nothing. An existing store is kept under another name. The next start of
    /// a hub begins a new epoch.
    ///
    /// - Parameters:
    ///   - backup: a backup, or a store that is not open; it is not changed.
    ///   - path: the store to create; its folder must exist.
    ///   - former: the suffix for the name of an existing store; the resulting name must be free.
    ///   - withKeys: false leaves out the keys in the backup.
    /// - Throws: ``StoreError`` with code `inUse` if a hub has the store open; `damaged`, `notOurs` or `newerVersion`
    ///   for an unusable backup.
    public static func restore(
        _ backup: String, to path: String, keepingFormerAs former: String, withKeys: Bool
    ) async throws(StoreError) -> RestoredStore {
        try await BackupWorker.shared.run {
            // Locked first, so that a running hub is found before the work.
            let place = try DatabasePlace(path)
            let prepared = try prepared(backup, for: path, withKeys: withKeys)
            do {
                return try put(prepared, in: place, keepingFormerAs: former)
            } catch {
                discard(prepared)
                throw error
            }
        }
    }

    /// Checks a backup and turns it into a store beside another one, which may be open meanwhile. ``put(_:keepingFormerAs:)``
    /// or ``discard(_:)`` follows.
    ///
    /// - Parameters:
    ///   - backup: a backup, or a store that is not open; it is not changed.
    ///   - path: the store that it is to become; its folder must exist.
    ///   - withKeys: false leaves out the keys in the backup.
    /// - Throws: ``StoreError`` with code `damaged`, `notOurs` or `newerVersion` for an unusable backup; `diskFull`.
    public static func prepare(
        _ backup: String, for path: String, withKeys: Bool
    ) async throws(StoreError) -> PreparedStore {
        try await BackupWorker.shared.run { try prepared(backup, for: path, withKeys: withKeys) }
    }

    /// Puts a prepared store in its place, or changes nothing. An existing store is kept under another name.
    ///
    /// - Parameter former: the suffix for the name of an existing store; the resulting name must be free.
    /// - Throws: ``StoreError`` with code `inUse` if a hub has the existing store open. The prepared one is gone then.
    public static func put(
        _ prepared: PreparedStore, keepingFormerAs former: String
    ) async throws(StoreError) -> RestoredStore {
        try await BackupWorker.shared.run {
            do {
                return try put(prepared, in: DatabasePlace(prepared.path), keepingFormerAs: former)
            } catch {
                discard(prepared)
                throw error
            }
        }
    }

    /// Removes a prepared store.
    public static func discard(_ prepared: PreparedStore) { DatabaseFile.remove(prepared.partial) }

    private static func put(
        _ prepared: PreparedStore, in place: DatabasePlace, keepingFormerAs former: String
    ) throws -> RestoredStore {
        let name = place.path + former
        let hadFormer = try place.put(prepared.partial, keeping: name)
        return RestoredStore(backup: prepared.backup, former: hadFormer ? name : nil)
    }

    private static func prepared(_ backup: String, for path: String, withKeys: Bool) throws -> PreparedStore {
        guard !DatabaseFile.isSame(backup, path) else {
            throw StoreError(.failed, "'\(backup)' is the store itself; give a backup of it")
        }
        let partial = partial(try DatabaseFile.resolved(path))
        do {
            // SQLite's copy includes the log beside the file.
            try reading(backup, isGuarded: false) { database in try database.copy(to: partial) }
            if !withKeys { try BackupContent.removeSecrets(from: partial, of: "'\(backup)'") }
            return PreparedStore(backup: try finish(partial, from: backup), path: path, partial: partial)
        } catch {
            DatabaseFile.remove(partial)
            throw error
        }
    }

    /// Renames the remains of a store, so that a new home can begin in its place.
    ///
    /// - Parameters:
    ///   - path: a store that no hub has open.
    ///   - former: the suffix for the name; the resulting name must be free.
    /// - Returns: the new name; nil if there was no file.
    public static func setAside(_ path: String, as former: String) async throws(StoreError) -> String? {
        try await BackupWorker.shared.run {
            let place = try DatabasePlace(path)
            let name = place.path + former
            return try place.setAside(keeping: name) ? name : nil
        }
    }

    /// The ID of a store's or a backup's hub; nil if unknown. Also works for a damaged store, and by the file beside it
    /// for one whose own file is missing.
    public static func hubID(of path: String) -> String? {
        if let owner = DatabaseFile.owner(of: path) { return owner }
        let id = try? reading(path, isGuarded: false, ignoresPageSums: true, ignoresLog: true) { database in
            try database.first("SELECT id FROM hub") { try $0.text(0) }
        }
        return id
    }

    /// The IDs of all devices.
    public func deviceIDs() throws(StoreError) -> [String] {
        try with { database in
            try database.rows("SELECT id FROM device WHERE removed_at IS NULL ORDER BY id") { try $0.text(0) }
        }
    }

    private static func finish(_ partial: String, from backup: String) throws -> StoreBackup {
        let database = try Database(finishing: partial, schema: StoreSchema.current)
        defer { database.close() }
        try BackupContent.check(database, "'\(backup)'")
        return try BackupContent.read(database, partial)
    }
}
