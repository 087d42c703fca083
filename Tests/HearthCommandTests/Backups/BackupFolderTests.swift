internal import Foundation
@testable internal import HearthCommand
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// Which backups are made, kept and found.
@Suite(.timeLimit(.minutes(1)))
struct BackupFolderTests {
    private let folder: TemporaryFolder
    private let place: StorePlace
    private let backups: BackupFolder

    init() throws {
        folder = try TemporaryFolder()
        place = StorePlace(folder.file("home.db"))
        backups = BackupFolder(of: place)
        try backups.make()
    }

    private func write(_ path: String) throws { try Data().write(to: URL(fileURLWithPath: path)) }

    @Test(arguments: [
        (0, "19700101-000000"), (951_782_399, "20000228-235959"), (951_782_400, "20000229-000000"),
        (1_800_000_000, "20270115-080000"),
    ]) func timesAreReadAsTheyAreWritten(_ seconds: Int64, _ digits: String) {
        #expect(UTC.digits(seconds) == digits)
        #expect(UTC.seconds(digits[...]) == seconds)
    }

    @Test(arguments: [
        "", "20270115", "20270115-08000", "20270431-000000", "20271301-000000", "2027011a-080000", "20270115x080000",
    ])
    func otherTextIsNoTime(_ text: String) {
        #expect(UTC.seconds(text[...]) == nil)
    }

    @Test func theNewestSevenAreKeptAndOnlyOwnFilesTouched() throws {
        let day = BackupFolder.interval
        for number in 0..<10 { try write(backups.name(at: 1_800_000_000 + Int64(number) * day)) }
        let others = ["notes.txt", "home-2.backup", "office-20270115-080000.backup", "home-20270115-080000.backup.old"]
        for name in others { try write(backups.path + "/" + name) }
        #expect(backups.entries.count == 10)
        #expect(backups.entries.first?.madeAt == 1_800_000_000 + 9 * day)
        backups.prune(keeping: backups.name(at: 1_800_000_000 + 9 * day))
        let kept = (3..<10).reversed().map { 1_800_000_000 + Int64($0) * day }
        #expect(backups.entries.map(\.madeAt) == kept)
        for name in others { #expect(FileManager.default.fileExists(atPath: backups.path + "/" + name)) }
    }

    /// With a clock that was ahead, the names of old ones are newer.
    @Test func oneFromTheFutureNeitherCountsNorCostsTheNewOne() throws {
        for number in 0..<8 { try write(backups.name(at: 1_900_000_000 + Int64(number))) }
        #expect(backups.isDue(at: 1_800_000_000))
        let made = backups.name(at: 1_800_000_000)
        try write(made)
        backups.prune(keeping: made)
        #expect(backups.entries.count == BackupFolder.kept && backups.entries.last?.path == made)
        #expect(!backups.isDue(at: 1_800_000_000 + BackupFolder.interval - 1))
        #expect(backups.isDue(at: 1_800_000_000 + BackupFolder.interval))
    }

    @Test func theNewestGoodOneIsFound() async throws {
        #expect(await backups.newestGood() == nil)
        let store = try await HomeStore.open(path: place.path)
        let good = backups.name(at: 1_800_000_000)
        _ = try await store.backUp(to: good, now: .seconds(1_800_000_000), keys: nil)
        try await store.close(clean: true)
        try write(backups.name(at: 1_800_000_001))
        #expect(await backups.newestGood()?.path == good)
        // What was kept before a migration counts as well, by the time of its file.
        let migration = HomeStore.migrationBackup(of: place.path, version: 3)
        try FileManager.default.copyItem(atPath: good, toPath: migration)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_900_000_000)], ofItemAtPath: migration)
        #expect(await backups.newestGood()?.path == migration)
    }

    @Test func oneADayIsMadeAndAFailureSaidOnce() async throws {
        struct Full: Error, CustomStringConvertible { let description = "no space is left" }
        let clock = ManualClock(sinceEpoch: .seconds(1_800_000_000))
        let said = Mutex<[String]>([])
        let made = Mutex(0)
        let fails = Mutex(true)
        let looks = AsyncStream.makeStream(of: Void.self)
        let automatic = AutomaticBackups(folder: backups, clock: LookingClock(clock, looks.continuation)) { path in
            if fails.withLock(\.self) { throw Full() }
            made.withLock { $0 += 1 }
            try Data().write(to: URL(fileURLWithPath: path))
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
        #expect(
            said.withLock(\.self) == ["the backup to \(backups.path) failed and will be tried again: no space is left"])
        #expect(!FileManager.default.fileExists(atPath: cut))
        fails.withLock { $0 = false }
        for _ in 0..<Int(2 * 86_400 / 900) {
            await clock.advance(by: AutomaticBackups.look)
            await iterator.next()
        }
        #expect(said.withLock(\.self).dropFirst() == ["backups are made again"])
        #expect(made.withLock(\.self) == 2 && backups.entries.count == 2)
        task.cancel()
    }
}
