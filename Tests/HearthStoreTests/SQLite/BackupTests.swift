internal import Foundation
internal import HearthSQL
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Backups of a store, and stores restored from them.
@Suite(.timeLimit(.minutes(5)))
struct BackupTests {
    private let folder: TemporaryFolder
    private let elsewhere: TemporaryFolder
    private var backup: String { folder.path + "/backup" }

    init() throws {
        folder = try TemporaryFolder()
        elsewhere = try TemporaryFolder()
    }

    private static let day = Duration.seconds(1_800_000_000)
    private static let key = StoredCredential(
        id: "c", kind: 1, role: 1, name: "Ada", hash: Array("a key's SHA-256, 32 bytes of them".utf8), createdAt: 5)
    private static let invitation = StoredInvitation(
        id: "i", role: 2, name: "acme", hash: Array("an invitation's SHA-256, 32 bytes".utf8), expiresAt: 9)
    private static let answer = StoredAnswer(
        number: 1, caller: "credential/c",
        key: RequestKey(key: RequestDigest(of: [[1]]), request: RequestDigest(of: [[2]])), begun: .seconds(7),
        outcome: .response(Array("an answer to somebody".utf8)))
    private static let integration = StoredIntegration(
        id: "n", kind: "esphome", identity: "AA:BB", name: "Plug", settings: ["host": "192.0.2.9"],
        secrets: ["key": StoredSecret("an encryption key of a plug")])
    private static let ignored = StoredIgnoredThing(
        key: "_googlecast._tcp/TV", kind: "Google Cast", name: "TV", ignoredAt: .seconds(5))
    private static let tlsKey = KeyFile(name: "tls-key.pem", content: Array("-----BEGIN PRIVATE KEY-----".utf8))

    /// Fills a home with rows of every kind.
    private func fill(_ store: HomeStore) async throws {
        let schema = StoredSchema(traitID: 0xFFF1_FC01, schema: [1, 2], providerID: "acme")
        try await store.commit([
            .putStructure(structure), .putRoom(room), .putDevice(device), .putSchema(schema),
            .markRemoved(deviceID: "gone"), .putProvider(id: "acme", principal: "client"),
            .setAppData(objectID: "d", appID: "app", key: "k", value: "v", writer: nil),
        ])
        let path = TraitPath(TraitTarget(deviceID: "d", endpoint: 1), 6)
        let event = StoredEvent(
            structureID: "s", number: 4, path: path, eventID: 2, time: .seconds(4), payload: [9])
        let reports = StoredReports(
            structureID: "s", epoch: 1, first: 7, eventNumber: 3, time: .seconds(4), reports: [[1, 2], [3]])
        let history = (0..<3).map { number in
            HistoryEntry(
                path: path, subject: .attribute(0, isState: true), place: Int64(number),
                sample: HistorySample(Int64(number) * 1_000, .integer(Int64(number % 2))))
        }
        let tries = StoredWrongTries(network: "192.0.2.7", count: 3, since: 1, locks: 0, lockedUntil: 0)
        try await store.commit(
            StoreTransaction(
                [.putAnswer(Self.answer)], reports: [reports],
                states: [StoredTraitState(path: path, attributes: [1, 0], observedAt: .seconds(3))],
                memories: [StoredMemory(deviceID: "d", key: "m", value: [7])], events: [event],
                runs: [StoredRun(providerID: "acme", runID: "run", taken: 12)],
                progress: [StructureProgress(structureID: "s", sequence: 8, eventNumber: 4)],
                access: [
                    .addCredential(Self.key), .addInvitation(Self.invitation), .sawTime(44), .putWrongTries(tries),
                ], integrations: [.put(Self.integration), .ignore(Self.ignored)],
                history: HistoryBatch(history, now: 3_000)))
    }

    /// The reports and the history of ``fill(_:)``.
    private func expectPast(_ store: HomeStore) async throws {
        let batches = try await store.reports(of: "s", after: 6, bytes: 1_000)
        expect(batches.map(\.first) == [7] && batches.first?.reports == [[1, 2], [3]])
        let part = try await store.historyPart(
            HistoryKey(TraitPath(TraitTarget(deviceID: "d", endpoint: 1), 6), 0), from: 0, until: 10_000)
        expect(part?.samples.map(\.time), equals: [0, 1_000, 2_000])
        expect(part?.samples.map(\.content), equals: [.integer(0), .integer(1), .integer(0)])
    }

