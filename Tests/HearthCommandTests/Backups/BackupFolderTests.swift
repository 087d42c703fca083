internal import Foundation
@testable internal import HearthServer
@testable internal import HearthTerminal
internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// Which backups are created, kept and found.
@Suite(.timeLimit(.minutes(5)))
struct BackupFolderTests {
    private let folder: TemporaryFolder
    private let place: StorePlace
    private let backups: BackupFolder

    init() throws {
        folder = try TemporaryFolder()
        place = StorePlace(folder.file("home.db"))
        backups = BackupFolder(of: place, home: "1a2b3c4d-0000-4000-8000-000000000000")
        try backups.make()
    }

    private func write(_ path: String) throws { try Data().write(to: URL(fileURLWithPath: path)) }

    @Test(arguments: [
        (0, "19700101-000000"), (951_782_399, "20000228-235959"), (951_782_400, "20000229-000000"),
        (1_800_000_000, "20270115-080000"),
    ]) func timesAreReadAsTheyAreWritten(_ seconds: Int64, _ digits: String) {
        expect((UTC.digits(seconds), UTC.seconds(digits[...])), are: (digits, seconds))
    }

    @Test(arguments: [
        "", "20270115", "20270115-08000", "20270431-000000", "20271301-000000", "2027011a-080000", "20270115x080000",
    ])
    func otherTextIsNoTime(_ text: String) {
        expectNil(UTC.seconds(text[...]))
    }

    @Test func theNewestSevenAreKeptAndOnlyOwnFilesTouched() throws {
        let day = BackupFolder.interval
        for number in 0..<10 { try write(backups.name(at: 1_800_000_000 + Int64(number) * day)) }
        let others = [
            "notes.txt", "home-2.backup", "office-20270115-080000.backup", "home-20270115-080000.backup.old",
            "home-20270115-080000.backup", "home-20270115-080000-ffffffff.backup",
        ]
        for name in others { try write(backups.path + "/" + name) }
        expect((backups.entries.count, backups.entries.first?.madeAt), are: (10, 1_800_000_000 + 9 * day))
        backups.prune(keeping: backups.name(at: 1_800_000_000 + 9 * day))
        let kept = (3..<10).reversed().map { 1_800_000_000 + Int64($0) * day }
        expect(backups.entries.map(\.madeAt), equals: kept)
        for name in others { expect(FileManager.default.fileExists(atPath: backups.path + "/" + name)) }
    }

    /// With a clock that was ahead, old ones have later names.
    @Test func futureBackupsNeitherCountNorEvictNewOnes() throws {
        for number in 0..<8 { try write(backups.name(at: 1_900_000_000 + Int64(number))) }
        expect(backups.isDue(at: 1_800_000_000))
        let made = backups.name(at: 1_800_000_000)
        try write(made)
        backups.prune(keeping: made)
        expect((backups.entries.count, backups.entries.last?.path), are: (BackupFolder.kept, made))
        expect(!backups.isDue(at: 1_800_000_000 + BackupFolder.interval - 1))
        expect(backups.isDue(at: 1_800_000_000 + BackupFolder.interval))
    }

