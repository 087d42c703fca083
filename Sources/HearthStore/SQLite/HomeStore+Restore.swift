internal import HearthSQL
internal import HearthTraitCore

/// The result of restoring a backup.
public struct RestoredStore: Hashable, Sendable {
    /// The restored backup.
    public var backup: StoreBackup
    /// The new path of the former store; nil if there was none.
    public var former: String?
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
            guard !DatabaseFile.isSame(backup, path) else {
                throw StoreError(.failed, "'\(backup)' is the store itself; give a backup of it")
            }
            let place = try DatabasePlace(path)
            let partial = partial(place.path)
            do {
                // SQLite's copy includes the log beside the file.
                try reading(backup, isGuarded: false) { database in try database.copy(to: partial) }
                if !withKeys { try BackupContent.removeSecrets(from: partial, of: "'\(backup)'") }
                let found = try prepare(partial, from: backup)
                let name = place.path + former
                return RestoredStore(backup: found, former: try place.put(partial, keeping: name) ? name : nil)
            } catch {
                DatabaseFile.remove(partial)
                throw error
            }
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

    private static func prepare(_ partial: String, from backup: String) throws -> StoreBackup {
        let database = try Database(finishing: partial, schema: StoreSchema.current)
        defer { database.close() }
        try BackupContent.check(database, "'\(backup)'")
        return try BackupContent.read(database, partial)
    }
}
