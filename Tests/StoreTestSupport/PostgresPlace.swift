#if POSTGRESQL
    internal import HearthPostgreSQL
    internal import HearthPostgreSQLStore
    package import HearthStore
    package import PostgreSQLTestSupport
    internal import Synchronization

    extension StoreImplementation {
        /// None where PostgreSQL is not installed.
        static let postgreSQL: [StoreImplementation] =
            PostgresCluster.shared.map { cluster in
                [StoreImplementation(testDescription: "PostgreSQL") { PostgresPlace(in: cluster) }]
            } ?? []
    }

    /// A home in a database.
    package struct PostgresPlace: HomePlace {
        /// The home's number.
        package let home: Int64
        private let cluster: PostgresCluster

        private static let last = Atomic<Int64>(0)

        /// A place without a home.
        package init(in cluster: PostgresCluster) {
            self.cluster = cluster
            home = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
        }

        package func open(
            now: Duration, makeID: @escaping @Sendable () -> String
        ) async throws(StoreError) -> any HomeStorage {
            try await PostgresStore.open(cluster.address, home: home, on: cluster.loop, now: now, makeID: makeID)
        }

        package func killed() async throws -> any HomePlace {
            let copy = PostgresPlace(in: cluster)
            let connection = try await cluster.connect()
            let columns = try await connection.run(
                PostgresBatch([
                    PostgresStatement(
                        """
                        SELECT table_name::text, string_agg(column_name::text, ', ') FROM information_schema.columns
                        WHERE table_schema = 'hearth' AND column_name <> 'home' AND table_name <> 'schema_version'
                        GROUP BY table_name
                        """)
                ]))[0]
            // Without checks of foreign keys, as the order of the tables is by chance.
            var statements = [PostgresStatement("SELECT set_config('session_replication_role', 'replica', true)")]
            for row in columns {
                let (table, names) = (try row.text(0), try row.text(1))
                statements.append(
                    PostgresStatement(
                        "INSERT INTO hearth.\(table)(home, \(names)) SELECT $2, \(names) FROM hearth.\(table) WHERE home = $1",
                        [.integer(home), .integer(copy.home)]))
            }
            _ = try await connection.run(PostgresBatch(statements))
            connection.close()
            return copy
        }
    }
#endif
