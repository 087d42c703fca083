internal import Foundation
internal import HearthSQL
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// No part of a home is lost silently, and no home starts over where there was one.
@Suite(.timeLimit(.minutes(5)))
struct SilentLossTests {
    @Test func removedOrReplacedFileTakesNoMoreWrites() async throws {
        for replaces in [false, true] {
            let folder = try TemporaryFolder()
            let store = try await HomeStore.open(path: folder.file)
            try await store.commit([.putStructure(structure)])
            try FileManager.default.moveItem(atPath: folder.file, toPath: folder.path + "/away")
            if replaces { try folder.write([]) }
            for _ in 0..<2 {
                let error = await expect(throws: StoreError.self) { try await store.commit([.putRoom(room)]) }
                expect(error?.code, equals: .failed)
                expect(error?.message.contains(folder.file), equals: true)
                expect(error?.message.contains("was removed, or another file was put in its place"), equals: true)
            }
            if replaces { try FileManager.default.removeItem(atPath: folder.file) }
            try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: folder.file)
            try await store.commit([.putRoom(room)])
            try await store.close(clean: true)
            try await expect(HomeStore.open(path: folder.file).load().rooms, equals: [room])
        }
    }

    @Test func openingAfterADeletedLockIsDetected() async throws {
        let folder = try TemporaryFolder()
        let first = try await HomeStore.open(path: folder.file)
        try await first.commit([.putStructure(structure)])
        try FileManager.default.removeItem(atPath: folder.file + ".lock")
        // Unnoticed, the lock is created again.
        try await first.commit([.putRoom(room)])
        let refused = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        expect(refused?.code, equals: .inUse)

        try FileManager.default.removeItem(atPath: folder.file + ".lock")
        let second = try await HomeStore.open(path: folder.file)
        let error = await expect(throws: StoreError.self) { try await first.commit([.putDevice(device)]) }
        expect(error?.code, equals: .inUse)
        try await second.commit([.putDevice(device)])
        try await first.close(clean: false)
        try await second.close(clean: true)
    }

    @Test func aCopyWithoutItsLogSaysSoAndBeginsAnEpoch() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room)])
        let copy = folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
        let whole = try await HomeStore.open(path: folder.abandoned())
        try await expect(whole.load().findings.isEmpty)
        try await expect(whole.load().rooms, equals: [room])
        let torn = try await HomeStore.open(path: copy)
        let home = try await torn.load()
        expect(home.findings.count, equals: 1)
        expect(home.findings.first?.contains("log (-wal)"), equals: true)
        expect(home.epoch, equals: 2)
        expect(!home.isContinuation)
        for store in [store, whole, torn] { try await store.close(clean: true) }
        try await expect(HomeStore.open(path: copy).load().findings.isEmpty)
    }

    /// A client of the first must not resume with another past under the same epoch.
    @Test func restoredCopyStartsANewEpoch() async throws {
        let folder = try TemporaryFolder()
        let copy = folder.path + "/backup"
        for run in 0..<3 {
            let store = try await HomeStore.open(path: folder.file)
            let home = try await store.load()
            expect(home.isContinuation)
            expect(home.epoch, equals: 1)
            try await store.close(clean: true)
            if run == 1 { try FileManager.default.copyItem(atPath: folder.file, toPath: copy) }
        }
        try FileManager.default.removeItem(atPath: folder.file)
        try FileManager.default.copyItem(atPath: copy, toPath: folder.file)
        let restored = try await HomeStore.open(path: folder.file, now: .seconds(1_800_000_000))
        let home = try await restored.load()
        expect(home.epoch, equals: 1_800_000_000)
        expect(!home.isContinuation)
        expect(home.findings.count, equals: 1)
        expect(home.findings.first?.contains("copied or restored"), equals: true)
        try await restored.close(clean: true)

        // From then on it is the one, also if the clock lags.
        let again = try await HomeStore.open(path: folder.file, now: .seconds(5))
        let same = try await again.load()
        expect(same.isContinuation)
        expect(same.epoch, equals: 1_800_000_000)
        try await again.close(clean: false)
        let unsaved = try await HomeStore.open(path: folder.file, now: .seconds(5))
        let after = try await unsaved.load()
        expect(after.epoch, equals: 1_800_000_001)
        expect(after.findings.isEmpty)
        try await unsaved.close(clean: true)
    }

    /// Otherwise newer pages of the file would be read together with older pages of the log.
    @Test func aLogThatIsOlderThanItsFileIsRefused() async throws {
        let folder = try TemporaryFolder()
        let copy = folder.path + "/copy.sqlite"
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try FileManager.default.copyItem(atPath: folder.file + "-wal", toPath: copy + "-wal")
        // More than the thousand pages after which SQLite checkpoints the log.
        let path = TraitPath(TraitTarget(deviceID: "d", endpoint: 1), 6)
        let state = StoredTraitState(path: path, attributes: [UInt8](repeating: 1, count: 5_000_000), observedAt: .zero)
        try await store.commit(StoreTransaction(states: [state]))
        try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
        let before = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
        let error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: copy) }
        expect(error?.code, equals: .damaged)
        expect(error?.message.contains("its log (-wal) does not belong"), equals: true)
        let examined = await expect(throws: StoreError.self) { _ = try await HomeStore.examine(copy) }
        expect(examined?.code, equals: .damaged)
        try expect(["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }, equals: before)
        let saved = try await HomeStore.salvage(storeAt: copy, to: folder.path + "/saved", now: .seconds(9), keys: [])
        expect(saved.losses.first?.hasPrefix("its log (-wal) does not follow it"), equals: true)
        expect(saved.backup.devices, equals: 1)
        expect(saved.backup.rooms, equals: 1)
        try await store.close(clean: true)
    }

    /// Including its lock, which names its run. Both were closed cleanly.
    @Test func aCopyOfTheWholeFolderIsAnother() async throws {
        let folder = try TemporaryFolder()
        let copy = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure)])
        try await store.close(clean: true)
        for suffix in ["", ".lock"] {
            try FileManager.default.copyItem(atPath: folder.file + suffix, toPath: copy.file + suffix)
        }
        let second = try await HomeStore.open(path: copy.file, now: .seconds(1_800_000_000))
        let other = try await second.load()
        expect(other.epoch, equals: 1_800_000_000)
        expect(!other.isContinuation)
        expect(other.findings.count, equals: 1)
        expect(other.findings.first?.contains("copied or restored"), equals: true)
        try await second.close(clean: true)
        // Each continues from then on, also under another name.
        try FileManager.default.moveItem(atPath: copy.file, toPath: copy.file + "2")
        try FileManager.default.moveItem(atPath: copy.file + ".lock", toPath: copy.file + "2.lock")
        for (path, epoch) in [(folder.file, 1), (copy.file + "2", 1_800_000_000)] {
            let same = try await HomeStore.open(path: path, now: .seconds(1_900_000_000))
            let home = try await same.load()
            expect(home.isContinuation)
            expect(home.epoch, equals: UInt64(epoch))
            expect(home.findings.isEmpty)
            try await same.close(clean: true)
        }
    }

    @Test func lostHomeIsReplacedOnlyOnPurpose() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        let id = try await store.load().hubID
        try await store.close(clean: true)
        for text in [nil, Data()] {
            try FileManager.default.removeItem(atPath: folder.file)
            if let text { try text.write(to: URL(fileURLWithPath: folder.file)) }
            let error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
            expect(error?.code, equals: .lost)
            expect(error?.message.contains("though a home was kept there"), equals: true)
            expect(HomeStore.hubID(of: folder.file), equals: id)
            try Data("rest".utf8).write(to: URL(fileURLWithPath: folder.file))
        }
        let damaged = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        expect(damaged?.code, equals: .damaged)
        try await expect(HomeStore.setAside(folder.file, as: ".former"), equals: folder.file + ".former")
        let new = try await HomeStore.open(path: folder.file)
        try await expect(new.load().hubID, differsFrom: id)
        try await new.close(clean: true)
    }

    @Test func roomsAndDevicesOfALostStructureAreKeptUnderItsID() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        try await store.close(clean: true)
        try damage(folder.file, "DELETE FROM structure")

        let again = try await HomeStore.open(path: folder.file)
        let home = try await again.load()
        expect(home.structures.map(\.id) == ["s"] && home.structures.map(\.name) == ["Recovered Home"])
        expect(home.rooms == [room] && home.devices == [device])
        expect(
            home.findings,
            equals: ["the store had lost the structure s; its rooms and devices are in \"Recovered Home\" now"])
        expect(home.epoch, equals: 2)
        expect(!home.isContinuation)
        try await again.close(clean: true)
    }

    @Test func aStoreThatLostItsHubIsNoNewOne() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure)])
        try await store.close(clean: true)
        try damage(folder.file, "DELETE FROM hub")
        for _ in 0..<2 {
            let error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
            expect(error?.code, equals: .damaged)
            expect(error?.message.contains("hub is missing"), equals: true)
        }
    }

    /// Deletes rows as damage would, without the schema's constraints.
    private func damage(_ path: String, _ statement: String) throws {
        let database = try Database(path: path, schema: StoreSchema.current)
        defer { database.close() }
        try database.execute("PRAGMA foreign_keys = OFF")
        try database.execute(statement)
    }
}