    private func expectSame(_ home: StoredHome, _ other: StoredHome) {
        expect(home.hubID, equals: other.hubID)
        expect(home.rooms, equals: other.rooms)
        expect(home.devices, equals: other.devices)
        expect(home.states, equals: other.states)
        expect(home.memories, equals: other.memories)
        expect(home.events, equals: other.events)
        expect(home.schemas, equals: other.schemas)
        expect(home.providers, equals: other.providers)
        expect(home.runs, equals: other.runs)
        expect(home.removedDevices, equals: other.removedDevices)
        expect(home.structures.map(\.id), equals: other.structures.map(\.id))
        expect(home.structures.map(\.sequence), equals: other.structures.map(\.sequence))
    }

    @Test func restoredElsewhereAllIsThereWithTheKeys() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await fill(store)
        let made = try await store.backUp(to: backup, now: Self.day, keys: [Self.tlsKey])
        expect(made.madeAt, equals: Self.day)
        expect(made.hasKeys)
        expect(made.schemaVersion, equals: HomeStore.schemaVersion)
        expect(made.structures, equals: 1)
        expect(made.rooms, equals: 1)
        expect(made.devices, equals: 1)
        try await expect(HomeStore.inspectBackup(backup), equals: made)
        let home = try await store.load()
        try await store.close(clean: true)

        let restored = try await HomeStore.restore(
            backup, to: elsewhere.file, keepingFormerAs: ".former", withKeys: true)
        expectNil(restored.former)
        expect(restored.backup.hubID, equals: home.hubID)
        let other = try await HomeStore.open(path: elsewhere.file, now: .seconds(1_900_000_000))
        let same = try await other.load()
        expectSame(same, home)
        try await expectPast(other)
        expect(same.epoch, equals: 1_900_000_000)
        expect(!same.isContinuation)
        expect(same.findings.count == 1 && same.findings[0].contains("the backup of 2027-01-15 08:00:00 UTC"))
        try await expect(other.appData(of: "d", app: "app"), equals: ["k": "v"])
        let access = try await other.loadAccess()
        expect(access.credentials == [Self.key] && access.invitations == [Self.invitation])
        expect(access.wrongTries.count, equals: 1)
        expect(access.highestTime, equals: 44)
        try await expect(other.load().answers, equals: [Self.answer])
        try await expect(other.loadIntegrations(), equals: [Self.integration])
        try await expect(other.loadIgnoredThings(), equals: [Self.ignored])
        try await expect(other.restoredKeyFiles(), equals: [Self.tlsKey])
        try await other.forgetRestoredKeyFiles()
        try await expect(other.restoredKeyFiles(), equals: [])
        try await other.close(clean: true)

