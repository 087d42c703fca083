package import HearthStore
package import HearthTerminal
package import HearthTraitCore

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

    /// Checks a backup before it is used.
    package static func inspect(_ path: String) async throws(CommandError) -> StoreBackup {
        do throws(StoreError) {
            return try await HomeStore.inspectBackup(path)
        } catch {
            throw CommandError(.badFile, error.message)
        }
    }
}
