@testable internal import HearthSQL
internal import Expectations
internal import Testing

/// A changed byte on the disk is detected.
struct PageSumsTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file() }

    init() throws { directory = try TemporaryDirectory() }

    private func fill(_ database: Database) throws {
        try database.transaction { for index in 0..<300 { try database.addRoom("room \(index)") } }
    }

    /// A file of a program without checksums.
    private func makeFileWithoutSums() throws {
        try directory.write([])
        let old = Database(connection: try Connection(path: path, file: "old", mode: .existing), lock: nil)
        try old.execute(rooms.migrations[0])
        try old.execute("PRAGMA application_id = \(rooms.applicationID); PRAGMA user_version = 1")
        try fill(old)
        expect(!old.hasPageSums)
        old.close()
    }

    private func expectFindsEveryByte(named name: String = "home.db") throws {
        let sound = try directory.read(name)
        expect(sound.count, isAbove: 10 * 4_096)
        for page in 0..<sound.count / 4_096 {
            for place in [0, 21, 100, 2_000, 4_087, 4_088, 4_095] {
                var bytes = sound
                bytes[page * 4_096 + place] ^= 0x04
                try directory.write(bytes, to: "damaged.db")
                let code = code {
                    let database = try Database(reading: directory.file("damaged.db"), schema: rooms, isGuarded: false)
                    try database.checkIntegrity()
                    _ = try database.rows("SELECT * FROM rooms") { try $0.values() }
                }
                expect([.corrupt, .notADatabase].contains(code), "page \(page), byte \(place)")
            }
        }
    }

    @Test func aByteThatIsAnotherOnAnyPageIsDamage() throws {
        try fill(try Database(path: path, schema: rooms))
        try expectFindsEveryByte()
    }

    @Test func aPageInAnothersPlaceIsDamage() throws {
        try fill(try Database(path: path, schema: rooms))
        var bytes = try directory.read()
        let (first, second) = (8 * 4_096..<9 * 4_096, 9 * 4_096..<10 * 4_096)
        let page = Array(bytes[first])
        bytes.replaceSubrange(first, with: bytes[second])
        bytes.replaceSubrange(second, with: page)
        try directory.write(bytes)
        expect(code { try Database(path: path, schema: rooms).checkIntegrity() }, equals: .corrupt)
    }

    /// The byte of the header that gives the number of reserved bytes at the end of a page.
    @Test(arguments: [0, 4, 32]) func aHeaderThatDeniesThemIsDamage(free: UInt8) throws {
        try fill(try Database(path: path, schema: rooms))
        var bytes = try directory.read()
        expect(bytes[20], equals: 8)
        bytes[20] = free
        try directory.write(bytes)
        expect([.corrupt, .notADatabase].contains(code { _ = try Database(path: path, schema: rooms) }))
    }

    @Test func aFileWithoutThemGetsThemAndKeepsWhatItHas() throws {
        try makeFileWithoutSums()
        do {
            let read = try Database(reading: path, schema: rooms, isGuarded: false)
            try expect(read.roomIDs().count == 300 && !read.hasPageSums)
        }
        do {
            let database = try Database(path: path, schema: rooms)
            expect(database.hasPageSums && database.damage() == [])
            try expect(database.roomIDs().count, equals: 300)
            try database.addRoom("later")
        }
        try expect(Database(path: path, schema: rooms).roomIDs().count, equals: 301)
        try expectFindsEveryByte()
    }

    /// Between the rewriting and the mark.
    @Test func aFileWhoseRewritingWasInterruptedGetsItsMark() throws {
        try makeFileWithoutSums()
        do {
            let old = Database(connection: try Connection(path: path, file: "old", mode: .existing), lock: nil)
            try old.connection.makeRoomForPageSums()
            try old.execute("VACUUM")
            try expect(old.hasPageSums && !old.mustHavePageSums())
        }
        try expect(Database(path: path, schema: rooms).mustHavePageSums())
        try expectFindsEveryByte()
    }

    @Test func aCopyHasThemIfTheDatabaseHas() throws {
        let database = try Database(path: path, schema: rooms)
        try fill(database)
        try database.copy(to: directory.file("copy.db"))
        let copy = try Database(reading: directory.file("copy.db"), schema: rooms, isGuarded: false)
        try expect(copy.hasPageSums && copy.roomIDs().count == 300)
        copy.close()
        try expectFindsEveryByte(named: "copy.db")

        database.close()
        let other = directory.file("old-copy.db")
        try makeFileWithoutSums()
        try Database(reading: path, schema: rooms, isGuarded: false).copy(to: other)
        let old = try Database(reading: other, schema: rooms, isGuarded: false)
        try expect(!old.hasPageSums && old.damage() == [] && old.roomIDs().count == 300)
    }

    /// Rows on a damaged page are salvaged after all sound ones, and counted.
    @Test func rowsFromADamagedPageAreDoubtful() throws {
        var schema = rooms
        schema.migrations.append("CREATE TABLE value(name TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID")
        do {
            let database = try Database(path: path, schema: schema)
            try database.transaction {
                for index in 100..<900 {
                    try database.run("INSERT INTO value VALUES(?1, 'of ' || ?1)", .text("number \(index)"))
                }
            }
        }
        var bytes = try directory.read()
        let text = Array("of number 450".utf8)
        let place = bytes.indices.dropLast(text.count).first { bytes[$0..<$0 + text.count].elementsEqual(text) }
        bytes[try require(place)] ^= 0x01
        try directory.write(bytes)
        let damaged = try Database(reading: path, schema: schema, isGuarded: false)
        expect(code { _ = try damaged.rows("SELECT * FROM value") { try $0.values() } }, equals: .corrupt)
        let target = try Database(path: directory.file("saved.db"), schema: schema)
        let salvage = try target.salvage("value", from: damaged)
        expect(salvage.rows, equals: 800)
        expect(salvage.isWhole)
        expect((1..<200).contains(salvage.doubtful), "\(salvage)")
    }
}
