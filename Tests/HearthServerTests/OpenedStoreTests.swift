@testable internal import HearthServer
internal import HearthEventLoop
internal import HearthTerminal
internal import Expectations
internal import Testing

/// Where `hearth serve` keeps a home: in a file or in a database.
@Suite(.timeLimit(.minutes(1)))
struct OpenedStoreTests {
    /// The name of a database has neither the user nor a password, and its files have a name of their own.
    @Test(
        arguments: [
            (
                "postgresql://ada:secret@db.example:5433/home", "postgresql://db.example:5433/home",
                "home@db.example-5433"
            ),
            ("postgres://db.example/home?password=secret", "postgresql://db.example/home", "home@db.example"),
            (
                "postgresql:///home?host=/run/postgresql&user=ada", "postgresql:///run/postgresql/home",
                "home@-run-postgresql"
            ),
            ("postgresql://h?dbname=../x", "postgresql://h/../x", "..-x@h"), ("postgresql://", "postgresql:///", "@"),
        ])
    func databasesHaveNames(_ address: String, _ name: String, _ file: String) {
        let place = StorePlace(address)
        expect(place.address, equals: address)
        expect(place.name, equals: name)
        expect(place.path, equals: "\(StorePlace.userFolder)/\(file)")
    }

    @Test(arguments: ["/var/lib/hearth/home.db", "home.db", "postgresql"])
    func filesAreNoDatabases(_ path: String) throws {
        let place = StorePlace(path)
        expectNil(place.address)
        expect([place.path, place.name], equals: [path, path])
        try place.requireFile(or: "")
    }

    @Test
    func commandsOnFilesRefuseDatabases() {
        let error = expect(throws: CommandError.self) {
            try StorePlace("postgresql://ada:secret@h/d").requireFile(or: "do something else")
        }
        expect(
            error?.message,
            equals: "postgresql://h/d is a database, and this command works on the file of a home; do something else")
    }

    /// Also in a program that was built without PostgreSQL.
    @Test
    func aDatabaseThatIsNotThereIsAnError() async throws {
        let loop = try EventLoop.start()
        let error = await expect(throws: CommandError.self) {
            _ = try await OpenedStore(database: "postgresql://ada:secret@/d?host=/nonexistent", on: loop)
        }
        expect(error?.code, equals: .cantStart)
        expect(error.map { !$0.message.contains("secret") } ?? false)
        await loop.stop()
    }
}
