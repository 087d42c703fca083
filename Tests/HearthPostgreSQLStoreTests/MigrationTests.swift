internal import HearthPostgreSQL
internal import HearthPostgreSQLStore
internal import HearthStore
internal import PostgreSQLTestSupport
internal import Expectations
internal import Testing

/// The tables of a database, each in a database of its own.
@Suite(.enabled(if: PostgresCluster.shared != nil), .timeLimit(.minutes(1)))
struct MigrationTests {
    private let cluster: PostgresCluster

    init() throws { cluster = try require(PostgresCluster.shared) }

    /// The address of a new database.
    private func newDatabase() async throws -> String {
        let name = "d\(UInt64.random(in: 0 ... .max))"
        let connection = try await cluster.connect()
        _ = try await connection.run(
            PostgresBatch([PostgresStatement("CREATE DATABASE \(name)", isPrepared: false)]))
        return cluster.address.replacing("/postgres?", with: "/\(name)?")
    }

    @Test(arguments: [false, true])
    func otherTablesAreRefused(isNewer: Bool) async throws {
        let address = try await newDatabase()
        let own = try await PostgresConnection.open(PostgresAddress(address), name: "tests", on: cluster.loop)
        if isNewer {
            try await PostgresStore.open(address, on: cluster.loop).close(clean: true)
            _ = try await own.run(PostgresBatch([PostgresStatement("UPDATE hearth.schema_version SET version = 99")]))
        } else {
            _ = try await own.run(PostgresBatch([PostgresStatement("CREATE SCHEMA hearth")]))
        }
        let error = await expect(throws: StoreError.self) {
            _ = try await PostgresStore.open(address, on: cluster.loop)
        }
        expect(error?.code, equals: isNewer ? .newerVersion : .notOurs)
    }

    /// Two programs that make the tables at the same time do not hinder each other.
    @Test
    func tablesAreMadeOnce() async throws {
        let address = try await newDatabase()
        async let first = PostgresStore.open(address, home: 1, on: cluster.loop)
        async let second = PostgresStore.open(address, home: 2, on: cluster.loop)
        for store in [try await first, try await second] {
            try await expect(store.load().epoch, equals: 1)
            try await store.close(clean: true)
        }
    }
}
