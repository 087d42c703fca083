@testable internal import HearthPostgreSQL
internal import Expectations
internal import Testing

/// Connection URIs (PostgreSQL documentation, 34.1.1.2).
struct PostgresAddressTests {
    @Test(
        arguments: [
            ("postgresql://ada:secret@db.example/home", "the database \"home\" on db.example"),
            ("postgres://ada@/home?host=/run/postgresql", "the database \"home\" on /run/postgresql"),
            ("postgresql://ada:secret@a.example,b.example", "the database \"ada\" on a.example,b.example"),
        ])
    func descriptionHasNoPassword(_ text: String, _ description: String) throws {
        try expect(PostgresAddress(text).description, equals: description)
    }

    @Test
    func hostsHavePorts() throws {
        let hosts = try PostgresAddress("postgresql://a:1,b:2/home").hosts
        expect(hosts.map { "\($0.name) \($0.port)" }, equals: ["a 1", "b 2"])
        let shared = try PostgresAddress("postgresql:///home?host=a,b&port=3").hosts
        expect(shared.map { "\($0.name) \($0.port)" }, equals: ["a 3", "b 3"])
    }

    @Test(arguments: ["", "home.db", "postgresql://ada:secret@[", "postgresql://ada:secret@h/d?secret=1"])
    func errorsHaveNoPassword(_ text: String) {
        let error = expect(throws: PostgresError.self) { _ = try PostgresAddress(text) }
        expect(error.map { !$0.description.contains("secret") } ?? false)
    }
}
