internal import HearthPostgreSQL
internal import HearthStore

/// Reads access control from its tables.
enum AccessRows {
    /// The queries, in the order of ``access(in:)``.
    static func statements(home: Int64) -> [PostgresStatement] {
        queries.map { PostgresStatement($0, [.integer(home)]) }
    }

    private static let queries = [
        """
        SELECT id, kind, role, name, hash, created_at, expires_at, last_used_at, created_by, revoked_at, request_key,
            person
        FROM credential WHERE home = $1 ORDER BY number
        """,
        """
        SELECT id, role, name, hash, expires_at, created_by, request_key, person, offers FROM invitation
        WHERE home = $1 ORDER BY number
        """,
        "SELECT network, count, since, locks, locked_until FROM wrong_tries WHERE home = $1",
        "SELECT highest_time, id FROM home WHERE home = $1",
    ]

    /// Reads the results of the queries.
    static func access(in results: [PostgresRows]) throws -> StoredAccess {
        guard results.count == queries.count, let home = results[3].first else {
            throw StoreError(.damaged, "the row of the home is missing; restore a backup of the database")
        }
        return StoredAccess(
            credentials: try results[0].map(credential), invitations: try results[1].map(invitation),
            wrongTries: try results[2].map { row in
                StoredWrongTries(
                    network: try row.text(0), count: try row.integer(1), since: try row.integer(2),
                    locks: try row.integer(3), lockedUntil: try row.integer(4))
            }, highestTime: try home.integer(0), hubID: try home.text(1))
    }

    private static func credential(_ row: PostgresRow) throws -> StoredCredential {
        StoredCredential(
            id: try row.text(0), kind: try row.integer(1), role: try row.integer(2), name: try row.text(3),
            hash: try row.bytes(4), createdAt: try row.integer(5), expiresAt: try row.integerOrNil(6),
            lastUsedAt: try row.integerOrNil(7), createdBy: try row.text(8), revokedAt: try row.integerOrNil(9),
            key: row.bytesOrNil(10).flatMap { RequestKey($0) }, person: try row.text(11))
    }

    private static func invitation(_ row: PostgresRow) throws -> StoredInvitation {
        let (offers, life) = try StoredOffer.offers(in: row.bytes(8))
        return StoredInvitation(
            id: try row.text(0), role: try row.integer(1), name: try row.text(2), hash: try row.bytes(3),
            expiresAt: try row.integer(4), life: life, createdBy: try row.text(5),
            key: row.bytesOrNil(6).flatMap { RequestKey($0) }, person: try row.text(7), offers: offers)
    }
}
