@testable internal import HearthSQL
internal import Expectations
internal import Testing

/// Copies of a database in use.
struct DatabaseBackupTests {
    private let directory: TemporaryDirectory
    private let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file(), schema: rooms)
        try database.transaction { for index in 0..<500 { try database.addRoom("room \(index)") } }
        try database.execute("UPDATE rooms SET icon = zeroblob(500)")
    }

    private func read(_ name: String) throws -> Database {
        try Database(reading: directory.file(name), schema: rooms, isGuarded: false)
    }

    @Test func writesBetweenStepsAreInTheCopy() throws {
        let backup = try database.backup(to: directory.file("copy.db"))
        var steps = 0
        var last = backup.progress
        while try !backup.step(pages: 1) {
            last = backup.progress
            expect(last.copiedBytes, isAtMost: last.totalBytes)
            // At the front, which is already copied, and at the end, which is not.
            if steps < 50 {
                try database.run("UPDATE rooms SET floor = ?2 WHERE id = ?1", "room 0", .integer(Int64(steps)))
                try database.addRoom("later \(steps)")
            }
            steps += 1
        }
        expect(steps, isAbove: 10)
        expect(last.totalBytes, isAbove: 0)
        let copy = try read("copy.db")
        expect(copy.damage(), equals: [])
        try expect(copy.roomIDs(), equals: database.roomIDs())
        let floor = try copy.first("SELECT floor FROM rooms WHERE id = 'room 0'") { try $0.int64(0) }
        expect(floor, equals: Int64(min(steps, 50) - 1))
        try expect(directory.permissions("copy.db"), equals: 0o600)
    }

    @Test func anAbandonedCopyLeavesTheDatabaseAlone() throws {
        do {
            let backup = try database.backup(to: directory.file("copy.db"))
            try expect(!backup.step(pages: 1))
        }
        try database.addRoom("after")
        try database.checkIntegrity()
        // A file of that name exists now.
        expect(code { _ = try database.backup(to: directory.file("copy.db")) }, equals: .cantOpen)
    }

    @Test func aCopyOfAClosedDatabaseIsAnError() throws {
        let backup = try database.backup(to: directory.file("copy.db"))
        database.close()
        expect(code { _ = try backup.step(pages: 1) }, equals: .misuse)
        expect(code { try database.copy(to: directory.file("other.db")) }, equals: .misuse)
    }

    @Test func readingChangesNothingAndLeavesNothing() throws {
        database.close()
        let before = try directory.read()
        do {
            let database = try read("home.db")
            try expect(database.roomIDs().count, equals: 500)
            try expect(database.version() == 1 && database.hasTable("rooms") && !database.hasTable("none"))
            expect(throws: SQLError.self) { try database.addRoom("more") }
        }
        try expect(directory.read(), equals: before)
        expect(!DatabaseFile.exists(directory.file("home.db-wal")))
        expect(!DatabaseFile.exists(directory.file("home.db-shm")))
        expect(code { _ = try read("none.db") }, equals: .cantOpen)
        try directory.write([], to: "empty.db")
        try directory.write(Array(repeating: 65, count: 8_192), to: "text.db")
        for name in ["empty.db", "text.db", "."] {
            func open() throws { _ = try Database(reading: directory.file(name), schema: rooms, isGuarded: true) }
            expect(code(open), equals: .notADatabase, "\(name)")
            expect(!DatabaseFile.exists(directory.file(name + ".lock")))
        }
        // A database that was never written is not a copy of one.
        try Database(connection: Connection(path: directory.file("new.db"), file: "new"), lock: nil)
            .execute("PRAGMA journal_mode = wal")
        expect(code { _ = try read("new.db") }, equals: .notADatabase)
        expect(!DatabaseFile.exists(directory.file("none.db")))
    }

    @Test func readingSeesWhatOnlyTheLogHas() throws {
        try database.addRoom("in the log")
        for suffix in ["", "-wal"] {
            try directory.write(directory.read("home.db" + suffix), to: "killed #1?.db" + suffix)
        }
        let killed = try read("killed #1?.db")
        expect(killed.hadLog)
        try expect(killed.roomIDs().contains("in the log"))
    }

    @Test func aGuardedReaderIsRefusedWhileTheDatabaseIsOpen() throws {
        let path = directory.file()
        func open() throws { _ = try Database(reading: path, schema: rooms, isGuarded: true) }
        expect(code(open), equals: .openElsewhere)
        database.close()
        expectNil(code(open))
    }

    @Test func aFinishedCopyIsOneFile() throws {
        try database.copy(to: directory.file("copy.db"))
        do {
            let copy = try Database(finishing: directory.file("copy.db"), schema: rooms)
            try copy.run("DELETE FROM rooms WHERE id <> 'room 7'")
            try copy.execute("VACUUM")
        }
        try DatabaseFile.sync(directory.file("copy.db"))
        for suffix in ["-wal", "-shm", "-journal"] { expect(!DatabaseFile.exists(directory.file("copy.db" + suffix))) }
        try expect(read("copy.db").roomIDs(), equals: ["room 7"])
        try expect(read("copy.db").hadLog, equals: false)
    }
}

