package import HearthStore
internal import HearthSystem
package import HearthTerminal
package import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Descriptions of backups.
package enum Backups {
    /// The contents of a backup in words: "1 structure, 6 rooms, 22 devices, with keys".
    package static func content(_ backup: StoreBackup) -> String {
        content(backup.structures, backup.rooms, backup.devices) + ", \(backup.hasKeys ? "with" : "without") keys"
    }

    static func content(_ structures: Int, _ rooms: Int, _ devices: Int) -> String {
        func count(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }
        return "\(count(structures, "structure")), \(count(rooms, "room")), \(count(devices, "device"))"
    }

    package static func size(_ bytes: Int) -> String {
        bytes < 1_000_000 ? "\((bytes + 999) / 1_000) kB" : "\((bytes + 999_999) / 1_000_000) MB"
    }

    package static func json(_ backup: StoreBackup) -> [(String, JSON)] {
        [
            ("made", backup.madeAt.map { .string(UTC.text($0)) } ?? .null), ("hub", .string(backup.hubID)),
            ("schema", .number(backup.schemaVersion)), ("keys", .bool(backup.hasKeys)),
            ("structures", .number(backup.structures)), ("rooms", .number(backup.rooms)),
            ("devices", .number(backup.devices)), ("bytes", .number(backup.bytes)),
        ]
    }

    /// Whether a file is an encrypted backup, by its beginning.
    package static func isEncrypted(_ path: String) -> Bool { SealedBackup.isSealed(path) }

    /// Makes a backup of a store that no hub has open.
    ///
    /// - Parameters:
    ///   - path: the new file, readable by its owner only.
    ///   - withKeys: whether it includes the keys of clients and of the hub.
    ///   - isEncrypted: whether it is encrypted with the home's recovery key. No other folder than the store's gets a plain
    ///     copy.
    package static func make(
        of place: StorePlace, to path: String, withKeys: Bool, isEncrypted: Bool
    ) async throws(CommandError) -> StoreBackup {
        try place.requireFile(or: "back up the database with PostgreSQL's tools, such as pg_dump")
        let recoveryKey = isEncrypted ? try RecoveryKey.stored(for: place) : nil
        if isEncrypted, recoveryKey == nil { throw CommandError(.refused, RecoveryKey.missing) }
        let keys = withKeys ? try KeyFiles(folder: place.keys).read() : nil
        let plain = isEncrypted ? "\(place.path).\(RandomID.make()).partial" : path
        defer { if isEncrypted { try? FileManager.default.removeItem(atPath: plain) } }
        let backup: StoreBackup
        do throws(StoreError) {
            backup = try await HomeStore.backUp(
                storeAt: place.path, to: plain, now: SystemClock().sinceEpoch, keys: keys)
        } catch {
            let hint = error.code == .inUse ? "; without --store, a running hub makes the backup" : ""
            throw CommandError(error.code == .damaged ? .badFile : .refused, error.message + hint)
        }
        guard let recoveryKey else { return backup }
        // A backup that was interrupted must not have the name of a whole one.
        let sealed = "\(path).\(RandomID.make()).partial"
        defer { try? FileManager.default.removeItem(atPath: sealed) }
        do throws(SealedBackupError) { try await SealedBackup(recoveryKey).seal(plain, to: sealed) } catch {
            throw CommandError(.badFile, error.message)
        }
        do { try FileManager.default.moveItem(atPath: sealed, toPath: path) } catch {
            throw CommandError(.badFile, "\(path) can't be written: \(reason(of: error))")
        }
        return backup
    }

    /// Checks a backup before it is used.
    package static func inspect(_ path: String) async throws(CommandError) -> StoreBackup {
        do throws(StoreError) {
            return try await HomeStore.inspectBackup(path)
        } catch {
            throw CommandError(.badFile, error.message)
        }
    }
}
