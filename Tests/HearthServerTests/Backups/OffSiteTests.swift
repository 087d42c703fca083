@testable internal import HearthServer
internal import Expectations
internal import Foundation
internal import HearthBase
internal import HearthTLS
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// Hooks that copy backups out of the house, with real programs.
@Suite(.timeLimit(.minutes(5))) struct OffSiteTests {
    private let folder: TemporaryFolder
    private let backup: String
    private let hash: String

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("backup.d"), withIntermediateDirectories: true)
        let bytes = [UInt8](repeating: 7, count: 3 << 20)
        backup = folder.file("home.backup")
        try Data(bytes).write(to: URL(fileURLWithPath: backup))
        hash = hex(SHA256.hash(bytes))
    }

    private func hook(_ name: String, _ script: String, mode: Int = 0o700, writtenAt time: Int64? = nil) throws {
        let path = try folder.file("backup.d/" + name, "#!/bin/sh\n" + script + "\n")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        guard let time else { return }
        let date = Date(timeIntervalSince1970: Double(time))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    private func hooks(_ limit: Duration = .seconds(60)) throws -> OffSiteHooks {
        var hooks = try require(OffSiteHooks(folder.file("backup.d")))
        hooks.limit = limit
        return hooks
    }

    private var isWhole: Bool { FileManager.default.contents(atPath: backup)?.count == 3 << 20 }

    @Test func hooksGetThePathAndTheHash() async throws {
        try hook("20-say", #"echo "$HEARTH_BACKUP $HEARTH_BACKUP_SHA256 $HEARTH_BACKUP_TIME" >> "$0.out""#)
        try hook("10-copy", #"cp "$HEARTH_BACKUP" "$0.copy""#)
        try hook("30-not-executable", "exit 1", mode: 0o600)
        try hook("40-of-an-editor~", "exit 1")
        let hooks = try hooks()
        expect(hooks.files.map { ($0 as NSString).lastPathComponent }, equals: ["10-copy", "20-say"])
        await expect(hooks.run(for: backup, madeAt: 1_800_000_000), equals: [])
        let said = try String(contentsOfFile: folder.file("backup.d/20-say.out"), encoding: .utf8)
        expect(said, equals: "\(backup) \(hash) 1800000000\n")
        expect(FileManager.default.contents(atPath: folder.file("backup.d/10-copy.copy"))?.count, equals: 3 << 20)
    }

    @Test func theBackupsPathIsAbsolute() async throws {
        try hook("10-say", #"echo "$HEARTH_BACKUP" > "$0.out""#)
        let here = FileManager.default.currentDirectoryPath
        let up = here.split(separator: "/").map { _ in "../" }.joined()
        await expect(try hooks().run(for: up + backup.dropFirst(), madeAt: 0), equals: [])
        let said = try String(contentsOfFile: folder.file("backup.d/10-say.out"), encoding: .utf8)
        expect(said.hasPrefix("/") && said.hasSuffix("home.backup\n"), "\(said)")
    }

    @Test func aHookThatFailsSaysWhyAndOthersRun() async throws {
        try hook("10-fails", "echo starting; echo 'no such bucket' >&2; exit 3")
        try hook("20-works", #"touch "$0.done""#)
        await expect(
            try hooks().run(for: backup, madeAt: 0),
            equals: ["\(folder.file("backup.d/10-fails")) ended with status 3: no such bucket"])
        expect(
            (FileManager.default.fileExists(atPath: folder.file("backup.d/20-works.done")), isWhole), are: (true, true))
    }

    @Test func aHookThatHangsEndsWithItsChildren() async throws {
        try hook("10-hangs", #"sleep 1000 & echo $! > "$0.child"; wait"#)
        await expect(
            try hooks(.seconds(2)).run(for: backup, madeAt: 0),
            equals: ["\(folder.file("backup.d/10-hangs")) timed out after 2 s"])
        let child = try String(contentsOfFile: folder.file("backup.d/10-hangs.child"), encoding: .utf8)
        let pid = try require(Int32(child.trimmingCharacters(in: .whitespacesAndNewlines)))
        try await until("the child of the hook ends") { ChildProcess.hasEnded(pid) }
        expect(isWhole)
    }

    @Test func aHookThatPrintsAGigabyteFillsNothing() async throws {
        try hook("10-floods", "head -c 1073741824 /dev/zero; exit 4")
        let failures = try await hooks(.seconds(240)).run(for: backup, madeAt: 0)
        expect((failures.count, failures.first.map { $0.utf8.count < 1_000 }, isWhole), are: (1, true, true))
        expect(failures.first?.contains("ended with status 4"), equals: true)
    }

    @Test func aFailureIsTriedAgainAndOlderThanThreeDaysAProblem() async throws {
        let said = Mutex<[String]>([])
        let mark = TimeMark(path: folder.file("home.db.offsite"))
        let start: Int64 = 1_800_000_000
        let copies = OffSiteCopies(try hooks(), mark: mark, newest: nil, now: start) { text in
            said.withLock { $0.append(text) }
        }
        expectNil(copies.outcome)
        try hook("10-copy", #"test -e "$0.ready" || { echo offline; exit 1; }"#, writtenAt: start)
        copies.add(backup, madeAt: start)
        await copies.copyIfDue(at: start)
        // Too early for another try.
        await copies.copyIfDue(at: start + OffSiteCopies.pause - 1)
        await copies.copyIfDue(at: start + OffSiteCopies.pause)
        let reason = "\(folder.file("backup.d/10-copy")) ended with status 1: offline"
        expect(copies.outcome, equals: .init(newest: nil, failures: 2, failure: reason))
        let late = start + BackupRecord.patience + 1
        expect(
            (copies.problem(at: late - 1), copies.problem(at: late)),
            are: (nil, "no backup has been copied off site yet; \(reason)"))
        _ = try folder.file("backup.d/10-copy.ready", "")
        await copies.copyIfDue(at: late)
        expect((copies.outcome, mark.time), are: (.init(newest: late, failures: 2, failure: nil), late))
        expect(
            said.withLock(\.self),
            equals: [
                "the backup was not copied off site and will be tried again: \(reason)",
                "the backup was copied off site again",
            ])
    }

    /// The last copy: never, before the backup, after it, and at a time of a clock that was wrong.
    @Test(arguments: [(nil, true), (-1, true), (1, false), (86_400 * 30, true)] as [(Int64?, Bool)])
    func aBackupThatWaitedIsCopiedAfterARestart(_ last: Int64?, isCopied: Bool) async throws {
        try hook("10-copy", #"touch "$0.done""#)
        let start: Int64 = 1_800_000_000
        let mark = TimeMark(path: folder.file("home.db.offsite"))
        if let last { mark.set(start + last) }
        let copies = OffSiteCopies(try hooks(), mark: mark, newest: (backup, start), now: start + 60) { _ in }
        await copies.copyIfDue(at: start + 60)
        expect(
            FileManager.default.fileExists(atPath: folder.file("backup.d/10-copy.done")), equals: isCopied)
    }

    @Test func aFirstHookHasThreeDays() throws {
        let start: Int64 = 1_800_000_000
        let mark = TimeMark(path: folder.file("home.db.offsite"))
        let copies = OffSiteCopies(try hooks(), mark: mark, newest: nil, now: start) { _ in }
        let later = start + 10 * BackupRecord.patience
        try hook("10-copy", "exit 0", writtenAt: later)
        expectNil(copies.problem(at: later + BackupRecord.patience))
        expect(
            copies.problem(at: later + BackupRecord.patience + 1), equals: "no backup has been copied off site yet")
    }

    @Test func theMachinesFolderMayBeMadeLater() throws {
        let machine = folder.file("backup.d")
        let hooks = OffSiteHooks(preferred: machine, otherwise: folder.file("own.d"))
        try FileManager.default.removeItem(atPath: machine)
        expect((hooks.folder, hooks.files), are: (folder.file("own.d"), []))
        try FileManager.default.createDirectory(atPath: machine, withIntermediateDirectories: true)
        try hook("10-copy", "exit 0")
        expect((hooks.folder, hooks.files), are: (machine, [machine + "/10-copy"]))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/oom_score_adj"), "it is Linux's"))
    func linuxEndsHooksBeforeTheHub() async throws {
        try hook("10-copy", "until grep -qx 1000 /proc/self/oom_score_adj; do sleep 0.05; done")
        await expect(try hooks().run(for: backup, madeAt: 0), equals: [])
    }

    @Test func backupsThatFailForThreeDaysAreAProblem() {
        let start: Int64 = 1_800_000_000
        let record = BackupRecord(newest: start - 86_400, now: start)
        record.failed("no space is left")
        let end = start - 86_400 + BackupRecord.patience
        expect(
            (record.problem(at: end), record.problem(at: end + 1)),
            are: (
                nil, "the newest good backup is of 2027-01-14 08:00:00 UTC; the last attempt failed: no space is left"
            ))
        record.made(at: end + 1)
        expectNil(record.problem(at: end + 2))
        expect(
            BackupRecord(newest: nil, now: start).problem(at: start + BackupRecord.patience + 1),
            equals: "the hub has made no backup since its start")
    }
}
