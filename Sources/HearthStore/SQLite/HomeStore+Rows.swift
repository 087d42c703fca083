internal import HearthBase
internal import HearthSQL
internal import HearthTraitCore

extension HomeStore {
    static func structures(_ database: Database) throws -> [StoredStructure] {
        try database.rows(
            """
            SELECT id, name, sequence, event_number, time_zone, latitude, longitude, households FROM structure
            ORDER BY number
            """
        ) { row in
            var location: StoredLocation?
            if let latitude = try row.doubleOrNil(5), let longitude = try row.doubleOrNil(6) {
                location = StoredLocation(latitude: latitude, longitude: longitude)
            }
            return StoredStructure(
                id: try row.text(0), name: try row.text(1), sequence: UInt64(clamping: try row.int64(2)),
                eventNumber: UInt64(clamping: try row.int64(3)), timeZone: try row.text(4), location: location,
                households: Set(try row.text(7).split(separator: "\n").map { String($0) }))
        }
    }

    static func rooms(_ database: Database) throws -> [RoomRecord] {
        try database.rows("SELECT id, structure_id, name, aliases FROM room ORDER BY number") { row in
            RoomRecord(
                id: try row.text(0), structureID: try row.text(1), name: try row.text(2),
                aliases: aliases(try row.text(3)))
        }
    }

    /// Names from the lines of a column.
    static func aliases(_ lines: String) -> [String] { lines.split(separator: "\n").map(String.init) }

    static func column(_ aliases: [String]) -> SQLValue { .text(aliases.joined(separator: "\n")) }

    static func devices(_ database: Database) throws -> [StoredDevice] {
        try database.rows(
            """
            SELECT id, structure_id, room_id, name, is_name_given, description, provider_id, bridge_id FROM device
            WHERE removed_at IS NULL ORDER BY number
            """, read: device)
    }

    /// The condition for the rows of devices that are not removed ones, in a store of any version.
    static func isPresent(_ database: Database) throws -> String {
        try database.hasColumn("removed_at", of: "device") ? "removed_at IS NULL" : "TRUE"
    }

    static func formerDevices(_ database: Database) throws -> [FormerDevice] {
        try database.rows(
            """
            SELECT id, structure_id, room_id, name, is_name_given, description, provider_id, bridge_id, removed_at
            FROM device WHERE removed_at IS NOT NULL ORDER BY removed_at, number
            """
        ) { row in FormerDevice(device: try device(row), removedAt: .nanoseconds(try row.int64(8))) }
    }

    private static func device(_ row: borrowing Row) throws -> StoredDevice {
        StoredDevice(
            id: try row.text(0), structureID: try row.text(1), roomID: try row.textOrNil(2),
            name: try row.text(3), isNameGiven: try row.bool(4), description: try row.blob(5),
            providerID: try row.text(6), bridgeID: try row.textOrNil(7))
    }

    static func memories(_ database: Database) throws -> [StoredMemory] {
        try database.rows("SELECT device_id, key, value FROM memory") { row in
            StoredMemory(deviceID: try row.text(0), key: try row.text(1), value: try row.blob(2))
        }
    }

    static func events(_ database: Database) throws -> [StoredEvent] {
        try database.rows(
            """
            SELECT structure_id, number, device_id, endpoint, trait_id, event_id, time, payload FROM event
            ORDER BY structure_id, number
            """
        ) { row in
            let target = TraitTarget(deviceID: try row.text(2), endpoint: UInt16(clamping: try row.int64(3)))
            return StoredEvent(
                structureID: try row.text(0), number: UInt64(clamping: try row.int64(1)),
                path: TraitPath(target, UInt32(clamping: try row.int64(4))),
                eventID: UInt32(clamping: try row.int64(5)), time: .nanoseconds(try row.int64(6)),
                payload: try row.blob(7))
        }
    }

    static func schemas(_ database: Database) throws -> [StoredSchema] {
        try database.rows("SELECT trait_id, schema, provider_id FROM trait_schema ORDER BY trait_id") { row in
            StoredSchema(
                traitID: UInt32(clamping: try row.int64(0)), schema: try row.blob(1), providerID: try row.textOrNil(2))
        }
    }

    static func providers(_ database: Database) throws -> [String: String] {
        let rows = try database.rows("SELECT id, principal FROM provider") { (try $0.text(0), try $0.text(1)) }
        return Dictionary(rows) { $1 }
    }

    static func runs(_ database: Database) throws -> [StoredRun] {
        try database.rows("SELECT provider_id, run_id, taken FROM provider_run ORDER BY number") { row in
            StoredRun(
                providerID: try row.text(0), runID: try row.text(1), taken: UInt64(bitPattern: try row.int64(2)))
        }
    }