    @Test func theNewestGoodOneIsFound() async throws {
        await expect(backups.newestGood().isEmpty)
        let store = try await HomeStore.open(path: place.path)
        let backups = BackupFolder(of: place, home: try await store.load().hubID)
        let good = backups.name(at: 1_800_000_000)
        _ = try await store.backUp(to: good, now: .seconds(1_800_000_000), keys: nil)
        try await store.close(clean: true)
        try write(backups.name(at: 1_800_000_001))
        await expect(backups.newestGood().map(\.path), equals: [good])
        // The copy from before a migration counts as well, by the time of its file.
        let migration = HomeStore.migrationBackup(of: place.path, version: 3)
        try FileManager.default.copyItem(atPath: good, toPath: migration)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_900_000_000)], ofItemAtPath: migration)
        await expect(backups.newestGood().map(\.path), equals: [migration])
    }

    /// Two hubs, each with a store of the default name.
    @Test func homesThatShareAFolderHaveSevenEach() async throws {
        let shared = folder.file("shared")
        var folders: [BackupFolder] = []
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
            let place = StorePlace(folder.file(name + "/home.db"))
            let store = try await HomeStore.open(path: place.path)
            let home = try await store.load().hubID
            expect(HomeStore.hubID(of: place.path), equals: home)
            let own = BackupFolder(of: place, folder: shared, home: home)
            try own.make()
            expect(own.isDue(at: 1_800_000_000))
            for day in 0..<9 {
                let time = 1_800_000_000 + Int64(day) * BackupFolder.interval
                // The first is of an earlier version, and has no part of the ID in its name.
                let path = day == 0 && name == "a" ? shared + "/home-20270115-080000.backup" : own.name(at: time)
                _ = try await store.backUp(to: path, now: .seconds(time), keys: nil)
                expect((own.entries.count, own.isDue(at: time)), are: (min(day + 1, 8), false))
                own.prune(keeping: path)
            }
            try await store.close(clean: true)
            folders.append(own)
        }
        for (own, other) in [(folders[0], folders[1]), (folders[1], folders[0])] {
            expect((own.entries.count, own.others), are: (BackupFolder.kept, other.entries))
            expect(own.othersInWords, equals: "those of another home")
            let good = await own.newestGood()
            expect(good.map(\.backup.hubID), equals: [own.home])
        }
        // If the store is gone with everything beside it, the IDs of the backups tell them apart.
        let unknown = BackupFolder(of: StorePlace(folder.file("c/home.db")), folder: shared, home: nil)
        expect(Set(await unknown.newestGood().map(\.backup.hubID)), equals: Set(folders.compactMap(\.home)))
        unknown.prune(keeping: "")
        expect(unknown.entries.count, equals: 2 * BackupFolder.kept)
    }

    @Test func backupsAreDailyAndFailuresReportedOnce() async throws {
        struct Full: Error, CustomStringConvertible { let description = "no space is left" }
        let clock = ManualClock(sinceEpoch: .seconds(1_800_000_000))
        let said = Mutex<[String]>([])
        let ends = Mutex<[String]>([])
        let made = Mutex(0)
        let fails = Mutex(true)
        let looks = AsyncStream.makeStream(of: Void.self)
        let record = BackupRecord(newest: nil, now: 1_800_000_000)
        let automatic = AutomaticBackups(
            folder: backups, clock: LookingClock(clock, looks.continuation), record: record, offSite: nil
        ) { path in
            if fails.withLock(\.self) { throw Full() }
            made.withLock { $0 += 1 }
            try Data().write(to: URL(fileURLWithPath: path))
        } ended: { failure in
            ends.withLock { $0.append(failure ?? "made") }
        } notice: { text in
            said.withLock { $0.append(text) }
        }
        let cut = backups.name(at: 1_799_000_000) + ".0123.partial"
        try write(cut)
        let task = Task { await automatic.run() }
        var iterator = looks.stream.makeAsyncIterator()
        for _ in 0..<3 {
            await iterator.next()
            await clock.advance(by: AutomaticBackups.look)
        }
        await iterator.next()
        expect(
            said.withLock(\.self),
            equals: ["the backup to \(backups.path) failed and will be tried again: no space is left"])
        expect(!FileManager.default.fileExists(atPath: cut))
        expect(record.outcome, equals: BackupRecord.Outcome(newest: nil, failures: 4, failure: "no space is left"))
        fails.withLock { $0 = false }
        for _ in 0..<Int(2 * 86_400 / 900) {
            await clock.advance(by: AutomaticBackups.look)
            await iterator.next()
        }
        expect(said.withLock(\.self).dropFirst(), equals: ["backups work again"])
        expect(made.withLock(\.self), equals: 2)
        expect(ends.withLock(\.self), equals: ["no space is left", "made", "made"])
        expect(backups.entries.count, equals: 2)
        task.cancel()
    }
}
