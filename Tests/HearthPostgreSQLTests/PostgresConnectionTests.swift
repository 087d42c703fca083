internal import HearthEventLoop
internal import HearthPostgreSQL
internal import PostgreSQLTestSupport
internal import Expectations
internal import Testing

/// A connection to a real server.
@Suite(.enabled(if: PostgresCluster.shared != nil), .timeLimit(.minutes(1)))
struct PostgresConnectionTests {
    private let cluster: PostgresCluster

    init() throws { cluster = try require(PostgresCluster.shared) }

    private func table() -> String { "public.t\(UInt64.random(in: 0 ... .max))" }

    @Test
    func valuesComeBack() async throws {
        let connection = try await cluster.connect()
        let rows = try await connection.run(
            PostgresBatch([
                PostgresStatement(
                    "SELECT $1, $2, $3, $4, $5, ($6)[2], ($7)[1], array_length($8, 1)",
                    [
                        .integer(.min), .real(-0.5), .truth(true), .text("é"), .bytes([0, 1]), .integers([1, -2]),
                        .texts(["a", ""]), .blobs([[], [0]]),
                    ])
            ]))
        let row = try require(rows.first?.first)
        try expect([row.integer(0), row.integer(5), row.integer(7)], equals: [.min, -2, 2])
        try expect(row.realOrNil(1), equals: -0.5)
        try expect(row.truth(2))
        try expect([row.text(3), row.text(6)], equals: ["é", "a"])
        try expect(row.bytes(4), equals: [0, 1])
    }

    @Test
    func aBatchIsAllOrNothing() async throws {
        let (connection, table) = (try await cluster.connect(), table())
        _ = try await connection.run(PostgresBatch([PostgresStatement("CREATE TABLE \(table)(n bigint PRIMARY KEY)")]))
        let insertion = PostgresStatement("INSERT INTO \(table) VALUES ($1)", [.integer(1)])
        let error = await expect(throws: PostgresError.self) {
            _ = try await connection.run(PostgresBatch([insertion, insertion]))
        }
        expect(error?.sqlState, equals: "23505")
        expect(error?.outcome, equals: .refused)
        // The statement was prepared, and the connection goes on.
        let results = try await connection.run(
            PostgresBatch([insertion, PostgresStatement("SELECT n FROM \(table)")]))
        expect(results.map(\.changed), equals: [1, 1])
        expect(results[1].count, equals: 1)
    }

    @Test
    func batchesKeepTheirOrder() async throws {
        let connection = try await cluster.connect()
        let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let batch = PostgresBatch([PostgresStatement("SELECT $1", [.integer(Int64(number))])])
                    let row = try await connection.run(batch).first?.first
                    return try row?.integer(0) ?? -1
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        expect(numbers, equals: Set(0..<100))
    }

    @Test
    func largeValuesPass() async throws {
        let connection = try await cluster.connect()
        let bytes = [UInt8](repeating: 7, count: 3_000_000)
        let batch = PostgresBatch((0..<3).map { _ in PostgresStatement("SELECT $1", [.bytes(bytes)]) })
        let results = try await connection.run(batch)
        for rows in results { try expect(rows.first?.bytes(0) == bytes) }
    }

    @Test
    func aResultBeyondTheLimitIsAnError() async throws {
        let connection = try await cluster.connect()
        let many = PostgresStatement("SELECT repeat('x', 1000) FROM generate_series(1, 100000)")
        let error = await expect(throws: PostgresError.self) {
            _ = try await connection.run(PostgresBatch([many], mostBytes: 100_000))
        }
        expect(error?.message.contains("100000 bytes") ?? false)
    }

    @Test
    func aServerThatEndsTheConnectionSaysSo() async throws {
        let (connection, other) = (try await cluster.connect(), try await cluster.connect())
        async let sleep = connection.run(PostgresBatch([PostgresStatement("SELECT pg_sleep(60)")]))
        let kill = PostgresStatement(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND state = 'active'",
            [.integer(Int64(connection.serverProcess))])
        while try await other.run(PostgresBatch([kill]))[0].isEmpty {}
        do {
            _ = try await sleep
            Issue.record("it was not ended")
        } catch let error as PostgresError {
            expect([error.sqlState, "\(error.outcome)"], equals: ["57P01", "refused"])
        }
        let error = await expect(throws: PostgresError.self) { _ = try await connection.run(PostgresBatch([kill])) }
        expect(error?.outcome, equals: .notSent)
    }

    @Test(
        arguments: [
            "postgresql://hearth@/none?host=/nonexistent", "postgresql://hearth@127.0.0.1:1/none",
            "postgresql://hearth@host.invalid/none",
        ])
    func aServerThatIsNotThereIsAnError(_ text: String) async throws {
        let address = try PostgresAddress(text)
        let error = await expect(throws: PostgresError.self) {
            _ = try await PostgresConnection.open(address, name: "tests", on: cluster.loop)
        }
        expect(error?.outcome, equals: .notSent)
        expect(error?.message, equals: "cannot connect to \(address)")
        expect(error?.cause.isEmpty, equals: false)
    }
}
