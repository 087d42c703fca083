@testable internal import HearthStore
internal import HearthSQL
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The rows of a file.
@Suite(.timeLimit(.minutes(5)))
struct RowTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func damagedReportsAreAGap() async throws {
        let store = try await HomeStore.open(path: folder.file)
        func batch(_ range: ClosedRange<UInt64>) -> StoredReports {
            StoredReports(
                structureID: "s", epoch: 1, first: range.lowerBound, eventNumber: 0, time: .zero,
                reports: range.map { [UInt8($0)] })
        }
        try await store.commit([.putStructure(structure)])
        try await store.commit(StoreTransaction(reports: [batch(1...3), batch(4...6), batch(7...9)]))
        try await store.close(clean: true)
        do {
            let database = try Database(path: folder.file, schema: StoreSchema.current)
            try database.run("UPDATE report_batch SET content = x'05000000FF' WHERE first = 4")
        }
        let again = try await HomeStore.open(path: folder.file)
        try await expect(again.reports(of: "s", after: 0, bytes: .max), equals: [batch(1...3)])
        try await expect(again.reports(of: "s", after: 4, bytes: .max), equals: [])
        try await expect(again.reports(of: "s", after: 6, bytes: .max), equals: [batch(7...9)])
        try await expect(again.reports(of: "s", before: .max, bytes: .max), equals: [batch(7...9), batch(1...3)])
    }

    @Test(arguments: [false, true])
    func commitAfterANoteWaitsForTheDisk(fails: Bool) async throws {
        let store = try await HomeStore.inMemory()
        let room = RoomRecord(id: "r", structureID: fails ? "nowhere" : "s", name: "Attic")
        try? await store.note([.putStructure(structure), .putRoom(room)])
        try await expect(store.load().rooms.isEmpty, equals: fails)
        try await expect(store.with { try $0.first("PRAGMA synchronous") { try $0.int64(0) } }, equals: 3)
    }
}
