internal import HearthPostgreSQL
internal import HearthStore

// Access control and integrations.
extension HomeStatements {
    mutating func put(_ change: AccessChange) {
        switch change {
        case .addCredential(let credential):
            add(
                """
                INSERT INTO credential(home, number, id, kind, role, name, hash, created_at, expires_at, last_used_at,
                    created_by, revoked_at, request_key, person)
                VALUES ($1, \(Self.next(in: "credential")), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                """, .text(credential.id), .integer(credential.kind), .integer(credential.role), .raw(credential.name),
                .bytes(credential.hash), .integer(credential.createdAt), .integer(credential.expiresAt),
                .integer(credential.lastUsedAt), .raw(credential.createdBy), .integer(credential.revokedAt),
                .bytes(credential.key?.bytes), .raw(credential.person))
        case .renewCredential(let id, let expiresAt):
            // One that never expires stays so.
            update(
                "credential", id, "expires_at = CASE WHEN expires_at < $3 THEN $3 ELSE expires_at END",
                .integer(expiresAt))
        case .usedCredential(let id, let time):
            update("credential", id, "last_used_at = greatest(last_used_at, 0, $3)", .integer(time))
        case .revokeCredential(let id, let time):
            update("credential", id, "revoked_at = coalesce(revoked_at, $3)", .integer(time))
        case .restampCredential(let credential):
            // A revocation may be stored before or after this change, which was made with or without it.
            add(
                """
                UPDATE credential SET created_at = $3, expires_at = $4, last_used_at = $5,
                    revoked_at = CASE WHEN revoked_at IS NULL THEN NULL ELSE coalesce($6, revoked_at) END
                WHERE home = $1 AND id = $2
                """, .text(credential.id), .integer(credential.createdAt), .integer(credential.expiresAt),
                .integer(credential.lastUsedAt), .integer(credential.revokedAt))
        case .restampInvitation(let id, let expiresAt):
            update("invitation", id, "expires_at = $3", .integer(expiresAt))
        case .replaceSecret(let id, let hash): update("credential", id, "hash = $3", .bytes(hash))
        case .replaceCode(let id, let hash): update("invitation", id, "hash = $3", .bytes(hash))
        case .removeCredential(let id): add("DELETE FROM credential WHERE home = $1 AND id = $2", .text(id))
        case .addInvitation(let invitation):
            add(
                """
                INSERT INTO invitation(home, number, id, role, name, hash, expires_at, created_by, request_key, person,
                    offers)
                VALUES ($1, \(Self.next(in: "invitation")), $2, $3, $4, $5, $6, $7, $8, $9, $10)
                """, .text(invitation.id), .integer(invitation.role), .raw(invitation.name), .bytes(invitation.hash),
                .integer(invitation.expiresAt), .raw(invitation.createdBy), .bytes(invitation.key?.bytes),
                .raw(invitation.person), .bytes(StoredOffer.content(of: invitation)))
        case .removeInvitation(let id): add("DELETE FROM invitation WHERE home = $1 AND id = $2", .text(id))
        case .putWrongTries(let tries):
            add(
                """
                INSERT INTO wrong_tries(home, network, count, since, locks, locked_until) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (home, network) DO UPDATE SET count = excluded.count, since = excluded.since,
                    locks = excluded.locks, locked_until = excluded.locked_until
                """, .text(tries.network), .integer(tries.count), .integer(tries.since), .integer(tries.locks),
                .integer(tries.lockedUntil))
        case .removeWrongTries(let network):
            add("DELETE FROM wrong_tries WHERE home = $1 AND network = $2", .text(network))
        case .sawTime(let time):
            add(
                "UPDATE home SET highest_time = $2 WHERE home = $1 AND highest_time < $2", .integer(time))
            forgetAudit(at: time)
        case .addAudit(let row): put(row)
        }
    }

    private mutating func update(_ table: String, _ id: String, _ assignment: String, _ value: PostgresValue) {
        add("UPDATE \(table) SET \(assignment) WHERE home = $1 AND id = $2", .text(id), value)
    }

    mutating func put(_ change: IntegrationChange) {
        switch change {
        case .put(let integration): put(integration)
        case .remember(let id, let memory):
            add(
                "UPDATE integration SET memory = $3 WHERE home = $1 AND id = $2 AND removed_at IS NULL", .text(id),
                .bytes(memory))
        case .retire(let id, let time):
            add(
                """
                UPDATE integration SET memory = '', removed_at = $3
                WHERE home = $1 AND id = $2 AND removed_at IS NULL
                """, .text(id), .integer(time.nanoseconds))
            for table in Self.valueTables {
                add("DELETE FROM \(table) WHERE home = $1 AND integration_id = $2", .text(id))
            }
        case .remove(let id): add("DELETE FROM integration WHERE home = $1 AND id = $2", .text(id))
        case .ignore(let thing):
            add(
                """
                INSERT INTO ignored_thing(home, number, key, kind, identity, name, maker, ignored_at)
                VALUES ($1, \(Self.next(in: "ignored_thing")), $2, $3, $4, $5, $6, $7)
                ON CONFLICT (home, key) DO UPDATE SET kind = excluded.kind, identity = excluded.identity,
                    name = excluded.name, maker = excluded.maker, ignored_at = excluded.ignored_at
                """, .raw(thing.key), .raw(thing.kind), .raw(thing.identity), .raw(thing.name), .raw(thing.maker),
                .integer(thing.ignoredAt.nanoseconds))
        case .unignore(let key): add("DELETE FROM ignored_thing WHERE home = $1 AND key = $2", .raw(key))
        }
    }

    private static let valueTables = ["integration_setting", "integration_secret"]

    private mutating func put(_ integration: StoredIntegration) {
        add(
            """
            INSERT INTO integration(home, number, id, kind, identity, name, structure_id)
            VALUES ($1, \(Self.next(in: "integration")), $2, $3, $4, $5, $6)
            ON CONFLICT (home, id) DO UPDATE SET kind = excluded.kind, identity = excluded.identity,
                name = excluded.name, structure_id = excluded.structure_id, removed_at = NULL
            """, .text(integration.id), .text(integration.kind), .raw(integration.identity), .raw(integration.name),
            .text(integration.structureID))
        let values = [Array(integration.settings), integration.secrets.map { ($0, $1.value) }]
        for (table, values) in zip(Self.valueTables, values) {
            add("DELETE FROM \(table) WHERE home = $1 AND integration_id = $2", .text(integration.id))
            add(
                """
                INSERT INTO \(table)(home, integration_id, field, value)
                SELECT $1, $2, field, value FROM unnest($3, $4) AS given(field, value)
                """, .text(integration.id), .texts(values.map(\.0)), .blobs(values.map { Array($0.1.utf8) }))
        }
    }
}
