internal import Foundation
internal import HearthSQL
@testable internal import HearthStore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct UpgradeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: 1..<StoreSchema.current.migrations.count)
    func eachIsTakenOverWithWhatItHolds(_ version: Int) async throws {
        let old = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: StoreSchema.current.applicationID,
                migrations: Array(StoreSchema.current.migrations.prefix(version))))
        let ending = version < 10 ? "ended_cleanly" : "ending"
        try old.run("INSERT INTO hub(only_row, id, epoch, \(ending)) VALUES (1, 'the hub', 4, 1)")
        try old.run("INSERT INTO structure(id, name, sequence, event_number) VALUES ('s', 'Home', 9, 3)")
        try old.run(
            """
            INSERT INTO device(id, structure_id, room_id, name, is_name_given, description)
            VALUES ('d', 's', NULL, 'Lamp', 1, x'01')
            """)
        let hadAppData = try !old.rows("SELECT name FROM sqlite_master WHERE name = 'app_data'") { try $0.text(0) }
            .isEmpty
        if hadAppData {
            try old.run("INSERT INTO app_data(object_id, app_id, key, value) VALUES ('s', 'app', 'old', '1')")
        }
        old.close()

        let store = try await HomeStore.open(path: folder.file)
        let home = try await store.load()
        expect(home.hubID, equals: "the hub")
        expect(home.epoch, equals: 4)
        expect(home.isContinuation)
        try await expectBackup(of: home, version)
        expect(home.structures, equals: [StoredStructure(id: "s", name: "Home", sequence: 9, eventNumber: 3)])
        expect(
            home.devices,
            equals: [
                StoredDevice(
                    id: "d", structureID: "s", roomID: nil, name: "Lamp", isNameGiven: true, description: [1])
            ])
        try await store.commit([.setAppData(objectID: "s", appID: "app", key: "k", value: "v", writer: "ada")])
        try await expect(store.appData(of: "s", app: "app")["k"], equals: "v")
        try await expect(
            store.appDataWriters(of: "s", app: "app"), equals: hadAppData ? ["k": "ada", "old": ""] : ["k": "ada"])
        try await store.close(clean: true)
        print("FAULTS store of an earlier version | 1 | upgraded with all of its data, a valid backup beside it")
    }

    /// The log of an earlier version: its days are found as before.
    @Test func theLogOfAnEarlierVersionHasItsDays() async throws {
        let before = try require(StoreSchema.current.migrations.firstIndex { $0.contains("TABLE report_end") })
        let old = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: StoreSchema.current.applicationID,
                migrations: Array(StoreSchema.current.migrations.prefix(before))))
        try old.run("INSERT INTO hub(only_row, id, epoch, ending) VALUES (1, 'the hub', 4, 1)")
        for (number, id) in ["s", "t"].enumerated() {
            try old.run("INSERT INTO structure(id, name, sequence, event_number) VALUES (?1, 'Home', 9, 3)", .text(id))
            for (sequence, time) in [10, 20, 90, 95, 30, 40].enumerated() {
                try old.run(
                    """
                    INSERT INTO report_batch(structure, last, first, epoch, event_number, time, content)
                    VALUES (?1, ?2, ?2, 4, 0, ?3, x'0100000007')
                    """, .integer(Int64(number) + 1), .integer(Int64(sequence) + 1),
                    .integer(Duration.seconds(time + 100 * number).nanoseconds))
            }
        }
        old.close()
        let store = try await HomeStore.open(path: folder.file)
        var ends: [UInt64] = []
        for (id, times) in [("s", [10, 11, 25, 35, 93, 200]), ("t", [30, 111, 135])] {
            for time in times { ends.append(try await store.endOfReports(of: id, before: .seconds(time))) }
        }
        expect(ends, equals: [2, 3, 4, 7, 7, 7, 2, 3, 7])
        try await store.close(clean: true)
    }

    /// The backup from before the migration lies beside the file, has the earlier version, and restores the same home.
    private func expectBackup(of home: StoredHome, _ version: Int) async throws {
        let backup = HomeStore.migrationBackup(of: folder.file, version: version)
        let found = try await HomeStore.inspectBackup(backup)
        expect(found.schemaVersion, equals: version)
        expect(found.hubID, equals: "the hub")
        expect(found.devices, equals: 1)
        let path = folder.path + "/restored.sqlite"
        _ = try await HomeStore.restore(backup, to: path, keepingFormerAs: ".former", withKeys: true)
        let restored = try await HomeStore.open(path: path, now: .seconds(1_700_000_000))
        let same = try await restored.load()
        expect(same.devices == home.devices && same.structures.map(\.id) == ["s"] && same.epoch == 1_700_000_000)
        expect(same.findings.count == 1 && same.findings[0].contains("this is the backup of "))
        try await restored.close(clean: true)
    }

    /// Old damage is kept, and does not prevent an upgrade.
    @Test func aReferenceThatWasBrokenBeforeIsNoObstacle() async throws {
        let current = StoreSchema.current
        let old = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: current.applicationID, migrations: Array(current.migrations.prefix(9))))
        try old.execute(
            """
            PRAGMA foreign_keys = OFF;
            INSERT INTO hub VALUES (1, 'the hub', 4, 1);
            INSERT INTO structure(id, name, sequence, event_number) VALUES ('s', 'Home', 9, 3);
            INSERT INTO device(id, structure_id, room_id, name, is_name_given, description)
                VALUES ('d', 's', 'lost', 'Lamp', 1, x'01');
            """)
        old.close()
        let store = try await HomeStore.open(path: folder.file)
        try await expect(store.load().devices.map(\.roomID), equals: ["lost"])
        let backup = try await store.backUp(to: folder.path + "/backup", now: .seconds(5), keys: nil)
        expect(backup.devices, equals: 1)
        try await store.close(clean: true)
        let damage = try await HomeStore.examine(folder.file).damage
        expect(damage, equals: ["row 1 of device refers to one that room does not have"])
    }

    @Test func withoutRoomForABackupNothingIsMigrated() async throws {
        let old = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: StoreSchema.current.applicationID, migrations: [StoreSchema.current.migrations[0]]))
        old.close()
        // A folder in the place of the backup.
        let backup = HomeStore.migrationBackup(of: folder.file, version: 1)
        try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: true)
        let error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        expect(error?.message.contains("no backup could be made before it is changed"), equals: true)
        let raw = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: StoreSchema.current.applicationID, migrations: [StoreSchema.current.migrations[0]]))
        try expect(raw.version(), equals: 1)
        raw.close()
    }

    @Test func aNewerStoreIsRefusedInPlainWords() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await store.close(clean: true)
        let next = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: StoreSchema.current.applicationID,
                migrations: StoreSchema.current.migrations + ["CREATE TABLE later(x INTEGER)"]))
        next.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        expect(error?.code, equals: .newerVersion)
        expect(error?.message.contains("was written by a newer version; use that version"), equals: true)
        try expect(Data(contentsOf: URL(fileURLWithPath: folder.file)), equals: before)
        print("FAULTS store of a newer version | 1 | refused with a clear error, not a byte changed")
    }
}
