internal import Foundation
internal import HearthSQL
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A damaged file is reported, and never taken for an empty home.
@Suite(.timeLimit(.minutes(5)))
struct DamageTests {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        for number in 0..<200 {
            let path = TraitPath(TraitTarget(deviceID: "d", endpoint: UInt16(number)), 6)
            let state = StoredTraitState(path: path, attributes: [UInt8](repeating: 3, count: 90), observedAt: .zero)
            try await store.commit(StoreTransaction(states: [state]))
        }
        try await store.close(clean: true)
    }

    @Test func examinationNamesTheUnreadableAndChangesNothing() async throws {
        try await expect(HomeStore.examine(folder.file).damage, equals: [])
        try await expect(HomeStore.examine(folder.file).home?.states.count, equals: 200)
        do {
            let database = try Database(path: folder.file, schema: StoreSchema.current)
            try database.execute(
                """
                PRAGMA foreign_keys = OFF; DELETE FROM structure;
                UPDATE room SET name = x'FF'
                """)
            database.close()
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let examination = try await HomeStore.examine(folder.file)
        expect(examination.damage.contains { $0.contains("row 1 of room refers to one that structure does not have") })
        expect(examination.damage.contains { $0.hasPrefix("table room can't be read") })
        expect(examination.home?.devices, equals: [device])
        expect(examination.home?.states.count, equals: 200)
        try expect(Data(contentsOf: URL(fileURLWithPath: folder.file)), equals: before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(Set(names), equals: ["home.sqlite", "home.sqlite.lock"])
    }

    @Test func anExaminationSaysWhatTheNextStartDoes() async throws {
        let store = try await HomeStore.open(path: folder.file)
        let error = await expect(throws: StoreError.self) { _ = try await HomeStore.examine(folder.file) }
        expect(error?.code, equals: .inUse)
        let killed = try folder.abandoned()
        try await store.close(clean: true)
        try await expect(HomeStore.examine(killed).remarks.first?.contains("did not end cleanly"), equals: true)
        try await expect(HomeStore.examine(folder.file).remarks, equals: [])
    }

    /// Pages in the middle of one table: rows before and after them are saved, and all other tables.
    @Test func readableRowsAreSalvagedAndTheRestNamed() async throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file)))
        let leaf: Int64 = try {
            let database = try Database(path: folder.file, schema: StoreSchema.current)
            defer { database.close() }
            // A page of the middle third of the states.
            return try require(
                try database.first(
                    """
                    SELECT pageno FROM dbstat WHERE name = 'trait_state' AND pagetype = 'leaf'
                    ORDER BY path LIMIT 1 OFFSET 2
                    """
                ) { try $0.int64(0) })
        }()
        var damaged = bytes
        for offset in 0..<4_096 { damaged[Int(leaf - 1) * 4_096 + offset] = 0x55 }
        try folder.write(damaged)
        await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }

        let saved = folder.path + "/saved"
        let salvaged = try await HomeStore.salvage(storeAt: folder.file, to: saved, now: .seconds(9), keys: [])
        expect(salvaged.losses.count == 1 && salvaged.losses[0].hasPrefix("table trait_state has lost rows; "))
        expect(salvaged.backup.devices, equals: 1)
        expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file))), equals: damaged)
        _ = try await HomeStore.restore(saved, to: folder.file, keepingFormerAs: ".former", withKeys: true)
        let store = try await HomeStore.open(path: folder.file)
        let home = try await store.load()
        expect(home.structures.map(\.id) == ["s"] && home.rooms == [room] && home.devices == [device])
        expect(home.epoch, isAbove: 9)
        try await expect(store.reports(of: "s", before: .max, bytes: .max), equals: [])
        expect(home.formerEpochs.allSatisfy { $0.epoch > 1 })
        let endpoints = Set(home.states.map(\.path.target.endpoint))
        expect(endpoints.contains(0))
        expect(endpoints.contains(199))
        expect((100..<200).contains(endpoints.count))
        try await store.close(clean: true)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(Set(names), equals: ["home.sqlite", "home.sqlite.former", "home.sqlite.lock", "saved"])
    }

    @Test func devicesKeepAnIntegrationWhoseRowIsLost() async throws {
        let store = try await HomeStore.open(path: folder.file)
        var plug = device
        (plug.id, plug.providerID) = ("esphome-1a2b-plug", "integration/esphome-1a2b")
        var former = plug
        (former.id, former.providerID) = ("esphome-3c4d-plug", "integration/esphome-3c4d")
        try await store.commit([
            .putDevice(plug), .putDevice(former), .retireDevice(id: former.id, at: .seconds(8)),
        ])
        try await store.close(clean: true)
        let saved = folder.path + "/saved"
        _ = try await HomeStore.salvage(storeAt: folder.file, to: saved, now: .seconds(9), keys: [])
        _ = try await HomeStore.restore(saved, to: folder.file, keepingFormerAs: ".former", withKeys: true)
        let again = try await HomeStore.open(path: folder.file)
        try await expect(
            again.loadIntegrations(),
            equals: [
                StoredIntegration(
                    id: "esphome-1a2b", kind: "esphome", identity: "esphome-1a2b", name: "esphome-1a2b",
                    structureID: plug.structureID)
            ])
        try await again.close(clean: true)
    }

    @Test func aSoundStoreIsSavedWhole() async throws {
        let saved = folder.path + "/saved"
        let salvaged = try await HomeStore.salvage(storeAt: folder.file, to: saved, now: .seconds(9), keys: [])
        expect(salvaged.losses, equals: [])
        let (all, before) = (try await HomeStore.examine(saved).home, try await HomeStore.examine(folder.file).home)
        expect(all?.states, equals: before?.states)
        expect(all?.devices, equals: before?.devices)
        expect(all?.hubID, equals: before?.hubID)
    }
}