    static func removedDevices(_ database: Database) throws -> Set<String> {
        Set(try database.rows("SELECT id FROM removed_device") { try $0.text(0) })
    }

    static func states(_ database: Database) throws -> [StoredTraitState] {
        try database.rows("SELECT device_id, endpoint, trait_id, attributes, observed_at FROM trait_state") { row in
            let target = TraitTarget(deviceID: try row.text(0), endpoint: UInt16(clamping: try row.int64(1)))
            return StoredTraitState(
                path: TraitPath(target, UInt32(clamping: try row.int64(2))), attributes: try row.blob(3),
                observedAt: .nanoseconds(try row.int64(4)))
        }
    }

    static func apply(_ change: StoreChange, to database: Database) throws {
        switch change {
        case .putStructure(let structure):
            try database.run(
                """
                INSERT INTO structure(id, name, sequence, event_number, time_zone, latitude, longitude, households)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT(id) DO UPDATE SET name = excluded.name, time_zone = excluded.time_zone,
                    latitude = excluded.latitude, longitude = excluded.longitude
                """,
                .text(structure.id), .text(structure.name), .integer(Int64(clamping: structure.sequence)),
                .integer(Int64(clamping: structure.eventNumber)), .text(structure.timeZone),
                SQLValue(structure.location?.latitude), SQLValue(structure.location?.longitude),
                .text(structure.households.ordered().joined(separator: "\n")))
        case .removeStructure(let id):
            try database.run("DELETE FROM structure WHERE id = ?1", .text(id))
        case .putRoom(let room):
            try database.run(
                """
                INSERT INTO room(id, structure_id, name, aliases) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT(id) DO UPDATE SET name = excluded.name, aliases = excluded.aliases
                """,
                .text(room.id), .text(room.structureID), .text(room.name), column(room.aliases))
        case .removeRoom(let id):
            try database.run("DELETE FROM room WHERE id = ?1", .text(id))
        case .putZone(let zone): try put(zone, to: database)
        case .removeZone(let id): try database.run("DELETE FROM zone WHERE id = ?1", .text(id))
        case .putServiceGroup(let group): try put(group, to: database)
        case .removeServiceGroup(let id): try database.run("DELETE FROM service_group WHERE id = ?1", .text(id))
        case .putAutomation(let automation): try put(automation, to: database)
        case .removeAutomation(let id): try database.run("DELETE FROM automation WHERE id = ?1", .text(id))
        case .putDevice(let device):
            try database.run(
                """
                INSERT INTO device(id, structure_id, room_id, name, is_name_given, description, provider_id, bridge_id)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT(id) DO UPDATE SET structure_id = excluded.structure_id, room_id = excluded.room_id,
                    name = excluded.name, is_name_given = excluded.is_name_given, description = excluded.description,
                    provider_id = excluded.provider_id, bridge_id = excluded.bridge_id, removed_at = NULL
                """,
                .text(device.id), .text(device.structureID), SQLValue(device.roomID), .text(device.name),
                SQLValue(device.isNameGiven), .blob(device.description), .text(device.providerID),
                SQLValue(device.bridgeID))
        case .removeDevice(let id):
            try database.run("DELETE FROM device WHERE id = ?1", .text(id))
        case .retireDevice(let id, let time):
            try database.run(
                "UPDATE device SET removed_at = ?2 WHERE (id = ?1 OR bridge_id = ?1) AND removed_at IS NULL",
                .text(id), .integer(time.nanoseconds))
            for table in ["group_service", "trait_state"] {
                try database.run(
                    """
                    DELETE FROM \(table)
                    WHERE device_id = ?1 OR device_id IN (SELECT id FROM device WHERE bridge_id = ?1)
                    """, .text(id))
            }
        case .moveEndpoint(let endpoint, let from, let to):
            for table in ["trait_state", "event"] {
                try database.run(
                    "UPDATE \(table) SET device_id = ?3 WHERE device_id = ?2 AND endpoint = ?1",
                    .integer(Int64(endpoint)), .text(from), .text(to))
            }
        case .putSchema(let schema):
            try database.run(
                """
                INSERT INTO trait_schema(trait_id, schema, provider_id) VALUES (?1, ?2, ?3)
                ON CONFLICT(trait_id) DO UPDATE SET schema = excluded.schema, provider_id = excluded.provider_id
                """,
                .integer(Int64(schema.traitID)), .blob(schema.schema), SQLValue(schema.providerID))
        case .removeSchema(let traitID):
            for table in ["trait_schema", "trait_state"] {
                try database.run("DELETE FROM \(table) WHERE trait_id = ?1", .integer(Int64(traitID)))
            }
        case .markRemoved(let id):
            try database.run("INSERT OR IGNORE INTO removed_device(id) VALUES (?1)", .text(id))
        case .unmarkRemoved(let id):
            try database.run("DELETE FROM removed_device WHERE id = ?1", .text(id))
        case .setAppData(let objectID, let appID, let key, let value, let writer):
            try setAppData(objectID, appID, key, value, by: writer, in: database)
        case .noteAppData(let structureID, let objectID, let appID):
            try database.run(
                "INSERT OR IGNORE INTO unreported_app_data(structure_id, object_id, app_id) VALUES (?1, ?2, ?3)",
                .text(structureID), .text(objectID), .text(appID))
        case .putProvider(let id, let principal):
            try database.run(
                """
                INSERT INTO provider(id, principal) VALUES (?1, ?2)
                ON CONFLICT(id) DO UPDATE SET principal = excluded.principal
                """,
                .text(id), .text(principal))
        case .putAnswer(let answer): try put(answer, to: database)
        case .removeAnswer(let number): try database.run("DELETE FROM answer WHERE number = ?1", .integer(number))
        case .removeAnswers(let first): try database.run("DELETE FROM answer WHERE number < ?1", .integer(first))
        case .putPerson(let person): try put(person, to: database)
        case .removePerson(let id): try database.run("DELETE FROM person WHERE id = ?1", .text(id))
        case .setPrimary(let identity, let structureID): try setPrimary(structureID, of: identity, in: database)
        case .addAudit(let row): try put(row, to: database)
        }
    }

