internal import HearthBase
internal import HearthPostgreSQL
internal import HearthStore
internal import HearthTraitDescriptors

/// The statements of a transaction of one home, in order. None of them is chosen by a result of another, so that all
/// are sent at once and the server never waits for the hub while it holds locks.
///
/// A statement that makes a change which clients must receive also inserts it into `unreported`.
struct HomeStatements {
    /// The number of the home, `$1` of each statement.
    let home: Int64
    private(set) var all: [PostgresStatement] = []

    /// Begins without statements.
    init(home: Int64) { self.home = home }

    /// Adds a statement. Its parameters begin with `$2`.
    mutating func add(_ text: String, _ values: PostgresValue...) {
        all.append(PostgresStatement(text, [.integer(home)] + values))
    }

    /// The number of a new row of a table, in order of creation.
    static func next(in table: String) -> String {
        "(SELECT coalesce(max(number), 0) + 1 FROM \(table) WHERE home = $1)"
    }

    /// The end of a statement that notes the objects of a query `changed(structure_id, id)`.
    static func noted(_ kind: ObjectKey.Kind) -> String {
        """
        INSERT INTO unreported(home, structure_id, kind, object_id, app_id)
        SELECT DISTINCT $1::bigint, structure_id, \(kind.rawValue), id, ''::bytea FROM changed ON CONFLICT DO NOTHING
        """
    }

    // MARK: A transaction

    /// Adds a whole transaction but for its history.
    mutating func add(_ transaction: StoreTransaction) {
        for batch in transaction.reports { put(batch) }
        for state in transaction.states { put(state) }
        for memory in transaction.memories { put(memory) }
        for event in transaction.events { put(event) }
        put(transaction.runs)
        for step in transaction.progress { put(step, keeping: transaction.retention) }
        for memory in transaction.automations { put(memory) }
        for run in transaction.automationRuns { put(run, traceBytes: transaction.traceBytes) }
        for change in transaction.changes { put(change) }
        for change in transaction.access { put(change) }
        for change in transaction.integrations { put(change) }
    }

