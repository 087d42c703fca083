internal import HearthSQL
internal import HearthTraitCore

/// What became of a restored backup.
public struct RestoredStore: Hashable, Sendable {
    /// What was restored.
    public var backup: StoreBackup
    /// Where the store is that was there before; nil if there was none.
    public var former: String?
}

extension HomeStore {
    /// Makes a store of a backup: all of it, or nothing is changed. A store that is there is kept under another name.
    /// The next start of a hub begins a new epoch.
    ///
    /// - Parameters:
    ///   - backup: a backup, or a store that nobody has open; it stays as it is.
    ///   - path: the store to make; its folder must be there.
    ///   - former: what the name of a store that is there gets as an addition; the result must be free.
    ///   - withKeys: false leaves out the keys that are in the backup.
    /// - Throws: ``StoreError`` with code `inUse` if a hub has the store open; `damaged`, `notOurs` or `newerVersion` for a
    ///   backup that is no good.
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
                // A copy by SQLite, which takes what is in a log beside it, too.
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

    /// Gives what is left of a store another name, so that a new home can begin in its place.
    ///
    /// - Parameters:
    ///   - path: a store that no hub has open.
    ///   - former: what the name gets as an addition; the result must be free.
    /// - Returns: the new name of what was there; nil if there was no file.
    public static func setAside(_ path: String, as former: String) async throws(StoreError) -> String? {
        try await BackupWorker.shared.run {
            let place = try DatabasePlace(path)
            let name = place.path + former
            return try place.setAside(keeping: name) ? name : nil
        }
    }

    /// The ID of a store's or a backup's hub: also of a damaged store, and of one whose file is gone, by what lies
    /// beside it; nil if nothing says so.
    public static func hubID(of path: String) -> String? {
        if let owner = DatabaseFile.owner(of: path) { return owner }
        let id = try? reading(path, isGuarded: false, ignoresPageSums: true, ignoresLog: true) { database in
            try database.first("SELECT id FROM hub") { try $0.text(0) }
        }
        return id
    }

    /// The IDs of all devices.
    public func deviceIDs() throws(StoreError) -> [String] {
        try with { database in try database.rows("SELECT id FROM device ORDER BY id") { try $0.text(0) } }
    }

    private static func prepare(_ partial: String, from backup: String) throws -> StoreBackup {
        let database = try Database(finishing: partial, schema: StoreSchema.current)
        defer { database.close() }
        try BackupContent.check(database, "'\(backup)'")
        return try BackupContent.read(database, partial)
    }
}