        // From then on it is a store like any other.
        let again = try await HomeStore.open(path: elsewhere.file)
        try await expect(again.load().isContinuation)
        try await again.close(clean: true)
    }

    @Test(arguments: [false, true]) func withoutKeysNoSecretIsInTheFile(_ atRestore: Bool) async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await fill(store)
        // The free pages of the store still contain the removed data.
        try await store.commit(StoreTransaction(access: [.removeInvitation(id: "i")]))
        _ = try await store.backUp(to: backup, now: Self.day, keys: atRestore ? [Self.tlsKey] : nil)
        try await store.close(clean: true)
        let answer = Array("an answer to somebody".utf8)
        let plugKey = Array("an encryption key of a plug".utf8)
        let secrets = [Self.key.hash, Self.invitation.hash, Self.tlsKey.content, answer, plugKey].map { Data($0) }
        let file = atRestore ? elsewhere.file : backup
        if atRestore {
            try expect(Data(contentsOf: URL(fileURLWithPath: backup)).range(of: secrets[0]) != nil)
            let restored = try await HomeStore.restore(
                backup, to: file, keepingFormerAs: ".former", withKeys: false)
            expect(!restored.backup.hasKeys)
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        for secret in secrets { expectNil(bytes.range(of: secret)) }
        expect(bytes.range(of: Data("Kitchen".utf8)) != nil)
        expect(bytes.range(of: Data("192.0.2.9".utf8)) != nil)
        if !atRestore {
            try await expect(!HomeStore.inspectBackup(backup).hasKeys)
            _ = try await HomeStore.restore(backup, to: elsewhere.file, keepingFormerAs: ".former", withKeys: true)
        }

        let other = try await HomeStore.open(path: elsewhere.file)
        try await expect(other.load().findings.first?.contains("made without keys"), equals: true)
        let access = try await other.loadAccess()
        expect(access.credentials.isEmpty)
        expect(access.invitations.isEmpty)
        expect(access.wrongTries.isEmpty)
        try await expect(other.load().providers, equals: ["acme": "client"])
        let integration = try require(await other.loadIntegrations().first)
        expect(integration.secrets.isEmpty, equals: false, "the hub must know that there was a secret")
        expect(integration.secrets.values.allSatisfy { $0.value.isEmpty })
        try await expect(other.restoredKeyFiles(), equals: [])
        try await other.close(clean: true)
    }

    /// Each write adds a device and, in the same transaction, writes the count into the room's name: both are equal at
    /// any moment.
    @Test func underWritesItEqualsTheStoreAtOneMoment() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room)])
        func lamp(_ number: Int) -> StoreChange {
            .putDevice(
                StoredDevice(
                    id: "lamp \(number)", structureID: "s", roomID: "r", name: "Lamp", isNameGiven: true,
                    description: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 4_000)))
        }
        try await store.commit((0..<1_000).map(lamp))
        let writer = Task {
            var written = 1_000
            while !Task.isCancelled {
                let name = RoomRecord(id: "r", structureID: "s", name: "\(written + 1)")
                try await store.commit([lamp(written), .putRoom(name)])
                written += 1
            }
            return written
        }
        var sizes: [Int] = []
        let rounds = FaultRounds.count(50)
        for round in 0..<rounds {
            let made = try await store.backUp(to: "\(backup)-\(round)", now: Self.day, keys: nil)
            let file = elsewhere.path + "/\(round)"
            _ = try await HomeStore.restore("\(backup)-\(round)", to: file, keepingFormerAs: ".f", withKeys: true)
            let copy = try await HomeStore.open(path: file)
            let home = try await copy.load()
            expect(home.devices.map(\.id), equals: (0..<home.devices.count).map { "lamp \($0)" })
            expect(home.rooms.map(\.name), equals: ["\(home.devices.count)"])
            expect(made.devices, equals: home.devices.count)
            sizes.append(home.devices.count)
            try await copy.close(clean: true)
        }
        writer.cancel()
        let written = try await writer.value
        expect(sizes == sizes.sorted() && sizes[0] > 1_000 && sizes[rounds - 1] <= written)
        try await store.close(clean: true)
        print(
            "FAULTS copied under writes | \(rounds) | \(written - 1_000) writes meanwhile, each copy a consistent store"
        )
    }

    @Test func aStoppedStoreIsBackedUpAsItLies() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await fill(store)
        let error = await expect(throws: StoreError.self) {
            _ = try await HomeStore.backUp(storeAt: folder.file, to: backup, now: Self.day, keys: nil)
        }
        expect(error?.code, equals: .inUse)
        expect(error?.message.contains(folder.file), equals: true)
        let killed = try folder.abandoned()
        try await store.close(clean: true)
        let before = try Data(contentsOf: URL(fileURLWithPath: killed))
        let made = try await HomeStore.backUp(storeAt: killed, to: backup, now: Self.day, keys: nil)
        expect(made.devices, equals: 1)
        try expect(Data(contentsOf: URL(fileURLWithPath: killed)), equals: before)
        expect(!FileManager.default.fileExists(atPath: killed + "-shm"))
        let again = try await HomeStore.open(path: folder.file)
        try await expect(again.load().isContinuation)
        try await again.close(clean: true)
    }

    @Test func aRestoredStoreKeepsTheFormerOne() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await fill(store)
        _ = try await store.backUp(to: backup, now: Self.day, keys: nil)
        try await store.commit([.removeDevice(id: "d")])
        let error = await expect(throws: StoreError.self) {
            _ = try await HomeStore.restore(backup, to: folder.file, keepingFormerAs: ".former", withKeys: true)
        }
        expect(error?.code, equals: .inUse)
        try await store.close(clean: true)
        let restored = try await HomeStore.restore(
            backup, to: folder.file, keepingFormerAs: ".former", withKeys: true)
        expect(restored.former.map { $0.hasSuffix("home.sqlite.former") }, equals: true)
        try await expect(HomeStore.inspectBackup(restored.former ?? "").devices, equals: 0)
        let again = try await HomeStore.open(path: folder.file)
        try await expect(again.load().devices, equals: [device])
        try await again.close(clean: true)
    }

    @Test func aTornOrForeignBackupIsRefusedAndNothingTouched() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await fill(store)
        _ = try await store.backUp(to: backup, now: Self.day, keys: nil)
        try await store.close(clean: true)
        let store2 = try await HomeStore.open(path: elsewhere.file)
        try await store2.close(clean: true)
        let present = try Data(contentsOf: URL(fileURLWithPath: elsewhere.file))
        let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: backup)))
        var cases: [(String, [UInt8])] = [("empty", []), ("text", Array("no database at all".utf8))]
        for share in 1..<8 { cases.append(("torn \(share)", Array(sound.prefix(sound.count * share / 8)))) }
        for page in 0..<(sound.count / 4_096) {
            var bytes = sound
            for offset in 0..<4_096 { bytes[page * 4_096 + offset] = 0 }
            cases.append(("page \(page)", bytes))
        }
        for (name, bytes) in cases {
            let file = folder.path + "/bad"
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            let error = await expect(throws: StoreError.self, "\(name)") {
                _ = try await HomeStore.restore(file, to: elsewhere.file, keepingFormerAs: ".former", withKeys: true)
            }
            expect([.damaged, .notOurs].contains(error?.code), "\(name): \(error as Any)")
            await expect(throws: StoreError.self, "\(name)") { _ = try await HomeStore.inspectBackup(file) }
        }
        expect(cases.count, isAbove: 20)
        try expect(Data(contentsOf: URL(fileURLWithPath: elsewhere.file)), equals: present)
        let names = try FileManager.default.contentsOfDirectory(atPath: elsewhere.path)
        expect(Set(names), equals: ["home.sqlite", "home.sqlite.lock"])
        let itself = await expect(throws: StoreError.self) {
            _ = try await HomeStore.restore(
                elsewhere.file, to: elsewhere.file, keepingFormerAs: ".former", withKeys: true)
        }
        expect(itself?.message.contains("is the store itself"), equals: true)
    }

    /// A received file may contain statements that run by themselves.
    @Test(arguments: [
        ("CREATE TRIGGER evil AFTER INSERT ON device BEGIN DELETE FROM room; END", "it has trigger evil"),
        ("DROP TRIGGER app_data_of_room", "it lacks trigger app_data_of_room"),
        ("DROP TABLE event", "it lacks table event"),
    ]) func aBackupWithAnotherSchemaIsRefused(_ statement: String, _ finding: String) async throws {
        let store = try await HomeStore.open(path: folder.file)
        _ = try await store.backUp(to: backup, now: Self.day, keys: nil)
        try await store.close(clean: true)
        let database = try Database(finishing: backup, schema: StoreSchema.current)
        try database.execute(statement)
        database.close()
        let error = await expect(throws: StoreError.self) {
            _ = try await HomeStore.restore(backup, to: elsewhere.file, keepingFormerAs: ".former", withKeys: true)
        }
        expect(error?.code, equals: .damaged)
        expect(error?.message.contains(finding), equals: true)
        expect(!FileManager.default.fileExists(atPath: elsewhere.file))
        try await expect(HomeStore.examine(backup).damage.contains { $0.hasPrefix(finding) })
    }

    @Test func aBackupOfADamagedStoreIsRefused() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room)])
        try await store.close(clean: true)
        let again = try await HomeStore.open(path: folder.file)
        // Without the store's knowledge, as a failing disk does it: a page in the middle.
        let handle = try require(FileHandle(forWritingAtPath: folder.file))
        try handle.seek(toOffset: 5 * 4_096)
        try handle.write(contentsOf: [UInt8](repeating: 0x55, count: 4_096 * 3))
        try handle.close()
        let error = await expect(throws: StoreError.self) {
            _ = try await again.backUp(to: backup, now: Self.day, keys: nil)
        }
        expect(error?.code, equals: .damaged)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(!names.contains { $0.hasPrefix("backup") })
        try? await again.close(clean: false)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let start = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        expect(start?.code, equals: .damaged)
        try expect(Data(contentsOf: URL(fileURLWithPath: folder.file)), equals: before)
    }

    @Test func progressIsReported() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await fill(store)
        let (steps, continuation) = AsyncStream.makeStream(of: BackupProgress.self)
        _ = try await store.backUp(to: backup, now: Self.day, keys: nil) { continuation.yield($0) }
        continuation.finish()
        var last: BackupProgress?
        for await step in steps {
            expect(step.copiedBytes, isAtMost: step.totalBytes)
            last = step
        }
        expect(last.map { $0.copiedBytes == $0.totalBytes && $0.totalBytes > 4_096 }, equals: true)
        try await store.close(clean: true)
        await expect(throws: StoreError.self) { _ = try await store.backUp(to: backup, now: Self.day, keys: nil) }
    }
}
