internal import Foundation
@testable internal import HearthServer
@testable internal import HearthTerminal
internal import HearthSQL
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// A store that is damaged while its hub runs is reported, with backups and without.
@Suite(.timeLimit(.minutes(5)))
struct AutomaticChecksTests {
    private let folder: TemporaryFolder
    private let place: StorePlace
    private let said = Said()

    private final class Said: Sendable {
        let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock(\.self) }
    }

    init() throws {
        folder = try TemporaryFolder()
        place = StorePlace(folder.file("home.db"))
    }

    /// A home with a log of reports, all in its file, and the offsets of a table's pages there.
    private func make(_ table: String) async throws -> [Int64] {
        let store = try await HomeStore.open(path: place.path)
        try await store.commit([.putStructure(StoredStructure(id: "s", name: "Home"))])
        for number in UInt64(1)...20 {
            let reports = StoredReports(
                structureID: "s", epoch: 1, first: number, eventNumber: 0, time: .zero,
                reports: [[UInt8](repeating: 7, count: 9_000)])
            try await store.commit(StoreTransaction(reports: [reports]))
        }
        try await store.close(clean: true)
        let database = try Database(path: place.path, schema: StoreSchema.current)
        defer { database.close() }
        return try database.rows("SELECT pageno FROM dbstat WHERE name = ?1", .text(table)) { try $0.int64(0) }
    }

    private func flip(_ page: Int64) throws {
        let file = try require(FileHandle(forUpdatingAtPath: place.path))
        defer { try? file.close() }
        let offset = UInt64(page - 1) * 4_096 + 2_000
        try file.seek(toOffset: offset)
        let byte = try require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: offset)
        try file.write(contentsOf: [byte ^ 0x10])
    }

    @Test(arguments: ["report_batch", "structure"])
    func changedByteIsReportedOnceWithinADay(_ table: String) async throws {
        let pages = try await make(table)
        let store = try await HomeStore.open(path: place.path)
        let clock = ManualClock(sinceEpoch: .seconds(1_800_000_000))
        let looks = AsyncStream.makeStream(of: Void.self)
        let checks = AutomaticChecks(
            mark: TimeMark.ofCheck(place), clock: LookingClock(clock, looks.continuation),
            check: { try await store.findDamage(pause: $0) },
            notice: { [said] text in said.texts.withLock { $0.append(text) } })
        let task = Task { await checks.run() }
        var iterator = looks.stream.makeAsyncIterator()
        /// Lets the clock run until this much time has passed.
        func advance(_ time: Duration) async {
            let end = clock.now + time
            while clock.now < end {
                await iterator.next()
                await clock.advance(by: AutomaticChecks.look)
            }
        }
        await advance(.seconds(86_400))
        expect((said.all, checks.mark.time != nil), are: ([], true))
        try flip(try require(pages.last))
        await advance(.seconds(2 * 86_400))
        expect(said.all.count, equals: 1)
        let text = said.all.first ?? ""
        expect(text.hasPrefix("the store is damaged: table \(table)"))
        expect(text.contains("hearth doctor"))
        // The check runs at the same time each day, and reports the damage once.
        await advance(.seconds(2 * 86_400))
        expect(said.all.count, equals: 1)
        task.cancel()
        try? await store.close(clean: true)
    }

    @Test func lastCheckIsKeptUnlessItLiesInTheFuture() throws {
        let mark = TimeMark.ofCheck(place)
        expectNil(mark.time)
        expect(mark.isDue(at: 0))
        mark.set(1_800_000_000)
        expect(TimeMark.ofCheck(place).time, equals: 1_800_000_000)
        expect((mark.isDue(at: 1_800_000_000), mark.isDue(at: 1_800_086_399)), are: (false, false))
        expect((mark.isDue(at: 1_800_086_400), mark.isDue(at: 1_799_999_999)), are: (true, true))
    }
}
