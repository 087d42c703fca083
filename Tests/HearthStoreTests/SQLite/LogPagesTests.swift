internal import CSQLite
@testable internal import HearthSQL
@testable internal import HearthStore
internal import HearthTraitCore
internal import Expectations
internal import Testing

/// How much of a long log is read for a page of a past day.
struct LogPagesTests {
    /// The times of batches: one a minute. The clock was an hour ahead for ten minutes of each day.
    private static let times = (0..<20_000).map { $0 * 60 + ($0 % 1_440 < 10 ? 3_600 : 0) }

    private func log(schema: DatabaseSchema = StoreSchema.current) throws -> Database {
        let database = try Database(inMemory: schema)
        try database.run("INSERT INTO structure(id, name, sequence, event_number) VALUES ('s', 'Home', 0, 0)")
        try database.transaction {
            for (number, time) in Self.times.enumerated() {
                let batch = StoredReports(
                    structureID: "s", epoch: 1, first: UInt64(number) * 3 + 1, eventNumber: 0, time: .seconds(time),
                    reports: (0..<3).map { _ in [UInt8](repeating: 7, count: 100) })
                try HomeStore.put(batch, to: database)
            }
        }
        return database
    }

    /// The pages of the database that statements look at.
    private func pages(_ database: Database, _ body: () throws -> Void) throws -> Int32 {
        let handle = try database.connection.open()
        var (sum, highest): (Int32, Int32) = (0, 0)
        for counter in [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS] {
            sqlite3_db_status(handle, counter, &sum, &highest, 1)
        }
        try body()
        var all: Int32 = 0
        for counter in [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS] {
            sqlite3_db_status(handle, counter, &sum, &highest, 1)
            all += sum
        }
        return all
    }

    @Test func theFirstPageOfAPastDayLooksAtFewPages() throws {
        let database = try log()
        let all = try pages(database) { _ = try database.rows("SELECT time FROM report_batch") { try $0.int64(0) } }
        expect(all > 1_500, "the log has \(all) pages")
        for minute in [0, 1, 1_445, 1_465, 10_000, Self.times.count - 1] {
            var end: UInt64 = 0
            let visited = try pages(database) {
                end = try HomeStore.endOfReports(of: "s", before: .seconds(minute * 60), in: database)
                _ = try HomeStore.reports(of: "s", before: end, bytes: 3_000, in: database)
            }
            expect(visited < 100, "minute \(minute): \(visited) pages")
            // The batch after the last earlier one may have earlier reports, too.
            let earlier = Self.times.lastIndex { $0 < minute * 60 } ?? -1
            expect(end, equals: UInt64(earlier + 1) * 3 + 4, "minute \(minute)")
        }
    }
}
