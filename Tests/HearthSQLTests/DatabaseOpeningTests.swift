internal import Foundation
@testable internal import HearthSQL
internal import Expectations
internal import Testing

@Suite struct DatabaseOpeningTests {
    let directory: TemporaryDirectory
    var path: String { directory.file() }

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func aNewFileIsDurableAndPrivate() throws {
        let database = try Database(path: path, schema: rooms)
        func pragma(_ name: String) throws -> Int64? {
            try database.first("PRAGMA \(name)") { row in try row.int64(0) }
        }
        try expect(database.first("PRAGMA journal_mode") { row in try row.text(0) }, equals: "wal")
        try expect(pragma("synchronous"), equals: 3)
        try expect(pragma("foreign_keys"), equals: 1)
        try expect(pragma("busy_timeout"), equals: 5_000)
        try expect(pragma("application_id"), equals: 0x4854_5354)
        try expect(pragma("user_version"), equals: 1)
        try database.addRoom("a")
        for name in ["home.db", "home.db-wal", "home.db.lock"] {
            try expect(directory.permissions(name), equals: 0o600)
        }
    }

    @Test func writtenRowsAreReadAgain() throws {
        try Database(path: path, schema: rooms).addRoom("a")
        try expect(Database(path: path, schema: rooms).roomIDs(), equals: ["a"])
    }

    @Test func migrationsRunOnceEachInOrder() throws {
        try Database(path: path, schema: rooms).addRoom("a")
        var newer = rooms
        newer.migrations += ["ALTER TABLE rooms ADD COLUMN zone TEXT", "UPDATE rooms SET zone = 'up'"]
        for _ in 0..<2 {
            let database = try Database(path: path, schema: newer)
            try expect(database.first("SELECT zone FROM rooms") { row in try row.text(0) }, equals: "up")
            try expect(database.first("PRAGMA user_version") { row in try row.int64(0) }, equals: 3)
        }
    }

    @Test func aFailedMigrationLeavesTheFileAsItWas() throws {
        try Database(path: path, schema: rooms).addRoom("a")
        var broken = rooms
        broken.migrations += ["DELETE FROM rooms", "CREATE TABLE rooms(x)"]
        expect(code { _ = try Database(path: path, schema: broken) }, equals: .invalidStatement)
        var dangling = rooms
        dangling.migrations.append(
            """
            CREATE TABLE d(r REFERENCES rooms(id) DEFERRABLE INITIALLY DEFERRED);
            INSERT INTO d VALUES('none');
            """)
        expect(code { _ = try Database(path: path, schema: dangling) }, equals: .constraint)
        try expect(Database(path: path, schema: rooms).roomIDs(), equals: ["a"])
    }

    @Test func aNewerFileIsRefused() throws {
        var newer = rooms
        newer.migrations.append("CREATE TABLE later(x)")
        _ = try Database(path: path, schema: newer)
        let error = failure { _ = try Database(path: path, schema: rooms) }
        expect(error?.code, equals: .newerSchema)
        expect(error?.message.contains(path), equals: true)
    }

    @Test func anotherProgramsDatabaseIsRefusedAndUntouched() throws {
        let others = [
            DatabaseSchema(applicationID: 7, migrations: ["CREATE TABLE x(y)"]),
            DatabaseSchema(applicationID: 0, migrations: ["CREATE TABLE x(y)"]),
            DatabaseSchema(applicationID: 7, migrations: []),
        ]
        for (index, other) in others.enumerated() {
            let name = "other\(index).db"
            _ = try Database(path: directory.file(name), schema: other)
            let before = try directory.read(name)
            expect(code { _ = try Database(path: directory.file(name), schema: rooms) }, equals: .wrongApplication)
            try expect(directory.read(name), equals: before)
        }
    }

    @Test(arguments: [1, 99, 100, 512, 5_000])
    func anyOtherFileIsRefusedAndUntouched(size: Int) throws {
        let bytes = [UInt8](repeating: 0x5A, count: size)
        try directory.write(bytes)
        let error = failure { _ = try Database(path: path, schema: rooms) }
        expect(error?.code, equals: .notADatabase)
        expect(error?.message.contains(path), equals: true)
        try expect(directory.read(), equals: bytes)
    }