    mutating func put(_ change: StoreChange) {
        switch change {
        case .putStructure(let structure): put(structure)
        case .removeStructure(let id): removeStructure(id)
        case .putRoom(let room): put(room)
        case .removeRoom(let id): removeRoom(id)
        case .putZone(let zone): put(zone)
        case .removeZone(let id): remove(id, from: "zone", .zone)
        case .putServiceGroup(let group): put(group)
        case .removeServiceGroup(let id): remove(id, from: "service_group", .serviceGroup)
        case .putAutomation(let automation): put(automation)
        case .removeAutomation(let id): remove(id, from: "automation", .automation)
        case .putDevice(let device): put(device)
        case .removeDevice(let id): removeDevices("id = $2", id)
        case .retireDevice(let id, let time): retireDevice(id, at: time)
        case .moveEndpoint(let endpoint, let from, let to): moveEndpoint(endpoint, from: from, to: to)
        case .putSchema(let schema):
            add(
                """
                INSERT INTO trait_schema(home, trait_id, schema, provider_id) VALUES ($1, $2, $3, $4)
                ON CONFLICT (home, trait_id) DO UPDATE SET schema = excluded.schema, provider_id = excluded.provider_id
                """, .integer(Int64(schema.traitID)), .bytes(schema.schema), .text(schema.providerID))
        case .removeSchema(let traitID):
            add("DELETE FROM trait_schema WHERE home = $1 AND trait_id = $2", .integer(Int64(traitID)))
            add("DELETE FROM trait_state WHERE home = $1 AND trait_id = $2", .integer(Int64(traitID)))
        case .markRemoved(let id):
            add("INSERT INTO removed_device(home, id) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(id))
        case .unmarkRemoved(let id): add("DELETE FROM removed_device WHERE home = $1 AND id = $2", .text(id))
        case .setAppData(let objectID, let appID, let key, let value, let writer):
            setAppData(objectID, appID, key, value, by: writer)
        case .noteAppData(let structureID, let objectID, let appID):
            add(
                """
                INSERT INTO unreported(home, structure_id, kind, object_id, app_id) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT DO NOTHING
                """, .text(structureID), .integer(ObjectKey.Kind.appData.rawValue), .text(objectID), .raw(appID))
        case .putProvider(let id, let principal):
            add(
                """
                INSERT INTO provider(home, id, principal) VALUES ($1, $2, $3)
                ON CONFLICT (home, id) DO UPDATE SET principal = excluded.principal
                """, .text(id), .raw(principal))
        case .putAnswer(let answer): put(answer)
        case .removeAnswer(let number):
            add("DELETE FROM answer WHERE home = $1 AND number = $2", .integer(number))
        case .removeAnswers(let first): add("DELETE FROM answer WHERE home = $1 AND number < $2", .integer(first))
        case .putPerson(let person): put(person)
        case .removePerson(let id): remove(id, from: "person", .person)
        case .setPrimary(let identity, let structureID): setPrimary(structureID, of: identity)
        case .addAudit(let row): put(row)
        }
    }

    private mutating func setAppData(
        _ objectID: String, _ appID: String, _ key: String, _ value: String?, by writer: String?
    ) {
        guard let value else {
            return add(
                "DELETE FROM app_data WHERE home = $1 AND object_id = $2 AND app_id = $3 AND key = $4", .raw(objectID),
                .raw(appID), .raw(key))
        }
        add(
            """
            INSERT INTO app_data(home, object_id, app_id, key, value, writer) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (home, object_id, app_id, key) DO UPDATE SET value = excluded.value, writer = excluded.writer
            """, .raw(objectID), .raw(appID), .raw(key), .raw(value), .raw(writer))
    }

    private mutating func put(_ answer: StoredAnswer) {
        let (code, message, content): (Int64?, String, [UInt8]) =
            switch answer.outcome {
            case .response(let bytes): (0, "", bytes)
            case .failure(let code, let message, let details): (Int64(code), message, details)
            case nil: (nil, "", [])
            }
        add(
            """
            INSERT INTO answer(home, number, caller, request_key, households, begun, code, message, content)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (home, number) DO UPDATE SET caller = excluded.caller, request_key = excluded.request_key,
                households = excluded.households, begun = excluded.begun, code = excluded.code,
                message = excluded.message, content = excluded.content
            """, .integer(answer.number), .raw(answer.caller), .bytes(answer.key.bytes),
            .text(answer.households.joined(separator: "\n")), .integer(answer.begun.nanoseconds), .integer(code),
            .raw(message), .bytes(content))
    }

    /// Adds a row to the audit log. Refusals are removed first, so that a flood of them cannot displace the record of
    /// actions. A row has at most a few kilobytes, so that few old ones make room for it.
    mutating func put(_ row: StoredAudit) {
        add(
            "UPDATE home SET audit_number = audit_number + 1, audit_bytes = audit_bytes + $2 WHERE home = $1",
            .integer(row.bytes))
        add(
            """
            INSERT INTO audit(home, number, time, action, actor, person_id, credential_id, structure_id, object_id, what,
                address, bytes)
            SELECT $1, audit_number, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM home WHERE home = $1
            """, .integer(row.time), .integer(row.action), .raw(row.actor), .raw(row.personID), .raw(row.credentialID),
            .raw(row.structureID), .raw(row.objectID), .raw(row.what), .raw(row.address), .integer(row.bytes))
        add(
            """
            WITH excess AS (SELECT audit_bytes - $2 AS bytes FROM home WHERE home = $1 AND audit_bytes > $2),
            oldest AS (
                (SELECT number, bytes, 0 AS turn FROM audit WHERE home = $1 AND action = 10
                    AND EXISTS (SELECT FROM excess) ORDER BY number LIMIT 64)
                UNION ALL
                (SELECT number, bytes, 1 FROM audit WHERE home = $1 AND action <> 10
                    AND EXISTS (SELECT FROM excess) ORDER BY number LIMIT 64)),
            counted AS (
                SELECT number, sum(bytes) OVER (ORDER BY turn, number) - bytes AS before FROM oldest),
            gone AS (
                DELETE FROM audit WHERE home = $1 AND number IN
                    (SELECT number FROM counted, excess WHERE before < excess.bytes) RETURNING bytes)
            UPDATE home SET audit_bytes = audit_bytes - (SELECT sum(bytes) FROM gone)
            WHERE home = $1 AND EXISTS (SELECT FROM gone)
            """, .integer(StoredAudit.mostBytes))
    }

    /// Removes rows of the audit log whose time is over.
    ///
    /// - Parameter time: the proven time, in seconds since 1970.
    mutating func forgetAudit(at time: Int64) {
        add(
            """
            WITH gone AS (
                DELETE FROM audit WHERE home = $1 AND (time < $2 OR action = $3 AND time < $4) RETURNING bytes)
            UPDATE home SET audit_bytes = audit_bytes - (SELECT sum(bytes) FROM gone)
            WHERE home = $1 AND EXISTS (SELECT FROM gone)
            """, .integer(time &- StoredAudit.life), .integer(StoredAudit.words),
            .integer(time &- StoredAudit.wordsLife))
    }
}
