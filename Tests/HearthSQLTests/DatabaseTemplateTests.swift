internal import Expectations
@testable internal import HearthSQL
internal import Testing

@Suite struct DatabaseTemplateTests {
    private let template: DatabaseTemplate

    init() throws {
        template = try DatabaseTemplate(rooms)
    }

    /// What SQLite stores of a database's own tables and settings.
    private func description(_ database: Database) throws -> [String] {
        let objects = try database.rows("SELECT type, name, rootpage, sql FROM sqlite_schema ORDER BY rowid") { row in
            "\(try row.text(0)) \(try row.text(1)) \(try row.int64(2)) \(try row.textOrNil(3) ?? "")"
        }
        let settings = [
            "application_id", "user_version", "page_size", "page_count", "journal_mode", "synchronous", "foreign_keys",
            "trusted_schema", "cell_size_check",
        ]
        return try objects
            + settings.map { name in
                try database.first("SELECT '\(name) ' || \(name) FROM pragma_\(name)") { row in try row.text(0) } ?? ""
            }
    }

    @Test func copyEqualsAMigratedDatabase() throws {
        let copy = try Database(inMemory: template)
        try expect(description(copy), equals: description(Database(inMemory: rooms)))
        try copy.checkIntegrity()
    }

    @Test func copiesShareNothing() throws {
        let first = try Database(inMemory: template)
        try first.addRoom("hall")
        let second = try Database(inMemory: template)
        try second.addRoom("attic")
        try expect((first.roomIDs(), second.roomIDs()), are: (["hall"], ["attic"]))
        try expect(Database(inMemory: template).roomIDs(), equals: [])
    }

    @Test func copyOutlivesItsTemplate() throws {
        let copy = try Database(inMemory: DatabaseTemplate(rooms))
        try copy.transaction { try copy.addRoom("hall") }
        try expect(copy.roomIDs(), equals: ["hall"])
    }
}