/// A whole file replaces a database.
struct DatabasePlaceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func make(_ name: String, _ room: String) throws {
        try Database(path: directory.file(name), schema: rooms).addRoom(room)
    }

    private func ids(_ name: String) throws -> [String] {
        try Database(reading: directory.file(name), schema: rooms, isGuarded: false).roomIDs()
    }

    @Test func theFormerFileIsKeptWithWhatItsLogHad() throws {
        let running = try Database(path: directory.file("running.db"), schema: rooms)
        try running.addRoom("former")
        for suffix in ["", "-wal"] {
            try directory.write(directory.read("running.db" + suffix), to: "home.db" + suffix)
        }
        try make("new.db", "new")
        let place = try DatabasePlace(directory.file())
        expect(code { _ = try Database(path: directory.file(), schema: rooms) }, equals: .openElsewhere)
        try expect(place.put(directory.file("new.db"), keeping: directory.file("kept.db")))
        try expect(ids("home.db") == ["new"] && ids("kept.db") == ["former"])
        expect(!DatabaseFile.exists(directory.file("home.db-wal")))
        expect(!DatabaseFile.exists(directory.file("new.db")))
    }

    /// A log without its file would change the new one.
    @Test func aLogThatIsLeftOverIsMovedAway() throws {
        try make("new.db", "new")
        try directory.write([1, 2, 3], to: "home.db-wal")
        try expect(!DatabasePlace(directory.file()).put(directory.file("new.db"), keeping: directory.file("kept.db")))
        try expect(ids("home.db"), equals: ["new"])
        try expect(directory.read("kept.db-wal"), equals: [1, 2, 3])
        expect(!DatabaseFile.exists(directory.file("home.db-wal")))
    }

    @Test func aDamagedFileIsKeptAsItIs() throws {
        try directory.write([UInt8](repeating: 7, count: 8_192))
        try make("new.db", "new")
        try expect(DatabasePlace(directory.file()).put(directory.file("new.db"), keeping: directory.file("kept.db")))
        try expect(ids("home.db"), equals: ["new"])
        try expect(directory.read("kept.db"), equals: [UInt8](repeating: 7, count: 8_192))
    }

    @Test func anEmptyPlaceIsFilled() throws {
        try make("new.db", "new")
        try expect(!DatabasePlace(directory.file()).put(directory.file("new.db"), keeping: directory.file("kept.db")))
        try expect(ids("home.db"), equals: ["new"])
    }

    @Test func aTakenNameChangesNothing() throws {
        for name in ["home.db", "new.db", "kept.db"] { try make(name, name) }
        let place = try DatabasePlace(directory.file())
        expect(
            code { _ = try place.put(directory.file("new.db"), keeping: directory.file("kept.db")) }, equals: .cantOpen)
        for name in ["home.db", "new.db", "kept.db"] { try expect(ids(name), equals: [name]) }
    }

    @Test func theDatabaseMustBeClosed() throws {
        let database = try Database(path: directory.file(), schema: rooms)
        expect(code { _ = try DatabasePlace(directory.file()) }, equals: .openElsewhere)
        database.close()
        expectNil(code { _ = try DatabasePlace(directory.file()) })
    }
}
