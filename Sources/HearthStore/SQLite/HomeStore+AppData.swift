internal import HearthSQL

extension HomeStore {
    public func appData(of objectID: String, app appID: String) throws(StoreError) -> [String: String] {
        try with { database in
            let rows = try database.rows(
                "SELECT key, value FROM app_data WHERE object_id = ?1 AND app_id = ?2", .text(objectID), .text(appID)
            ) { (try $0.text(0), try $0.text(1)) }
            return Dictionary(rows) { $1 }
        }
    }

    public func appCount(at objectID: String, except appID: String) throws(StoreError) -> Int {
        try with { database in
            let count = try database.first(
                "SELECT COUNT(DISTINCT app_id) FROM app_data WHERE object_id = ?1 AND app_id <> ?2", .text(objectID),
                .text(appID)
            ) { try $0.int64(0) }
            return Int(clamping: count ?? 0)
        }
    }

    public func appDataWriters(of objectID: String, app appID: String) throws(StoreError) -> [String: String?] {
        try with { database in
            let rows = try database.rows(
                "SELECT key, writer FROM app_data WHERE object_id = ?1 AND app_id = ?2", .text(objectID), .text(appID)
            ) { (try $0.text(0), try $0.textOrNil(1)) }
            return Dictionary(rows) { $1 }
        }
    }

    public func appDataBytes(of structureID: String) throws(StoreError) -> [StoredAppDataBytes] {
        try with { database in
            try database.rows(
                """
                SELECT object_id, writer,
                    SUM(LENGTH(CAST(app_id AS BLOB)) + LENGTH(CAST(key AS BLOB)) + LENGTH(CAST(value AS BLOB)))
                FROM app_data WHERE object_id = ?1 OR object_id IN (
                    SELECT id FROM room WHERE structure_id = ?1 UNION ALL SELECT id FROM device WHERE structure_id = ?1
                    UNION ALL SELECT id FROM zone WHERE structure_id = ?1
                    UNION ALL SELECT id FROM service_group WHERE structure_id = ?1
                    UNION ALL SELECT id FROM automation WHERE structure_id = ?1)
                GROUP BY object_id, writer ORDER BY object_id, writer
                """, .text(structureID)
            ) { row in
                StoredAppDataBytes(
                    objectID: try row.text(0), writer: try row.textOrNil(1), bytes: Int(clamping: try row.int64(2)))
            }
        }
    }

    static func setAppData(
        _ objectID: String, _ appID: String, _ key: String, _ value: String?, by writer: String?, in database: Database
    ) throws {
        guard let value else {
            try database.run(
                "DELETE FROM app_data WHERE object_id = ?1 AND app_id = ?2 AND key = ?3", .text(objectID), .text(appID),
                .text(key))
            return
        }
        try database.run(
            """
            INSERT INTO app_data(object_id, app_id, key, value, writer) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET value = excluded.value, writer = excluded.writer
            """,
            .text(objectID), .text(appID), .text(key), .text(value), SQLValue(writer))
    }
}
