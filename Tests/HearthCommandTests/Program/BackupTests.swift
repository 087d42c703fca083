internal import Foundation
internal import HearthStore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Backups as a person creates and restores them.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct BackupTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("home.db") }
    private var backup: String { folder.file("my.backup") }
    private var elsewhere: String { folder.file("elsewhere") + "/home.db" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("elsewhere"), withIntermediateDirectories: true)
    }

    private func run(_ words: String...) async throws -> ChildProcess.Outcome { try await HearthProgram.run(words) }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test func aRunningHubsHomeLivesOnElsewhere() async throws {
        let hub = try await HubUnderTest(store: store)
        try await expect(hub.run("rename", "Floor Lamp", "Torch").status, equals: 0)
        let token = try await hub.run("tokens", "create", "script").output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let made = try await hub.run("backup", backup, "--keys")
        expect((made.status, made.output.contains("with keys")), are: (0, true))
        try await expect(hub.run("rename", "Torch", "Later").status, equals: 0)
        let again = try await hub.run("backup", backup)
        expect((again.status, again.error.contains("exists already and is not overwritten")), are: (1, true))

        // There was a hub with a key of its own.
        let former = try await HubUnderTest(store: elsewhere)
        try await expect(former.run("devices").status, equals: 0)
        await former.stop()
        let own = try bytes(elsewhere + ".keys/tls-key.pem")
        let restored = try await run("restore", backup, "--store", elsewhere, "--yes")
        expect((restored.status, restored.output.contains("with keys")), are: (0, true))
        let other = try await HubUnderTest(store: elsewhere, ["--local-owner", "nobody"])
        let denied = try await other.run("devices")
        expect(denied.status, equals: 1)
        let devices = try await HearthProgram.run(["devices", "--hub", other.address], ["HEARTH_TOKEN": token])
        expect((devices.output.contains("Torch"), devices.output.contains("Later")), are: (true, false))
        for name in ["tls-key.pem", "tls-certificate.pem"] {
            try expect(bytes("\(elsewhere).keys/\(name)"), equals: bytes("\(store).keys/\(name)"))
        }
        let keys = try FileManager.default.contentsOfDirectory(atPath: elsewhere + ".keys")
        let kept = try require(keys.first { $0.hasPrefix("tls-key.pem.former-") })
        try expect(bytes("\(elsewhere).keys/\(kept)"), equals: own)
        await other.stop()
        await hub.stop()
    }

    /// Each automatic backup restores the same home elsewhere.
    @Test func automaticBackupsCanBeRestored() async throws {
        let daily = folder.file("daily")
        let first = try await HubUnderTest(store: store, ["--backups", "off"])
        try await expect(first.run("rename", "Floor Lamp", "Torch").status, equals: 0)
        await first.stop()
        let hub = try await HubUnderTest(store: store, ["--backups", daily])
        var made: [String] = []
        while made.isEmpty {
            try await Task.sleep(for: .milliseconds(20))
            let names = (try? FileManager.default.contentsOfDirectory(atPath: daily)) ?? []
            made = names.filter { $0.hasSuffix(".backup") }
        }
        await hub.stop()
        let home = try require(try await HomeStore.examine(store).home)
        expect((home.devices.contains { $0.name == "Torch" }, home.rooms.isEmpty), are: (true, false))
        for (number, name) in made.enumerated() {
            let place = folder.file("elsewhere") + "/\(number).db"
            let restored = try await run("restore", daily + "/" + name, "--store", place)
            expect(restored.status, equals: 0, "\(restored)")
            expect(restored.output.contains("with keys"), "\(restored)")
            let other = try await HomeStore.examine(place).home
            expect((other?.devices, other?.rooms, other?.hubID), are: (home.devices, home.rooms, home.hubID))
            let again = try await HubUnderTest(store: place, ["--backups", "off"])
            try await expect(again.run("devices").output.contains("Torch"))
            await again.stop()
        }
    }

    @Test func withoutKeysTheHubIsANewOneToItsClients() async throws {
        let hub = try await HubUnderTest(store: store)
        try await expect(hub.run("tokens", "create", "script").status, equals: 0)
        let made = try await hub.run("backup", folder.path, "--json")
        expect(made.output.contains(#""keys":false"#))
        await hub.stop()
        let file = try require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".backup") })
        try await expect(run("restore", folder.file(file), "--store", elsewhere).status, equals: 0)
        let other = try await HubUnderTest(store: elsewhere)
        try await expect(other.run("tokens").output.split(separator: "\n").count, equals: 1)
        try expect(bytes(elsewhere + ".keys/tls-key.pem"), differsFrom: bytes(store + ".keys/tls-key.pem"))
        await other.stop()
    }

    @Test func aRestoreNeedsAStoppedHubAndAWord() async throws {
        let hub = try await HubUnderTest(store: store)
        try await expect(hub.run("backup", backup).status, equals: 0)
        let running = try await run("restore", backup, "--store", store, "--yes")
        expect((running.status, running.error.contains("stop that one first")), are: (1, true))
        await hub.stop()
        let before = try bytes(store)
        let unasked = try await run("restore", backup, "--store", store)
        expect((unasked.status, unasked.error.contains("pass --yes to confirm")), are: (64, true))
        try bytes(backup).prefix(20_000).write(to: URL(fileURLWithPath: folder.file("torn")))
        let torn = try await run("restore", folder.file("torn"), "--store", store, "--yes")
        expect((torn.status, torn.error.contains("damaged")), are: (65, true))
        try expect(bytes(store), equals: before)
        let done = try await run("restore", backup, "--store", store, "--yes")
        expect((done.status, done.output.contains("What was there is in \(store).former-")), are: (0, true))
        try await expect(run("backup", folder.file("stopped"), "--store", store).status, equals: 0)
    }

    @Test func aHubMakesBackupsByItself() async throws {
        let hub = try await HubUnderTest(store: store)
        let backups = folder.file("backups")
        var names: [String] = []
        while names.isEmpty {
            try await Task.sleep(for: .milliseconds(50))
            names = (try? FileManager.default.contentsOfDirectory(atPath: backups)) ?? []
            names = names.filter { $0.hasPrefix("home-") && $0.hasSuffix(".backup") }
        }
        await hub.stop()
        let attributes = try FileManager.default.attributesOfItem(atPath: backups + "/" + names[0])
        expect(attributes[.posixPermissions] as? Int == 0o600)
        try await expect(run("doctor", "--store", store).status, equals: 0)

        let off = try await HubUnderTest(store: elsewhere, ["--backups", "off"])
        try await expect(off.run("devices").status, equals: 0)
        await off.stop()
        expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere/backups")))
    }

    @Test func damagedHomeIsNotReplaced() async throws {
        let hub = try await HubUnderTest(store: store)
        try await expect(hub.run("rename", "Floor Lamp", "Torch").status, equals: 0)
        let newest = folder.file("backups/home-20990101-000000.backup")
        try FileManager.default.createDirectory(
            atPath: folder.file("backups"), withIntermediateDirectories: true)
        try await expect(hub.run("backup", newest).status, equals: 0)
        await hub.stop()
        let handle = try require(FileHandle(forWritingAtPath: store))
        try handle.seek(toOffset: 6 * 4_096)
        try handle.write(contentsOf: [UInt8](repeating: 0x55, count: 4 * 4_096))
        try handle.close()
        let damaged = try bytes(store)

        let refused = try await run("serve", "--store", store, "--listen", "127.0.0.1:0")
        expect((refused.status, refused.error.contains("the database is damaged")), are: (73, true))
        expect(refused.error.contains("restore \(newest) --store \(store)"))
        let doctor = try await run("doctor", "--store", store, "--json")
        expect((doctor.status, doctor.output.contains(#""damaged":true"#)), are: (65, true))
        try expect(bytes(store), equals: damaged)
        try await expect(run("backup", folder.file("never"), "--store", store).status, equals: 65)
        expect(!FileManager.default.fileExists(atPath: folder.file("never")))

        let restored = try await run("restore", newest, "--store", store, "--yes")
        expect(restored.status, equals: 0)
        let again = try await HubUnderTest(store: store)
        try await expect(again.run("devices").output.contains("Torch"))
        await again.stop()
    }

    /// The printed way out works, also where another program's file is in the place of the store.
    @Test func anotherProgramsFileInPlaceOfAHomeIsSetAside() async throws {
        let store = folder.file("home.db")
        let hub = try await HubUnderTest(store: store)
        await hub.stop()
        try FileManager.default.createDirectory(atPath: folder.file("backups"), withIntermediateDirectories: true)
        try await expect(
            run("backup", folder.file("backups/home-20990101-000000.backup"), "--keys", "--store", store)
                .status,
            equals: 0)
        let text = Data(repeating: UInt8(ascii: "x"), count: 8_192)
        try text.write(to: URL(fileURLWithPath: store))
        let refused = try await run("serve", "--store", store, "--listen", "127.0.0.1:0")
        expect(refused.status, equals: 73, "\(refused.error)")
        expect(refused.error.contains("serve --new-home --store \(store)"), "\(refused.error)")
        let new = try await HubUnderTest(store: store, ["--new-home"])
        try await expect(new.run("devices").status, equals: 0)
        await new.stop()
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".former-") }
        try expect(kept.map { try Data(contentsOf: URL(fileURLWithPath: folder.file($0))) }, equals: [text])
    }

    /// The store is emptied or deleted; the files beside it show that there was a home.
    @Test func aHomeThatIsGoneIsNotReplacedByANewOne() async throws {
        let place = folder.file("my homes")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let store = place + "/home.db"
        let hub = try await HubUnderTest(store: store)
        try await expect(hub.run("rename", "Floor Lamp", "Torch").status, equals: 0)
        await hub.stop()
        try FileManager.default.createDirectory(atPath: place + "/backups", withIntermediateDirectories: true)
        // Newer than the backup that the hub made when it started.
        let backup = place + "/backups/home-20990101-000000.backup"
        try await expect(run("backup", backup, "--keys", "--store", store).status, equals: 0)
        for text in [nil, Data(), Data(repeating: 0, count: 8_192)] {
            try? FileManager.default.removeItem(atPath: store)
            if let text { try text.write(to: URL(fileURLWithPath: store)) }
            let refused = try await run("serve", "--store", store, "--listen", "127.0.0.1:0")
            expect(refused.status, equals: 73)
            for line in ["restore '\(backup)' --store '\(store)'", "serve --new-home --store '\(store)'"] {
                expect(refused.error.contains(line), "\(refused.error)")
            }
        }
        // The printed command works unchanged.
        let line = try await run("serve", "--store", store, "--listen", "127.0.0.1:0").error.split(separator: "\n")
            .first { $0.hasPrefix("    ") && $0.contains(" restore ") }
        let restored = try await ChildProcess.run("/bin/sh", ["-c", "\(try require(line)) --yes"])
        expect(restored.status, equals: 0, "\(restored.error)")
        let again = try await HubUnderTest(store: store)
        try await expect(again.run("devices").output.contains("Torch"))
        await again.stop()
        let sound = try await run("serve", "--new-home", "--store", store, "--listen", "127.0.0.1:0")
        expect((sound.status, sound.error.contains("and it can be read")), are: (73, true))
        try FileManager.default.removeItem(atPath: store)
        let new = try await HubUnderTest(store: store, ["--new-home"])
        try await expect(!new.run("devices").output.contains("Torch"))
        await new.stop()
        try await expect(HomeStore.inspectBackup(backup).devices, isAbove: 0)
    }
}
