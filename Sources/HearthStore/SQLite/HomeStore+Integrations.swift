internal import HearthSQL

extension HomeStore {
    public func loadIntegrations() throws(StoreError) -> [StoredIntegration] {
        try with { try Self.integrations($0) }
    }

    public func loadIgnoredThings() throws(StoreError) -> [StoredIgnoredThing] {
        try with { try Self.ignoredThings($0) }
    }

    static func ignoredThings(_ database: Database) throws -> [StoredIgnoredThing] {
        try database.rows(
            "SELECT key, kind, identity, name, maker, ignored_at FROM ignored_thing ORDER BY number"
        ) { row in
            StoredIgnoredThing(
                key: try row.text(0), kind: try row.text(1), identity: try row.text(2), name: try row.text(3),
                maker: try row.text(4), ignoredAt: .nanoseconds(try row.int64(5)))
        }
    }

    static func integrations(_ database: Database) throws -> [StoredIntegration] {
        let settings = try values("integration_setting", database)
        let secrets = try values("integration_secret", database)
        return try database.rows(
            "SELECT id, kind, identity, name, structure_id, memory, removed_at FROM integration ORDER BY number"
        ) { row in
            let id = try row.text(0)
            return StoredIntegration(
                id: id, kind: try row.text(1), identity: try row.text(2), name: try row.text(3),
                structureID: try row.text(4), settings: settings[id] ?? [:],
                secrets: (secrets[id] ?? [:]).mapValues { StoredSecret($0) }, memory: try row.blob(5),
                removedAt: try row.int64OrNil(6).map { .nanoseconds($0) })
        }
    }

    /// The values of a table by integration and field.
    private static func values(_ table: String, _ database: Database) throws -> [String: [String: String]] {
        let rows = try database.rows("SELECT integration_id, field, value FROM \(table)") { row in
            (integration: try row.text(0), field: try row.text(1), value: try row.text(2))
        }
        return rows.reduce(into: [:]) { $0[$1.integration, default: [:]][$1.field] = $1.value }
    }

    static func apply(_ change: IntegrationChange, to database: Database) throws {
        switch change {
        case .put(let integration):
            try database.run(
                """
                INSERT INTO integration(id, kind, identity, name, structure_id) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT(id) DO UPDATE SET kind = excluded.kind, identity = excluded.identity,
                    name = excluded.name, structure_id = excluded.structure_id, removed_at = NULL
                """,
                .text(integration.id), .text(integration.kind), .text(integration.identity), .text(integration.name),
                .text(integration.structureID))
            try put(integration.settings, of: integration.id, to: "integration_setting", database)
            try put(integration.secrets.mapValues(\.value), of: integration.id, to: "integration_secret", database)
        case .remember(let id, let memory):
            try database.run(
                "UPDATE integration SET memory = ?2 WHERE id = ?1 AND removed_at IS NULL", .text(id), .blob(memory))
        case .retire(let id, let time):
            try database.run(
                "UPDATE integration SET memory = x'', removed_at = ?2 WHERE id = ?1 AND removed_at IS NULL", .text(id),
                .integer(time.nanoseconds))
            for table in ["integration_setting", "integration_secret"] {
                try database.run("DELETE FROM \(table) WHERE integration_id = ?1", .text(id))
            }
        case .remove(let id): try database.run("DELETE FROM integration WHERE id = ?1", .text(id))
        case .ignore(let thing):
            try database.run(
                """
                INSERT INTO ignored_thing(key, kind, identity, name, maker, ignored_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT(key) DO UPDATE SET kind = excluded.kind, identity = excluded.identity,
                    name = excluded.name, maker = excluded.maker, ignored_at = excluded.ignored_at
                """,
                .text(thing.key), .text(thing.kind), .text(thing.identity), .text(thing.name), .text(thing.maker),
                .integer(thing.ignoredAt.nanoseconds))
        case .unignore(let key): try database.run("DELETE FROM ignored_thing WHERE key = ?1", .text(key))
        }
    }

    private static func put(
        _ values: [String: String], of id: String, to table: String, _ database: Database
    ) throws {
        try database.run("DELETE FROM \(table) WHERE integration_id = ?1", .text(id))
        for (field, value) in values {
            try database.run(
                "INSERT INTO \(table)(integration_id, field, value) VALUES (?1, ?2, ?3)", .text(id), .text(field),
                .text(value))
        }
    }
}
