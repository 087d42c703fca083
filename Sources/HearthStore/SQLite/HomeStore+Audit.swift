internal import HearthSQL

extension HomeStore {
    public func audit(_ request: AuditRequest) throws(StoreError) -> [StoredAudit] {
        try with { database in try Self.audit(request, in: database) }
    }

    static func audit(_ request: AuditRequest, in database: Database) throws -> [StoredAudit] {
        var rows: [StoredAudit] = []
        guard request.limit > 0 else { return rows }
        try database.forEach(
            """
            SELECT number, time, action, actor, person_id, credential_id, structure_id, object_id, what, address
            FROM audit WHERE number < ?1 AND time >= ?2 ORDER BY number DESC
            """,
            .integer(request.before), .integer(request.since)
        ) { row in
            let structureID = try row.text(6)
            guard request.structureIDs?.contains(structureID) ?? true else { return true }
            rows.append(
                StoredAudit(
                    number: try row.int64(0), time: try row.int64(1), action: try row.int64(2),
                    actor: try row.text(3), personID: try row.text(4), credentialID: try row.text(5),
                    structureID: structureID, objectID: try row.text(7), what: try row.text(8),
                    address: try row.text(9)))
            return rows.count < request.limit
        }
        return rows
    }

    static func put(_ row: StoredAudit, to database: Database) throws {
        try database.run(
            """
            INSERT INTO audit(time, action, actor, person_id, credential_id, structure_id, object_id, what, address, bytes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """,
            .integer(row.time), .integer(row.action), .text(row.actor), .text(row.personID), .text(row.credentialID),
            .text(row.structureID), .text(row.objectID), .text(row.what), .text(row.address), .integer(row.bytes))
        while try database.first("SELECT bytes FROM audit_size", read: { try $0.int64(0) }) ?? 0
            > StoredAudit.mostBytes,
            // Refusals are removed first, so that a flood of them cannot displace the record of actions.
            try database.run(
                """
                DELETE FROM audit WHERE number = coalesce(
                    (SELECT min(number) FROM audit WHERE action = 10), (SELECT min(number) FROM audit))
                """) > 0
        {}
    }

    /// Removes rows that are more than a year old, and those with people's words that are more than 14 days old.
    ///
    /// - Parameter time: the proven time, in seconds since 1970.
    static func forgetAudit(at time: Int64, in database: Database) throws {
        try database.run("DELETE FROM audit WHERE time < ?1", .integer(time &- StoredAudit.life))
        try database.run(
            "DELETE FROM audit WHERE action = ?2 AND time < ?1", .integer(time &- StoredAudit.wordsLife),
            .integer(StoredAudit.words))
    }
}
