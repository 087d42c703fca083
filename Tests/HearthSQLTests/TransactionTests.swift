internal import HearthSQL
internal import Expectations
internal import Testing

@Suite struct TransactionTests {
    struct Stop: Error {}

    let directory: TemporaryDirectory
    let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file(), schema: rooms)
    }

    @Test func aReturnCommits() throws {
        let result = try database.transaction {
            try database.addRoom("a")
            return 7
        }
        expect(result, equals: 7)
        database.close()
        try expect(Database(path: directory.file(), schema: rooms).roomIDs(), equals: ["a"])
    }

    @Test func anErrorRollsBackAndIsPassedOn() throws {
        try database.addRoom("a")
        expect(throws: Stop.self) {
            try database.transaction {
                try database.addRoom("b")
                throw Stop()
            }
        }
        try expect(database.roomIDs(), equals: ["a"])
        try database.transaction { try database.addRoom("c") }
        try expect(database.roomIDs(), equals: ["a", "c"])
    }

    @Test func transactionsDoNotNest() throws {
        expect(code { try database.transaction { try database.transaction {} } }, equals: .misuse)
        try database.transaction { try database.addRoom("a") }
        try expect(database.roomIDs(), equals: ["a"])
    }

    @Test func aFullFileRollsBackAndRecovers() throws {
        try database.addRoom("a")
        let pages = try require(try database.first("PRAGMA page_count") { row in try row.int64(0) })
        try database.execute("PRAGMA max_page_count = \(pages + 4)")
        let big = SQLValue.blob([UInt8](repeating: 1, count: 100_000))

        let error = failure {
            try database.transaction {
                try database.addRoom("b")
                try database.run("UPDATE rooms SET icon = ?1", big)
            }
        }
        expect(error?.code, equals: .full)
        expect(error?.message.contains(directory.file()), equals: true)
        try expect(database.roomIDs(), equals: ["a"])

        try database.execute("PRAGMA max_page_count = 100000")
        try database.transaction { try database.run("UPDATE rooms SET icon = ?1", big) }
        try database.checkIntegrity()
    }

    @Test func nothingIsWrittenAfterTheTransactionWasLost() throws {
        let lost = failure {
            try database.transaction {
                // As SQLite does by itself when the disk is full.
                try database.execute("ROLLBACK")
                try database.addRoom("alone")
            }
        }
        expect(lost?.code, equals: .transactionLost)
        let unnoticed = failure { try database.transaction { try database.execute("ROLLBACK") } }
        expect(unnoticed?.code, equals: .transactionLost)
        try expect(database.roomIDs(), equals: [])
    }
}