    /// A missing or empty file is a new one only where there was none before.
    @Test func lostFileIsNotTreatedAsNew() throws {
        func opens(_ name: String, wasUsed: Bool = false) -> SQLError.Code? {
            code { try Database(path: directory.file(name), schema: rooms, wasUsed: wasUsed).close() }
        }
        expectNil(opens("new.db"))
        expect(opens("used.db", wasUsed: true), equals: .lost)
        expect(!DatabaseFile.exists(directory.file("used.db")))
        // An empty file counts as new only if a first start made it.
        try directory.write([], to: "empty.db")
        for _ in 0..<2 { expect(opens("empty.db"), equals: .lost) }
        try directory.write(Array("123\n".utf8), to: "begun.db.lock")
        try directory.write([], to: "begun.db")
        expectNil(opens("begun.db"))
        // So is an empty first page torn by a power failure, unless it belongs to another program.
        let header = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84) + [13]
        let torn: [([UInt8], SQLError.Code?)] = [
            (header + [UInt8](repeating: 0, count: 2_971), nil), ([UInt8](repeating: 0, count: 4_096), nil),
            (header + [0, 0, 0, 1] + [UInt8](repeating: 0, count: 2_967), .notADatabase),
            ([UInt8](repeating: 65, count: 100), .notADatabase),
        ]
        for (index, (bytes, expected)) in torn.enumerated() {
            try directory.write(Array("123\n".utf8), to: "torn\(index).db.lock")
            try directory.write(bytes, to: "torn\(index).db")
            for _ in 0..<2 { expect(opens("torn\(index).db"), equals: expected) }
            try expect(expected == nil || directory.read("torn\(index).db").elementsEqual(bytes))
        }
        // The last writes are in its log.
        try directory.write([UInt8](repeating: 1, count: 64), to: "log.db-wal")
        expect(opens("log.db"), equals: .lost)
        for bytes in [nil, []] as [[UInt8]?] {
            let name = "noted\(bytes == nil ? 0 : 1).db"
            do {
                let database = try Database(path: directory.file(name), schema: rooms)
                database.setNote("run", owner: "home")
            }
            try FileManager.default.removeItem(atPath: directory.file(name))
            if let bytes { try directory.write(bytes, to: name) }
            for _ in 0..<2 { expect(opens(name), equals: .lost) }
            expect(DatabaseFile.owner(of: directory.file(name)), equals: "home")
            // Any other content is a remainder of it.
            try directory.write(Array(repeating: 65, count: 8_192), to: name)
            expect(opens(name), equals: .corrupt)
            try expect(DatabasePlace(directory.file(name)).setAside(keeping: directory.file(name + ".former")))
            try expect(directory.read(name + ".former").count, equals: 8_192)
            expectNil(DatabaseFile.owner(of: directory.file(name)))
            expectNil(opens(name))
        }
    }

    /// The rest of a truncated file, and pages of zeros.
    @Test func cutsAndZerosAreDamage() throws {
        do {
            let database = try Database(path: path, schema: rooms)
            // Rows larger than a page, so that a whole page may be content only; and more than a page of the tree has room
            // for, so that there are pages of each kind.
            try database.transaction {
                for index in 0..<12 { try database.addRoom("\(index)" + String(repeating: "x", count: 10_000)) }
            }
        }
        let sound = try directory.read()
        func finding(_ bytes: [UInt8]) throws -> SQLError.Code? {
            try directory.write(bytes, to: "damaged.db")
            let read = code {
                let database = try Database(reading: directory.file("damaged.db"), schema: rooms, isGuarded: false)
                try database.checkIntegrity()
                _ = try database.rows("SELECT * FROM rooms") { try $0.values() }
            }
            let opened = code {
                let database = try Database(path: directory.file("damaged.db"), schema: rooms)
                _ = try database.rows("SELECT * FROM rooms") { try $0.values() }
            }
            try expect(directory.read("damaged.db"), equals: bytes)
            try FileManager.default.removeItem(atPath: directory.file("damaged.db.lock"))
            return read == opened ? read : nil
        }
        let pages = sound.count / 4_096
        expect(pages, isAbove: 30)
        let cuts = [1, 15, 16, 99, 100, 511, 512, 1_000] + (1..<pages).map { $0 * 4_096 }
        let last = (sound.count - 4_096 + 1..<sound.count).filter { $0 % 500 == 0 } + [sound.count - 1]
        for length in cuts + last {
            try expect(finding(Array(sound[..<length])), equals: .corrupt, "cut to \(length)")
        }
        // A last page of zeros.
        var zeros = sound
        zeros.replaceSubrange((pages - 1) * 4_096..<sound.count, with: [UInt8](repeating: 0, count: 1_000))
        try expect(finding(zeros), equals: .corrupt)
        for page in 0..<pages {
            for range in [page * 4_096..<(page + 1) * 4_096, page * 4_096..<page * 4_096 + 512] {
                var bytes = sound
                bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
                try expect(finding(bytes), equals: .corrupt, "zeros at \(range)")
            }
        }
    }

    /// Free pages may never have been written, and a copy has them as they are.
    @Test func aFreePageOfZerosIsNoDamage() throws {
        let free: Int64? = try {
            let database = try Database(path: path, schema: rooms)
            try database.transaction { for index in 0..<500 { try database.addRoom("room \(index)") } }
            try database.run("DELETE FROM rooms WHERE id > 'room 3'")
            let used = Set(try database.rows("SELECT pageno FROM dbstat") { try $0.int64(0) })
            let count = try database.first("PRAGMA page_count") { try $0.int64(0) } ?? 0
            // The last free page lists the others.
            return (1...count).first { !used.contains($0) }
        }()
        let page = Int(try require(free) - 1) * 4_096
        var bytes = try directory.read()
        bytes.replaceSubrange(page..<page + 4_096, with: [UInt8](repeating: 0, count: 4_096))
        try directory.write(bytes)
        let database = try Database(path: path, schema: rooms)
        try database.copy(to: directory.file("copy.db"))
        try Database(reading: directory.file("copy.db"), schema: rooms, isGuarded: false).checkIntegrity()
        try database.transaction { for index in 0..<500 { try database.addRoom("more \(index)") } }
        try database.checkIntegrity()
    }

    /// A damaged file causes errors and never crashes the program.
    @Test func damageIsFound() throws {
        do {
            let database = try Database(path: path, schema: rooms)
            try database.transaction { for index in 0..<500 { try database.addRoom("room \(index)") } }
        }
        let sound = try directory.read()
        let pages = sound.count / 4_096
        for page in 0..<pages {
            for flip: UInt8 in [0x01, 0x80, 0xFF] {
                var bytes = sound
                for offset in 0..<64 { bytes[page * 4_096 + offset] ^= flip }
                try directory.write(bytes)
                let error = failure {
                    let database = try Database(path: path, schema: rooms)
                    _ = try? database.roomIDs()
                    try database.checkIntegrity()
                }
                expect(error?.code, equals: (page == 0 ? .notADatabase : .corrupt), "page \(page), flip \(flip)")
            }
        }
        expect(pages, isAbove: 5)
    }

    /// A start need not wait for this check; a check of the whole file finds it.
    @Test func damageOfALogIsLeftToLaterChecks() throws {
        var schema = rooms
        schema.migrations.append("CREATE TABLE 'the log''s'(number INTEGER PRIMARY KEY, text BLOB)")
        schema.logs = ["the log's"]
        let pages: (log: Int64, rooms: Int64) = try {
            let database = try Database(path: path, schema: schema)
            try database.transaction { for index in 0..<500 { try database.addRoom("room \(index)") } }
            for _ in 0..<20 { try database.run("INSERT INTO 'the log''s'(text) VALUES (zeroblob(3000))") }
            func root(_ table: SQLValue) throws -> Int64 {
                let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1"
                return try database.first(sql, table) { row in try row.int64(0) } ?? 0
            }
            return (try root("the log's"), try root("rooms"))
        }()
        let sound = try directory.read()
        for (page, isFound) in [(pages.log, false), (pages.rooms, true)] {
            var bytes = sound
            for offset in 0..<64 { bytes[Int(page - 1) * 4_096 + offset] ^= 0x55 }
            try directory.write(bytes)
            expect(code { _ = try Database(path: path, schema: schema) }, equals: (isFound ? .corrupt : nil))
            let whole = try? Database(reading: path, schema: schema, isGuarded: false)
            expect(whole?.damage().isEmpty, equals: false)
        }
    }

    @Test func aTruncatedFileIsFound() throws {
        do {
            let database = try Database(path: path, schema: rooms)
            try database.transaction { for index in 0..<500 { try database.addRoom("room \(index)") } }
        }
        try directory.write(Array(try directory.read().dropLast(5_000)))
        expect(code { try Database(path: path, schema: rooms).checkIntegrity() }, equals: .corrupt)
    }

    @Test func aMissingDirectoryIsNamed() {
        let path = directory.file("none/home.db")
        let error = failure { _ = try Database(path: path, schema: rooms) }
        expect(error?.code, equals: .cantOpen)
        expect(error?.message.contains(path), equals: true)
        expect(code { _ = try Database(path: directory.path, schema: rooms) }, equals: .cantOpen)
        expect(code { _ = try Database(path: "", schema: rooms) }, equals: .cantOpen)
    }
}