    static func put(_ memory: StoredMemory, to database: Database) throws {
        guard !memory.value.isEmpty else {
            try database.run(
                "DELETE FROM memory WHERE device_id = ?1 AND key = ?2", .text(memory.deviceID), .text(memory.key))
            return
        }
        // The device may have been removed meanwhile.
        try database.run(
            """
            INSERT INTO memory(device_id, key, value)
            SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM device WHERE id = ?1)
            ON CONFLICT DO UPDATE SET value = excluded.value
            """,
            .text(memory.deviceID), .text(memory.key), .blob(memory.value))
    }

    static func put(_ event: StoredEvent, to database: Database) throws {
        let target = event.path.target
        try database.run(
            """
            INSERT INTO event(structure_id, number, device_id, endpoint, trait_id, event_id, time, payload)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS (SELECT 1 FROM structure WHERE id = ?1)
            ON CONFLICT DO NOTHING
            """,
            .text(event.structureID), .integer(Int64(clamping: event.number)), .text(target.deviceID),
            .integer(Int64(target.endpoint)), .integer(Int64(event.path.traitID)), .integer(Int64(event.eventID)),
            .integer(event.time.nanoseconds), .blob(event.payload))
    }

    static func put(_ step: StructureProgress, to database: Database) throws {
        let id = SQLValue.text(step.structureID)
        try database.run(
            "UPDATE structure SET sequence = ?2, event_number = ?3 WHERE id = ?1", id,
            .integer(Int64(clamping: step.sequence)), .integer(Int64(clamping: step.eventNumber)))
        for table in ["unreported", "unreported_app_data"] {
            try database.run("DELETE FROM \(table) WHERE structure_id = ?1", id)
        }
        guard let first = step.firstEvent else { return }
        try database.run(
            "DELETE FROM event WHERE structure_id = ?1 AND number < ?2", id, .integer(Int64(clamping: first)))
    }

    static func put(_ runs: [StoredRun], to database: Database) throws {
        for run in runs {
            // Replacing a row gives it a new number, which makes it the newest.
            try database.run(
                "INSERT OR REPLACE INTO provider_run(provider_id, run_id, taken) VALUES (?1, ?2, ?3)",
                .text(run.providerID), .text(run.runID), .integer(Int64(bitPattern: run.taken)))
        }
        guard !runs.isEmpty else { return }
        try database.run(
            """
            DELETE FROM provider_run WHERE number NOT IN
                (SELECT number FROM provider_run ORDER BY number DESC LIMIT ?1)
            """,
            .integer(Int64(StoredRun.mostKept)))
    }

    static func put(_ state: StoredTraitState, to database: Database) throws {
        // The device may have been removed after its state changed.
        try database.run(
            """
            INSERT INTO trait_state(device_id, endpoint, trait_id, attributes, observed_at)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM device WHERE id = ?1 AND removed_at IS NULL)
            ON CONFLICT DO UPDATE SET attributes = excluded.attributes, observed_at = excluded.observed_at
            """,
            .text(state.path.target.deviceID), .integer(Int64(state.path.target.endpoint)),
            .integer(Int64(state.path.traitID)), .blob(state.attributes), .integer(state.observedAt.nanoseconds))
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to ±292 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = wholeAndRest
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLarge || overflow ? (seconds < 0 ? .min : .max) : sum
    }
}
