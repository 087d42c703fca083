internal import HearthSQL

extension HomeStore {
    public func loadAccess() throws(StoreError) -> StoredAccess {
        try with { database in
            StoredAccess(
                credentials: try Self.credentials(database), invitations: try Self.invitations(database),
                wrongTries: try Self.wrongTries(database),
                highestTime: try database.first("SELECT highest_time FROM access") { try $0.int64(0) } ?? 0,
                hubID: try database.first("SELECT id FROM hub") { try $0.text(0) } ?? "")
        }
    }

    static func credentials(_ database: Database) throws -> [StoredCredential] {
        try database.rows(
            """
            SELECT id, kind, role, name, hash, created_at, expires_at, last_used_at, created_by, revoked_at,
                request_key, person
            FROM credential ORDER BY number
            """
        ) { row in
            StoredCredential(
                id: try row.text(0), kind: try row.int64(1), role: try row.int64(2), name: try row.text(3),
                hash: try row.blob(4), createdAt: try row.int64(5), expiresAt: try row.int64OrNil(6),
                lastUsedAt: try row.int64OrNil(7), createdBy: try row.text(8), revokedAt: try row.int64OrNil(9),
                key: try row.blobOrNil(10).flatMap { RequestKey($0) }, person: try row.text(11))
        }
    }

    static func invitations(_ database: Database) throws -> [StoredInvitation] {
        try database.rows(
            """
            SELECT id, role, name, hash, expires_at, created_by, request_key, person, offers
            FROM invitation ORDER BY number
            """
        ) { row in
            let (offers, life) = try StoredOffer.offers(in: row.blob(8))
            return StoredInvitation(
                id: try row.text(0), role: try row.int64(1), name: try row.text(2), hash: try row.blob(3),
                expiresAt: try row.int64(4), life: life, createdBy: try row.text(5),
                key: try row.blobOrNil(6).flatMap { RequestKey($0) }, person: try row.text(7), offers: offers)
        }
    }

    static func wrongTries(_ database: Database) throws -> [StoredWrongTries] {
        try database.rows("SELECT network, count, since, locks, locked_until FROM wrong_tries") { row in
            StoredWrongTries(
                network: try row.text(0), count: try row.int64(1), since: try row.int64(2), locks: try row.int64(3),
                lockedUntil: try row.int64(4))
        }
    }

    static func apply(_ change: AccessChange, to database: Database) throws {
        switch change {
        case .addCredential(let credential):
            try database.run(
                """
                INSERT INTO credential(id, kind, role, name, hash, created_at, expires_at, last_used_at, created_by,
                    revoked_at, request_key, person)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                """,
                .text(credential.id), .integer(credential.kind), .integer(credential.role), .text(credential.name),
                .blob(credential.hash), .integer(credential.createdAt), SQLValue(credential.expiresAt),
                SQLValue(credential.lastUsedAt), .text(credential.createdBy), SQLValue(credential.revokedAt),
                SQLValue(credential.key?.bytes), .text(credential.person))
        case .renewCredential(let id, let expiresAt):
            try database.run(
                "UPDATE credential SET expires_at = max(expires_at, ?2) WHERE id = ?1", .text(id), .integer(expiresAt))
        case .usedCredential(let id, let time):
            try database.run(
                "UPDATE credential SET last_used_at = max(coalesce(last_used_at, 0), ?2) WHERE id = ?1", .text(id),
                .integer(time))
        case .revokeCredential(let id, let time):
            try database.run(
                "UPDATE credential SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1", .text(id), .integer(time))
        case .restampCredential(let credential):
            // A revocation may be stored before or after this change, which was made with or without it.
            try database.run(
                """
                UPDATE credential SET created_at = ?2, expires_at = ?3, last_used_at = ?4,
                    revoked_at = iif(revoked_at IS NULL, NULL, coalesce(?5, revoked_at))
                WHERE id = ?1
                """,
                .text(credential.id), .integer(credential.createdAt), SQLValue(credential.expiresAt),
                SQLValue(credential.lastUsedAt), SQLValue(credential.revokedAt))
        case .restampInvitation(let id, let expiresAt):
            try database.run(
                "UPDATE invitation SET expires_at = ?2 WHERE id = ?1", .text(id), .integer(expiresAt))
        case .replaceSecret(let id, let hash):
            try database.run("UPDATE credential SET hash = ?2 WHERE id = ?1", .text(id), .blob(hash))
        case .replaceCode(let id, let hash):
            try database.run("UPDATE invitation SET hash = ?2 WHERE id = ?1", .text(id), .blob(hash))
        case .removeCredential(let id):
            try database.run("DELETE FROM credential WHERE id = ?1", .text(id))
        case .addInvitation(let invitation):
            try database.run(
                """
                INSERT INTO invitation(id, role, name, hash, expires_at, created_by, request_key, person, offers)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """,
                .text(invitation.id), .integer(invitation.role), .text(invitation.name), .blob(invitation.hash),
                .integer(invitation.expiresAt), .text(invitation.createdBy), SQLValue(invitation.key?.bytes),
                .text(invitation.person), .blob(StoredOffer.content(of: invitation)))
        case .removeInvitation(let id):
            try database.run("DELETE FROM invitation WHERE id = ?1", .text(id))
        case .putWrongTries(let tries):
            try database.run(
                """
                INSERT INTO wrong_tries(network, count, since, locks, locked_until) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT(network) DO UPDATE SET count = excluded.count, since = excluded.since,
                    locks = excluded.locks, locked_until = excluded.locked_until
                """,
                .text(tries.network), .integer(tries.count), .integer(tries.since), .integer(tries.locks),
                .integer(tries.lockedUntil))
        case .removeWrongTries(let network):
            try database.run("DELETE FROM wrong_tries WHERE network = ?1", .text(network))
        case .sawTime(let time):
            try database.run(
                """
                INSERT INTO access(only_row, highest_time) VALUES (1, ?1)
                ON CONFLICT DO UPDATE SET highest_time = max(highest_time, excluded.highest_time)
                """,
                .integer(time))
            try forgetAudit(at: time, in: database)
        case .addAudit(let row): try put(row, to: database)
        }
    }
}
