internal import HearthEventLoop
internal import HearthPostgreSQL
internal import HearthPostgreSQLStore
internal import HearthStore
internal import PostgreSQLTestSupport
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// Connections that end at the worst moment.
@Suite(.enabled(if: PostgresCluster.shared != nil), .timeLimit(.minutes(2)))
struct LostAnswersTests {
    private let cluster: PostgresCluster
    private let place: PostgresPlace

    init() throws {
        cluster = try require(PostgresCluster.shared)
        place = PostgresPlace(in: cluster)
    }

    private func row(_ number: Int) -> StoreChange {
        .addAudit(StoredAudit(time: Int64(number), action: 1, actor: "", what: "\(number)", address: ""))
    }

    /// The answers of commits are swallowed: each is stored once, and none is reported as failed.
    @Test
    func aSwallowedAnswerIsFoundOut() async throws {
        let folder = try require(cluster.address.split(separator: "=").last)
        let proxy = try await CuttingProxy(to: "\(folder)/.s.PGSQL.5432", on: cluster.loop)
        let address = "postgresql://hearth@/postgres?host=\(proxy.folder.path)"
        let store = try await PostgresStore.open(address, home: place.home, on: cluster.loop)
        for number in 1...20 {
            proxy.swallow(number.isMultiple(of: 2) ? 1 : 0)
            if number.isMultiple(of: 4) {
                try await store.note([row(number)])
            } else {
                try await store.commit([row(number)])
            }
        }
        proxy.swallow(0)
        expect(proxy.swallowed, equals: 10)
        let rows = try await store.audit(AuditRequest())
        expect(rows.map(\.what), equals: (1...20).reversed().map { "\($0)" })
        try await store.close(clean: true)
    }

    /// The server's processes are ended at any moment.
    @Test
    func anEndedServerProcessLosesNothing() async throws {
        let store = try await place.open()
        let cutter = try await cluster.connect()
        let kill = PostgresBatch([
            PostgresStatement(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name LIKE $1 AND datname = current_database()
                """,
                [.text("hearth/\(place.home)/%")])
        ])
        var ended = 0
        for number in 1...50 {
            async let count = {
                try? await Task.sleep(for: .microseconds(Int.random(in: 0...5_000)))
                return try await cutter.run(kill)[0].count
            }()
            try await store.commit([row(number)])
            ended += try await count
        }
        expect(ended, isAbove: 0)
        let rows = try await store.audit(AuditRequest())
        expect(rows.map(\.what), equals: (1...50).reversed().map { "\($0)" })
        try await store.close(clean: true)
    }

    /// The server of the last run was another one, or the tables were restored: clients may have seen later changes.
    @Test
    func aRestoredDatabaseBeginsAnEpoch() async throws {
        try await place.open().close(clean: true)
        let again = try await place.open()
        try await expect(again.load().epoch, equals: 1)
        try await again.close(clean: true)
        let other = try await cluster.connect()
        _ = try await other.run(
            PostgresBatch([
                PostgresStatement("UPDATE hearth.home SET server = 'another' WHERE home = $1", [.integer(place.home)])
            ]))
        let restored = try await place.open()
        let home = try await restored.load()
        expect(home.epoch, equals: 2)
        expect(!home.isContinuation)
        expect(home.findings.count, equals: 1)
        try await restored.close(clean: true)
    }

    /// A process that lost its connection for so long that another opened the home finds the fence raised.
    @Test
    func aFormerOwnerIsShutOut() async throws {
        let former = try await place.open()
        try await former.commit([row(1)])
        let other = try await cluster.connect()
        // As if the former owner's connection had ended: its lock is free.
        _ = try await other.run(
            PostgresBatch([
                PostgresStatement(
                    "UPDATE hearth.home SET fence = fence + 1, run = 'other' WHERE home = $1", [.integer(place.home)])
            ]))
        for _ in 0..<2 {
            let error = await expect(throws: StoreError.self) { try await former.commit([row(2)]) }
            expect(error?.code, equals: .closed)
        }
        let rows = try await other.run(
            PostgresBatch([
                PostgresStatement("SELECT count(*) FROM hearth.audit WHERE home = $1", [.integer(place.home)])
            ]))
        try expect(rows[0].first?.integer(0), equals: 1)
    }
}
