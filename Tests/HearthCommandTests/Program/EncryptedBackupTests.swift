internal import Foundation
internal import HearthStore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Encrypted daily backups, as a person switches them on and restores them.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct EncryptedBackupTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("home.db") }
    private var daily: String { folder.file("daily") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("elsewhere"), withIntermediateDirectories: true)
    }

    private var backups: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: daily)) ?? []).filter { $0.hasSuffix(".backup") }
            .map { daily + "/" + $0 }
    }

    /// The key of a hub whose daily backup is encrypted, and that backup. The hub has ended.
    private func encrypted() async throws -> (key: String, file: String) {
        let hub = try await HubUnderTest(store: store, ["--backups", daily])
        let none = try await hub.run("recovery")
        expect((none.status, none.error.contains("hearth recovery on makes")), are: (1, true))
        let on = try await hub.run("recovery", "on")
        expect((on.status, on.output.contains("EMERGENCY SHEET of Home")), are: (0, true), "\(on.error)")
        let line = try require(on.output.split(separator: "\n").first { $0.hasPrefix("Recovery key") })
        let key = String(try require(line.split(separator: " ").last))
        // Again and later, it is the same sheet.
        try await expect(hub.run("recovery", "on").output, equals: on.output)
        try await expect(hub.run("recovery", "sheet").output, equals: on.output)
        try await until("the plain backup of the first start") { !backups.isEmpty }
        await hub.stop()
        for file in backups { try FileManager.default.removeItem(atPath: file) }
        let again = try await HubUnderTest(store: store, ["--backups", daily])
        try await until("the encrypted backup") { !backups.isEmpty }
        let end = await again.stop()
        expect(!(end.output + end.error).contains(key), "the key is in the log")
        return (key, try require(backups.first))
    }

    @Test func onlyItsKeyOpensADailyBackup() async throws {
        let (key, file) = try await encrypted()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        expect(bytes.starts(with: Data("HEARTH BACKUP 1\n".utf8)))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        expect(mode, equals: 0o600)
        let elsewhere = folder.file("elsewhere/home.db")
        func restore(_ input: String, _ file: String, to store: String) async throws -> ChildProcess.Outcome {
            try await HearthProgram.run(["restore", file, "--store", store, "--yes"], input: input)
        }
        let wrong: [(String, Int32, String)] = [
            ("", 64, "type its recovery key"), ("nonsense\n", 1, "25 letters and digits"),
            ("00000-00000-00000-00000-00000\n", 1, "does not open"),
        ]
        for (input, status, words) in wrong {
            let outcome = try await restore(input, file, to: elsewhere)
            expect((outcome.status, outcome.error.contains(words)), are: (status, true), "\(outcome.error)")
        }
        let torn = folder.file("torn.backup")
        try bytes.dropLast(70_000).write(to: URL(fileURLWithPath: torn))
        let damaged = try await restore(key + "\n", torn, to: elsewhere)
        expect((damaged.status, damaged.error.contains("was changed or cut")), are: (65, true), "\(damaged.error)")
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.file("elsewhere")), equals: [])

        let right = try await restore(key.lowercased() + "\n", file, to: elsewhere)
        expect((right.status, right.output.contains("with keys")), are: (0, true), "\(right.error)")
        expect(!(right.output + right.error).contains(key))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("elsewhere"))
        expect(!names.contains { $0.hasSuffix(".partial") }, "\(names)")
        let (old, new) = (try await HomeStore.examine(store).home, try await HomeStore.examine(elsewhere).home)
        expect(new?.devices, equals: old?.devices)
        // The restored hub goes on encrypting with the same key.
        let hub = try await HubUnderTest(store: elsewhere, ["--backups", "off"])
        try await expect(hub.run("recovery").output.contains(key))
        await hub.stop()
        // The home's own key opens its backups without a question.
        let own = try await restore("", file, to: store)
        expect(own.status, equals: 0, "\(own.error)")
    }

    @Test func theDoctorChecksEncryptedBackups() async throws {
        let (_, file) = try await encrypted()
        func doctor() async throws -> ChildProcess.Outcome {
            try await HearthProgram.run(["doctor", "--store", store, "--backups", daily, "--backup-hooks", "off"])
        }
        let good = try await doctor()
        expect(good.output.contains("the newest good backup is \(file)"), "\(good.output)")
        // Without the key it can't.
        let key = folder.file("home.db.keys/recovery-key")
        try FileManager.default.moveItem(atPath: key, toPath: folder.file("paper"))
        let unknown = try await doctor()
        expect(unknown.output.contains("\(file) was not checked: it is encrypted"), "\(unknown.output)")
        try FileManager.default.moveItem(atPath: folder.file("paper"), toPath: key)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: file))
        let damaged = try await doctor()
        expect(
            (damaged.status, damaged.output.contains("\(file) is no good: \(file) was changed or cut")), are: (1, true),
            "\(damaged.output)")
    }

    /// A key of the owner's own encrypts backups by hand, of a hub and of its store.
    @Test func backupsByHandAreEncryptedIfAsked() async throws {
        let words = "correct horse battery staple"
        let hub = try await HubUnderTest(store: store, ["--backups", "off"])
        func choose(_ typed: String) async throws -> ChildProcess.Outcome {
            try await HearthProgram.run(["recovery", "on", "--own-key", "--hub", hub.address], input: typed)
        }
        let early = try await hub.run("backup", folder.file("early"), "--encrypted")
        expect((early.status, early.error.contains("hearth recovery on makes one")), are: (1, true), "\(early.error)")
        let short = try await choose("too short\n")
        expect((short.status, short.error.contains("four or more different words")), are: (1, true), "\(short.error)")
        let on = try await choose("  \(words)\n")
        expect((on.status, on.output.contains("Recovery key   \(words)\n")), are: (0, true), "\(on.error)")
        let other = try await choose("another horse battery staple\n")
        expect((other.status, other.error.contains("another recovery key already")), are: (1, true), "\(other.error)")
        let ofHub = folder.file("of-hub.backup")
        let made = try await hub.run("backup", ofHub, "--encrypted", "--keys")
        expect((made.status, made.output), are: (0, "\(ofHub): encrypted\n"), "\(made.error)")
        await hub.stop()
        let ofStore = folder.file("of-store.backup")
        let stopped = try await HearthProgram.run(["backup", ofStore, "--encrypted", "--store", store])
        expect((stopped.status, stopped.output.hasPrefix("\(ofStore): encrypted, 1 structure")), are: (0, true))
        for file in [ofHub, ofStore] {
            try expect(Data(contentsOf: URL(fileURLWithPath: file)).starts(with: Data("HEARTH BACKUP 1\n".utf8)))
            let restored = try await HearthProgram.run(
                ["restore", file, "--store", folder.file("elsewhere/home.db"), "--yes"], input: words + "\n")
            expect((restored.status, restored.output.contains("1 structure")), are: (0, true), "\(restored.error)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(!names.contains { $0.hasSuffix(".partial") || $0 == "early" }, "\(names)")
    }

    @Test func encryptionEnds() async throws {
        let hub = try await HubUnderTest(store: store, ["--backups", "off"])
        let on = try await hub.run("recovery", "on", "--json")
        let key = try require(on.output.split(separator: "\"").first { $0.count == 29 }.map(String.init))
        let off = try await hub.run("recovery", "off")
        expect((off.status, off.output.contains(key)), are: (0, true))
        try await expect(hub.run("recovery", "off").output, equals: "The daily backups were not encrypted.\n")
        let word = try await hub.run("recovery", "maybe")
        expect((word.status, word.error.contains("say on, off or sheet")), are: (64, true))
        await hub.stop()
    }
}
