internal import Foundation
@testable internal import HearthServer
@testable internal import HearthTerminal
internal import HearthStore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The output of `hearth doctor`.
@Suite(.timeLimit(.minutes(5)))
struct DiagnosisTests {
    private let folder: TemporaryFolder
    private let place: StorePlace
    private let backups: BackupFolder
    private let now: Int64 = 1_800_000_000

    init() async throws {
        folder = try TemporaryFolder()
        place = StorePlace(folder.file("home.db"))
        let store = try await HomeStore.open(path: place.path)
        backups = BackupFolder(of: place, home: try await store.load().hubID)
        try backups.make()
        let lamp = StoredDevice(
            id: "d", structureID: "s", roomID: nil, name: "Lamp", isNameGiven: true, description: [0xFF])
        try await store.commit([.putStructure(StoredStructure(id: "s", name: "Home")), .putDevice(lamp)])
        _ = try await store.backUp(to: backups.name(at: now), now: .seconds(now), keys: [])
        try await store.commit([
            .putDevice(
                StoredDevice(
                    id: "d", structureID: "s", roomID: nil, name: "Lamp", isNameGiven: true, description: []))
        ])
        try await store.close(clean: true)
    }

    @Test func aHomeThatIsWell() async throws {
        let diagnosis = await Diagnosis.make(place, backups, now: now)
        expect((diagnosis.problems, diagnosis.isDamaged), are: ([], false))
        expect(diagnosis.remarks.contains("what can be read: 1 structure, 0 rooms, 1 device"))
        expect(diagnosis.text(place).hasSuffix("\(place.path) is well."))
    }

    @Test func everyProblemComesWithItsWayOut() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path)
        try Data("torn".utf8).write(to: URL(fileURLWithPath: backups.name(at: now + 5)))
        try Data().write(to: URL(fileURLWithPath: place.path + ".0123.partial"))
        let diagnosis = await Diagnosis.make(place, backups, now: now + 3 * BackupFolder.interval)
        let what = diagnosis.problems.map(\.what)
        expect(what.count, equals: 4)
        expect((diagnosis.problems.allSatisfy { !$0.wayOut.isEmpty }, diagnosis.isDamaged), are: (true, false))
        for path in [place.path, backups.name(at: now + 5)] {
            expect(what.contains("others on this machine can read \(path)"))
        }
        expect(what.contains("the newest good backup is of 2027-01-15 08:00:00 UTC"))
        expect(what.contains { $0.hasPrefix("the backup \(backups.name(at: now + 5)) is no good: ") })
        expect(
            diagnosis.remarks.contains { $0.hasPrefix(place.path + ".0123.partial is left from an interrupted backup") }
        )
    }

    /// A backup is not to be removed because there is no room to look into it.
    @Test func aBackupThatCannotBeDecryptedHereIsNotBlamed() async throws {
        // Files beside this store, such as a decrypted copy, would have names that are too long.
        let tight = StorePlace(folder.file(String(repeating: "h", count: 240)))
        let key = try RecoveryKey.make(for: tight)
        let sealed = backups.name(at: now + 5)
        try await SealedBackup(key).seal(backups.name(at: now), to: sealed)
        let found = BackupFolder(of: tight, folder: backups.path, home: backups.home)
        let diagnosis = await Diagnosis.make(tight, found, now: now)
        let note = diagnosis.remarks.first { $0.hasPrefix("the backup \(sealed) was not checked: ") } ?? ""
        expect(note.contains("can't be written"), "\(diagnosis.text(tight))")
        expect(diagnosis.remarks.contains("the newest good backup is \(backups.name(at: now))"))
        expect(diagnosis.problems.contains { $0.what.contains(" is no good") }, equals: false)
    }

    @Test func aHomeThatIsGoneIsNamedWithItsBackup() async throws {
        for text in [nil, Data()] {
            try? FileManager.default.removeItem(atPath: place.path)
            if let text {
                expect(
                    FileManager.default.createFile(
                        atPath: place.path, contents: text, attributes: [.posixPermissions: 0o600]))
            }
            let diagnosis = await Diagnosis.make(place, backups, now: now)
            let what = "\(place.path) is \(text == nil ? "missing" : "empty"), though a home was kept there"
            let restore = "hearth restore \(backups.name(at: now)) --store \(place.path)"
            expect((diagnosis.problems.map(\.what), diagnosis.isDamaged), are: ([what], true))
            expect(diagnosis.problems.first?.wayOut, equals: restore + " restores the newest good backup")
            expect(place.wasUsed)
        }
    }

    /// The file is intact, but a row has invalid content.
    @Test func unreadableDescriptionIsNamed() async throws {
        let other = StorePlace(folder.file("other.db"))
        _ = try await HomeStore.restore(
            backups.name(at: now), to: other.path, keepingFormerAs: ".former", withKeys: true)
        let diagnosis = await Diagnosis.make(other, backups, now: now)
        expect((diagnosis.problems.map(\.what).count, diagnosis.isDamaged), are: (1, false))
        expect(
            diagnosis.problems.first?.what.hasPrefix("the stored description of \"Lamp\" (d) is damaged"), equals: true)
    }

    @Test func withoutABackupAndWithARunningHub() async throws {
        try FileManager.default.removeItem(atPath: backups.name(at: now))
        let store = try await HomeStore.open(path: place.path)
        let diagnosis = await Diagnosis.make(place, backups, now: now)
        expect(diagnosis.problems.map(\.what).first, equals: "there is no good backup in \(backups.path)")
        expect(diagnosis.problems.last?.what.contains("already open in this process"), equals: true)
        try await store.close(clean: true)
    }
}
