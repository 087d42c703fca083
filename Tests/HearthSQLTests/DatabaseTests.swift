@testable internal import HearthSQL
internal import Expectations
internal import Testing

@Suite struct DatabaseTests {
    let database: Database

    init() throws {
        database = try Database(inMemory: rooms)
    }

    @Test func valuesOfEveryTypeComeBack() throws {
        try database.run("INSERT INTO structures(id) VALUES('s')")
        try database.run(
            "INSERT INTO rooms VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
            "a\u{0}b", "s", "", .integer(.min), .real(1.5), .blob([0, 255]))
        let row = try require(
            try database.first("SELECT * FROM rooms") { row in
                (
                    row.count, try row.text(0), try row.text(2), try row.int64(3), try row.double(4), try row.blob(5)
                )
            })
        expect(row.0, equals: 6)
        expect(row.1, equals: "a\u{0}b")
        expect(row.2, equals: "")
        expect(row.3, equals: .min)
        expect(row.4, equals: 1.5)
        expect(row.5, equals: [0, 255])
    }

    @Test func emptyTextAndBlobAreNotNull() throws {
        let values = try database.first("SELECT ?1, ?2, ?3", "", .blob([]), nil) { row in
            (try row.textOrNil(0), try row.blobOrNil(1), try row.textOrNil(2))
        }
        expect(values?.0, equals: "")
        expect(values?.1, equals: [])
        expectNil(values?.2)
    }

    @Test func nilBecomesNull() throws {
        let isNull = try database.first(
            "SELECT ?1 IS NULL AND ?2 IS NULL AND ?3 IS NULL AND ?4 IS NULL AND ?5 IS NULL",
            SQLValue(Int64?.none), SQLValue(Double?.none), SQLValue(String?.none), SQLValue([UInt8]?.none),
            SQLValue(Bool?.none)
        ) { row in try row.bool(0) }
        expect(isNull, equals: true)
    }

    @Test func aColumnOfAnotherTypeIsAnError() throws {
        expect(code { _ = try database.first("SELECT 'x'") { row in try row.int64(0) } }, equals: .typeMismatch)
        expect(code { _ = try database.first("SELECT NULL") { row in try row.text(0) } }, equals: .typeMismatch)
        expect(code { _ = try database.first("SELECT 1") { row in try row.blob(0) } }, equals: .typeMismatch)
        expect(code { _ = try database.first("SELECT 1") { row in try row.double(0) } }, equals: .typeMismatch)
        let notUTF8 = "SELECT CAST(x'ff' AS TEXT)"
        expect(code { _ = try database.first(notUTF8) { row in try row.text(0) } }, equals: .typeMismatch)
        expect(code { _ = try database.first("SELECT 1") { row in try row.int64(1) } }, equals: .misuse)
        expect(code { _ = try database.first("SELECT 1") { row in try row.int64(-1) } }, equals: .misuse)
    }

    @Test func changedRowsAreCountedWithoutCascades() throws {
        try database.addRoom("a")
        try database.addRoom("b")
        try expect(database.run("UPDATE rooms SET floor = 1"), equals: 2)
        try expect(database.run("UPDATE rooms SET floor = 2 WHERE id = 'none'"), equals: 0)
        try expect(database.run("CREATE TABLE other(x)"), equals: 0)
        try expect(database.run("DELETE FROM structures"), equals: 1)
        try expect(database.roomIDs(), equals: [])
    }

    @Test func constraintsAreKept() throws {
        try database.addRoom("a")
        let error = failure { try database.addRoom("a") }
        expect(error?.code, equals: .constraint)
        expect(error?.description.contains("rooms.id"), equals: true)
        expect(
            code { try database.run("INSERT INTO rooms(id, structure, name) VALUES('b', 'none', 'b')") },
            equals: .constraint)
    }

    @Test func aStatementMustBeOneAndItsValuesComplete() {
        expect(code { try database.run("SELEC 1") }, equals: .invalidStatement)
        expect(code { try database.run("SELECT 1; SELECT 2") }, equals: .misuse)
        expect(code { try database.run("") }, equals: .misuse)
        expect(code { try database.run("SELECT ?1") }, equals: .misuse)
        expect(code { try database.run("SELECT 1", 1) }, equals: .misuse)
    }

    @Test func aStatementWorksAgainAfterAnError() throws {
        try database.addRoom("a")
        expect(code { try database.addRoom("a") }, equals: .constraint)
        try database.addRoom("b")
        struct Stop: Error {}
        expect(throws: Stop.self) { try database.rows("SELECT id FROM rooms") { _ in throw Stop() } }
        try expect(database.rows("SELECT id FROM rooms") { _ in 1 }.count, equals: 2)
    }

    @Test func theSameTextMayRunWithinItsOwnLoop() throws {
        try database.addRoom("a")
        try database.addRoom("b")
        let pairs = try database.rows("SELECT id FROM rooms ORDER BY id") { row in
            let id = try row.text(0)
            return try database.rows("SELECT id FROM rooms ORDER BY id") { inner in id + (try inner.text(0)) }
        }
        expect(pairs, equals: [["aa", "ab"], ["ba", "bb"]])
    }

    @Test func manyTextsDoNotFillTheCache() throws {
        for index in 0..<(Database.maximumCachedStatements * 2 + 1) {
            try expect(database.first("SELECT \(index)") { row in try row.int64(0) }, equals: Int64(index))
        }
    }

    @Test func aClosedDatabaseRefusesEverything() throws {
        database.close()
        database.close()
        expect(code { try database.run("SELECT 1") }, equals: .misuse)
        expect(code { try database.execute("SELECT 1") }, equals: .misuse)
        expect(code { try database.transaction {} }, equals: .misuse)
    }
}
