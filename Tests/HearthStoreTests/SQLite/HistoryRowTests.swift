internal import HearthSQL
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The rows of a history in a file.
@Suite(.timeLimit(.minutes(5)))
struct HistoryRowTests {
    private static let hour: Int64 = 3_600_000
    private static let start: Int64 = 1_800_000_000_000
    private let key = HistoryKey(TraitPath(TraitTarget(deviceID: "d", endpoint: 1), 6), 0)
    private let folder: TemporaryFolder
    /// More than an hour's worth each.
    private let samples = (0..<500).map { HistorySample(Self.start + $0 * 60_000, .integer($0)) }

    init() throws { folder = try TemporaryFolder() }

    /// A home with a history, saved as a hub does: one save after the other.
    private func filled() async throws -> HomeStore {
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        for (index, sample) in samples.enumerated() {
            let entry = HistoryEntry(
                path: key.path, subject: .attribute(key.attributeID, isState: false), place: Int64(index),
                sample: sample)
            try await store.commit(StoreTransaction(history: HistoryBatch([entry], now: sample.time)))
        }
        return store
    }

    private func size(_ path: String) throws -> Int64? {
        try Database(path: path, schema: StoreSchema.current)
            .first("SELECT bytes FROM history_size") { try $0.int64(0) }
    }

    @Test func noneAreLeftOfADeviceThatIsGone() async throws {
        let store = try await filled()
        try await store.commit([.removeDevice(id: "d")])
        try await store.close(clean: true)
        let database = try Database(path: folder.file, schema: StoreSchema.current)
        for table in ["history_series", "history_sample", "history_block"] {
            try expect(database.first("SELECT count(*) FROM \(table)") { try $0.int64(0) }, equals: 0)
        }
        database.close()
        try expect(size(folder.file), equals: 0)
    }

    @Test func historiesAreSalvagedFromADamagedStore() async throws {
        try await filled().close(clean: true)
        let before = try size(folder.file)
        let backup = folder.path + "/saved"
        let saved = try await HomeStore.salvage(storeAt: folder.file, to: backup, now: .seconds(1), keys: [])
        expect(saved.losses.isEmpty)
        let restored = folder.path + "/restored.sqlite"
        _ = try await HomeStore.restore(backup, to: restored, keepingFormerAs: ".former", withKeys: true)
        let again = try await HomeStore.open(path: restored)
        var found: [HistorySample] = []
        var from: Int64 = 0
        while let part = try await again.historyPart(key, from: from, until: .max) {
            found += part.samples
            from = part.next
        }
        expect(found, equals: samples)
        try await again.close(clean: true)
        try expect(size(restored), equals: before)
    }

    @Test func damagedBlocksAreReadAsFarAsTheyGo() {
        let seed = UInt64.random(in: 0 ... .max)
        var dice = Dice(seed: seed)
        let bytes = HistoryBlock.bytes(of: samples, from: Self.start)
        expect(HistoryBlock.samples(in: bytes, from: Self.start), equals: samples)
        for length in 0..<bytes.count {
            let some = HistoryBlock.samples(in: Array(bytes[..<length]), from: Self.start)
            expect(some, equals: Array(samples.prefix(some.count)))
        }
        for _ in 0..<2_000 {
            let noise = (0..<dice.below(41)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            _ = HistoryBlock.samples(in: noise, from: .max)
            var fold = HistoryFold(isState: false, start: 0, end: Self.hour, length: 60_000, before: nil)
            for tier in HistoryTier.allCases {
                for column in HistoryColumn.columns(in: noise, tier, from: 0) { fold.take(column, length: tier.length) }
            }
        }
    }
}
