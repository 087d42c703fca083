internal import Foundation
internal import HearthStore
internal import ProcessTestSupport
internal import Testing

/// Backups as a person creates and restores them.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(3)))
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

    private func end(_ hub: HubUnderTest) async {
        hub.program.send(SIGTERM)
        #expect(await hub.program.wait().status == 0)
    }

    private func run(_ words: String...) async throws -> ChildProcess.Outcome { try await HearthProgram.run(words) }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test func aRunningHubsHomeLivesOnElsewhere() async throws {
        let hub = try await HubUnderTest(store: store)
        #expect(try await hub.run("rename", "Floor Lamp", "Torch").status == 0)
        let token = try await hub.run("tokens", "create", "script").output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let made = try await hub.run("backup", backup, "--keys")
        #expect(made.status == 0 && made.output.contains("with keys"))
        #expect(try await hub.run("rename", "Torch", "Later").status == 0)
        let again = try await hub.run("backup", backup)
        #expect(again.status == 1 && again.error.contains("exists already and is not overwritten"))

        // There was a hub with a key of its own.
        let former = try await HubUnderTest(store: elsewhere)
        #expect(try await former.run("devices").status == 0)
        await end(former)
        let own = try bytes(elsewhere + ".keys/tls-key.pem")
        let restored = try await run("restore", backup, "--store", elsewhere, "--yes")
        #expect(restored.status == 0 && restored.output.contains("with keys"))
        let other = try await HubUnderTest(store: elsewhere, ["--local-owner", "nobody"])
        let denied = try await other.run("devices")
        #expect(denied.status == 1)
        let devices = try await HearthProgram.run(["devices", "--hub", other.address], ["HEARTH_TOKEN": token])
        #expect(devices.output.contains("Torch") && !devices.output.contains("Later"))
        for name in ["tls-key.pem", "tls-certificate.pem"] {
            #expect(try bytes("\(elsewhere).keys/\(name)") == bytes("\(store).keys/\(name)"))
        }
        let keys = try FileManager.default.contentsOfDirectory(atPath: elsewhere + ".keys")
        let kept = try #require(keys.first { $0.hasPrefix("tls-key.pem.former-") })
        #expect(try bytes("\(elsewhere).keys/\(kept)") == own)
        await end(other)
        await end(hub)
    }

    /// Each automatic backup restores the same home elsewhere.
    @Test func automaticBackupsCanBeRestored() async throws {
        let daily = folder.file("daily")
        let first = try await HubUnderTest(store: store, ["--backups", "off"])
        #expect(try await first.run("rename", "Floor Lamp", "Torch").status == 0)
        await end(first)
        let hub = try await HubUnderTest(store: store, ["--backups", daily])
        var made: [String] = []
        while made.isEmpty {
            try await Task.sleep(for: .milliseconds(20))
            let names = (try? FileManager.default.contentsOfDirectory(atPath: daily)) ?? []
            made = names.filter { $0.hasSuffix(".backup") }
        }
        await end(hub)
        let home = try #require(try await HomeStore.examine(store).home)
        #expect(home.devices.contains { $0.name == "Torch" } && !home.rooms.isEmpty)
        for (number, name) in made.enumerated() {
            let place = folder.file("elsewhere") + "/\(number).db"
            let restored = try await run("restore", daily + "/" + name, "--store", place)
            #expect(restored.status == 0 && restored.output.contains("with keys"), "\(restored)")
            let other = try await HomeStore.examine(place).home
            #expect(other?.devices == home.devices && other?.rooms == home.rooms && other?.hubID == home.hubID)
            let again = try await HubUnderTest(store: place, ["--backups", "off"])
            #expect(try await again.run("devices").output.contains("Torch"))
            await end(again)
        }
    }

    @Test func withoutKeysTheHubIsANewOneToItsClients() async throws {
        let hub = try await HubUnderTest(store: store)
        #expect(try await hub.run("tokens", "create", "script").status == 0)
        let made = try await hub.run("backup", folder.path, "--json")
        #expect(made.output.contains(#""keys":false"#))
        await end(hub)
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".backup") })
        #expect(try await run("restore", folder.file(file), "--store", elsewhere).status == 0)
        let other = try await HubUnderTest(store: elsewhere)
        #expect(try await other.run("tokens").output.split(separator: "\n").count == 1)
        #expect(try bytes(elsewhere + ".keys/tls-key.pem") != bytes(store + ".keys/tls-key.pem"))
        await end(other)
    }

    @Test func aRestoreNeedsAStoppedHubAndAWord() async throws {
        let hub = try await HubUnderTest(store: store)
        #expect(try await hub.run("backup", backup).status == 0)
        let running = try await run("restore", backup, "--store", store, "--yes")
        #expect(running.status == 1 && running.error.contains("stop that one first"))
        await end(hub)
        let before = try bytes(store)
        let unasked = try await run("restore", backup, "--store", store)
        #expect(unasked.status == 64 && unasked.error.contains("pass --yes to confirm"))
        try bytes(backup).prefix(20_000).write(to: URL(fileURLWithPath: folder.file("torn")))
        let torn = try await run("restore", folder.file("torn"), "--store", store, "--yes")
        #expect(torn.status == 65 && torn.error.contains("damaged"))
        #expect(try bytes(store) == before)
        let done = try await run("restore", backup, "--store", store, "--yes")
        #expect(done.status == 0 && done.output.contains("What was there is in \(store).former-"))
        #expect(try await run("backup", folder.file("stopped"), "--store", store).status == 0)
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
        await end(hub)
        let attributes = try FileManager.default.attributesOfItem(atPath: backups + "/" + names[0])
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try await run("doctor", "--store", store).status == 0)

        let off = try await HubUnderTest(store: elsewhere, ["--backups", "off"])
        #expect(try await off.run("devices").status == 0)
        await end(off)
        #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere/backups")))
    }

    @Test func damagedHomeIsNotReplaced() async throws {
        let hub = try await HubUnderTest(store: store)
        #expect(try await hub.run("rename", "Floor Lamp", "Torch").status == 0)
        let newest = folder.file("backups/home-20990101-000000.backup")
        try FileManager.default.createDirectory(
            atPath: folder.file("backups"), withIntermediateDirectories: true)
        #expect(try await hub.run("backup", newest).status == 0)
        await end(hub)
        let handle = try #require(FileHandle(forWritingAtPath: store))
        try handle.seek(toOffset: 6 * 4_096)
        try handle.write(contentsOf: [UInt8](repeating: 0x55, count: 4 * 4_096))
        try handle.close()
        let damaged = try bytes(store)

        let refused = try await run("serve", "--store", store, "--listen", "127.0.0.1:0")
        #expect(refused.status == 73 && refused.error.contains("the database is damaged"))
        #expect(refused.error.contains("restore \(newest) --store \(store)"))
        let doctor = try await run("doctor", "--store", store, "--json")
        #expect(doctor.status == 65 && doctor.output.contains(#""damaged":true"#))
        #expect(try bytes(store) == damaged)
        #expect(try await run("backup", folder.file("never"), "--store", store).status == 65)
        #expect(!FileManager.default.fileExists(atPath: folder.file("never")))

        let restored = try await run("restore", newest, "--store", store, "--yes")
        #expect(restored.status == 0)
        let again = try await HubUnderTest(store: store)
        #expect(try await again.run("devices").output.contains("Torch"))
        await end(again)
    }

    /// The printed way out works, also where another program's file is in the place of the store.
    @Test func anotherProgramsFileInPlaceOfAHomeIsSetAside() async throws {
        let store = folder.file("home.db")
        let hub = try await HubUnderTest(store: store)
        await end(hub)
        try FileManager.default.createDirectory(atPath: folder.file("backups"), withIntermediateDirectories: true)
        #expect(
            try await run("backup", folder.file("backups/home-20990101-000000.backup"), "--keys", "--store", store)
                .status
                == 0)
        let text = Data(repeating: UInt8(ascii: "x"), count: 8_192)
        try text.write(to: URL(fileURLWithPath: store))
        let refused = try await run("serve", "--store", store, "--listen", "127.0.0.1:0")
        #expect(refused.status == 73 && refused.error.contains("serve --new-home --store \(store)"), "\(refused.error)")
        let new = try await HubUnderTest(store: store, ["--new-home"])
        #expect(try await new.run("devices").status == 0)
        await end(new)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".former-") }
        #expect(try kept.map { try Data(contentsOf: URL(fileURLWithPath: folder.file($0))) } == [text])
    }

    /// The store is emptied or deleted; the files beside it show that there was a home.
    @Test func aHomeThatIsGoneIsNotReplacedByANewOne() async throws {
        let place = folder.file("my homes")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let store = place + "/home.db"
        let hub = try await HubUnderTest(store: store)
        #expect(try await hub.run("rename", "Floor Lamp", "Torch").status == 0)
        await end(hub)
        try FileManager.default.createDirectory(atPath: place + "/backups", withIntermediateDirectories: true)
        // Newer than the backup that the hub made when it started.
        let backup = place + "/backups/home-20990101-000000.backup"
        #expect(try await run("backup", backup, "--keys", "--store", store).status == 0)
        for text in [nil, Data(), Data(repeating: 0, count: 8_192)] {
            try? FileManager.default.removeItem(atPath: store)
            if let text { try text.write(to: URL(fileURLWithPath: store)) }
            let refused = try await run("serve", "--store", store, "--listen", "127.0.0.1:0")
            #expect(refused.status == 73)
            for line in ["restore '\(backup)' --store '\(store)'", "serve --new-home --store '\(store)'"] {
                #expect(refused.error.contains(line), "\(refused.error)")
            }
        }
        // The printed command works unchanged.
        let line = try await run("serve", "--store", store, "--listen", "127.0.0.1:0").error.split(separator: "\n")
            .first { $0.hasPrefix("    ") && $0.contains(" restore ") }
        let restored = try await ChildProcess.run("/bin/sh", ["-c", "\(try #require(line)) --yes"])
        #expect(restored.status == 0, "\(restored.error)")
        let again = try await HubUnderTest(store: store)
        #expect(try await again.run("devices").output.contains("Torch"))
        await end(again)
        let sound = try await run("serve", "--new-home", "--store", store, "--listen", "127.0.0.1:0")
        #expect(sound.status == 73 && sound.error.contains("and it can be read"))
        try FileManager.default.removeItem(atPath: store)
        let new = try await HubUnderTest(store: store, ["--new-home"])
        #expect(try await !new.run("devices").output.contains("Torch"))
        await end(new)
        #expect(try await HomeStore.inspectBackup(backup).devices > 0)
    }
}
