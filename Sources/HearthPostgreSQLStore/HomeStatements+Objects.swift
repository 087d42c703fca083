internal import HearthBase
internal import HearthPostgreSQL
internal import HearthStore
internal import HearthTraitDescriptors

// Structures, rooms, devices, zones, service groups and people.
extension HomeStatements {
    mutating func put(_ structure: StoredStructure) {
        add(
            """
            WITH changed AS (
                INSERT INTO structure(home, number, id, name, sequence, event_number, time_zone, latitude, longitude,
                    households)
                VALUES ($1, \(Self.next(in: "structure")), $2, $3, $4, $5, $6, $7, $8, $9)
                ON CONFLICT (home, id) DO UPDATE SET name = excluded.name, time_zone = excluded.time_zone,
                    latitude = excluded.latitude, longitude = excluded.longitude
                WHERE (structure.name, structure.time_zone, structure.latitude, structure.longitude)
                    IS DISTINCT FROM (excluded.name, excluded.time_zone, excluded.latitude, excluded.longitude)
                RETURNING id AS structure_id, id)
            \(Self.noted(.structure))
            """, .text(structure.id), .raw(structure.name), .integer(Int64(clamping: structure.sequence)),
            .integer(Int64(clamping: structure.eventNumber)), .text(structure.timeZone),
            .real(structure.location?.latitude), .real(structure.location?.longitude),
            .text(structure.households.ordered().joined(separator: "\n")))
    }

    mutating func removeStructure(_ id: String) {
        removeDevices("structure_id = $2", id)
        leaveRooms("structure_id = $2", id)
        for table in ["room", "zone", "service_group", "automation"] {
            add(
                """
                DELETE FROM app_data WHERE home = $1 AND object_id IN
                    (SELECT convert_to(id, 'UTF8') FROM \(table) WHERE home = $1 AND structure_id = $2)
                """, .text(id))
        }
        add(
            """
            WITH gone AS (DELETE FROM structure WHERE home = $1 AND id = $2 RETURNING id),
            data AS (DELETE FROM app_data WHERE home = $1 AND object_id IN (SELECT convert_to(id, 'UTF8') FROM gone))
            UPDATE home SET had_structures = true
            WHERE home = $1 AND NOT had_structures AND EXISTS (SELECT FROM gone)
            """, .text(id))
    }

    mutating func put(_ room: RoomRecord) {
        add(
            """
            WITH changed AS (
                INSERT INTO room(home, number, id, structure_id, name, aliases)
                VALUES ($1, \(Self.next(in: "room")), $2, $3, $4, $5)
                ON CONFLICT (home, id) DO UPDATE SET name = excluded.name, aliases = excluded.aliases
                WHERE (room.name, room.aliases) IS DISTINCT FROM (excluded.name, excluded.aliases)
                RETURNING structure_id, id)
            \(Self.noted(.room))
            """, .text(room.id), .text(room.structureID), .raw(room.name), Self.lines(room.aliases))
    }

    /// Names as lines, as no name has a line break.
    static func lines(_ names: [String]) -> PostgresValue { .raw(names.joined(separator: "\n")) }

    mutating func removeRoom(_ id: String) {
        leaveRooms("id = $2", id)
        remove(id, from: "room", .room)
    }

    /// Takes devices and zones out of rooms.
    private mutating func leaveRooms(_ condition: String, _ id: String) {
        let rooms = "(SELECT id FROM room WHERE home = $1 AND \(condition))"
        add(
            """
            WITH changed AS (
                UPDATE device SET room_id = NULL WHERE home = $1 AND room_id IN \(rooms) RETURNING structure_id, id)
            \(Self.noted(.device))
            """, .text(id))
        add(
            """
            WITH gone AS (DELETE FROM zone_room WHERE home = $1 AND room_id IN \(rooms) RETURNING zone_id),
            changed AS (SELECT structure_id, id FROM zone WHERE home = $1 AND id IN (SELECT zone_id FROM gone))
            \(Self.noted(.zone))
            """, .text(id))
    }

    /// Removes an object on which no others depend, with its app data.
    mutating func remove(_ id: String, from table: String, _ kind: ObjectKey.Kind) {
        add(
            """
            WITH changed AS (DELETE FROM \(table) WHERE home = $1 AND id = $2 RETURNING structure_id, id),
            data AS (
                DELETE FROM app_data WHERE home = $1 AND object_id IN (SELECT convert_to(id, 'UTF8') FROM changed))
            \(Self.noted(kind))
            """, .text(id))
    }

    // MARK: Devices

    mutating func put(_ device: StoredDevice) {
        add(
            """
            WITH former AS (
                SELECT structure_id, room_id, name, description, bridge_id, removed_at FROM device
                WHERE home = $1 AND id = $2),
            present AS (
                INSERT INTO device(home, number, id, structure_id, room_id, name, is_name_given, description, provider_id,
                    bridge_id)
                VALUES ($1, \(Self.next(in: "device")), $2, $3, $4, $5, $6, $7, $8, $9)
                ON CONFLICT (home, id) DO UPDATE SET structure_id = excluded.structure_id, room_id = excluded.room_id,
                    name = excluded.name, is_name_given = excluded.is_name_given, description = excluded.description,
                    provider_id = excluded.provider_id, bridge_id = excluded.bridge_id, removed_at = NULL
                RETURNING structure_id, room_id, name, description, bridge_id, removed_at),
            changed AS (
                SELECT structure_id, $2::text AS id FROM
                    (SELECT structure_id FROM former UNION SELECT structure_id FROM present) AS either
                WHERE NOT EXISTS (SELECT FROM former, present WHERE former IS NOT DISTINCT FROM present))
            \(Self.noted(.device))
            """, .text(device.id), .text(device.structureID), .text(device.roomID), .raw(device.name),
            .truth(device.isNameGiven), .bytes(device.description), .text(device.providerID), .text(device.bridgeID))
    }

    /// The devices of a condition and those behind them.
    private static func withBridged(_ condition: String) -> String {
        """
        WITH RECURSIVE gone(id) AS (
            SELECT id FROM device WHERE home = $1 AND \(condition)
            UNION SELECT device.id FROM device JOIN gone ON bridge_id = gone.id WHERE home = $1)
        """
    }

    /// Removes devices with those behind them, their states, memories, histories and app data.
    mutating func removeDevices(_ condition: String, _ id: String) {
        add(
            """
            \(Self.withBridged(condition)),
            rest AS (DELETE FROM group_service WHERE home = $1 AND device_id IN (SELECT id FROM gone) RETURNING group_id),
            changed AS (
                SELECT structure_id, id FROM service_group WHERE home = $1 AND id IN (SELECT group_id FROM rest))
            \(Self.noted(.serviceGroup))
            """, .text(id))
        add(
            """
            \(Self.withBridged(condition)),
            data AS (
                DELETE FROM app_data WHERE home = $1 AND object_id IN (SELECT convert_to(id, 'UTF8') FROM gone)),
            changed AS (
                DELETE FROM device WHERE home = $1 AND id IN (SELECT id FROM gone) RETURNING structure_id, id)
            \(Self.noted(.device))
            """, .text(id))
    }

    mutating func retireDevice(_ id: String, at time: Duration) {
        let devices = "(SELECT id FROM device WHERE home = $1 AND (id = $2 OR bridge_id = $2))"
        add(
            """
            WITH rest AS (DELETE FROM group_service WHERE home = $1 AND device_id IN \(devices) RETURNING group_id),
            changed AS (
                SELECT structure_id, id FROM service_group WHERE home = $1 AND id IN (SELECT group_id FROM rest))
            \(Self.noted(.serviceGroup))
            """, .text(id))
        add("DELETE FROM trait_state WHERE home = $1 AND device_id IN \(devices)", .text(id))
        add(
            """
            WITH changed AS (
                UPDATE device SET removed_at = $3
                WHERE home = $1 AND (id = $2 OR bridge_id = $2) AND removed_at IS NULL RETURNING structure_id, id)
            \(Self.noted(.device))
            """, .text(id), .integer(time.nanoseconds))
    }

    mutating func moveEndpoint(_ endpoint: UInt16, from: String, to: String) {
        for table in ["trait_state", "event"] {
            add(
                "UPDATE \(table) SET device_id = $4 WHERE home = $1 AND device_id = $3 AND endpoint = $2",
                .integer(Int64(endpoint)), .text(from), .text(to))
        }
    }

    mutating func put(_ state: StoredTraitState) {
        // The device may have been removed after its state changed.
        add(
            """
            INSERT INTO trait_state(home, device_id, endpoint, trait_id, attributes, observed_at)
            SELECT $1, id, $3, $4, $5, $6 FROM device WHERE home = $1 AND id = $2 AND removed_at IS NULL
            ON CONFLICT (home, device_id, endpoint, trait_id)
                DO UPDATE SET attributes = excluded.attributes, observed_at = excluded.observed_at
            """, .text(state.path.target.deviceID), .integer(Int64(state.path.target.endpoint)),
            .integer(Int64(state.path.traitID)), .bytes(state.attributes), .integer(state.observedAt.nanoseconds))
    }

    mutating func put(_ memory: StoredMemory) {
        guard !memory.value.isEmpty else {
            return add(
                "DELETE FROM memory WHERE home = $1 AND device_id = $2 AND key = $3", .text(memory.deviceID),
                .raw(memory.key))
        }
        // The device may have been removed meanwhile.
        add(
            """
            INSERT INTO memory(home, device_id, key, value) SELECT $1, id, $3, $4 FROM device WHERE home = $1 AND id = $2
            ON CONFLICT (home, device_id, key) DO UPDATE SET value = excluded.value
            """, .text(memory.deviceID), .raw(memory.key), .bytes(memory.value))
    }

    // MARK: Members

    mutating func put(_ zone: ZoneRecord) {
        add(
            """
            WITH changed AS (
                INSERT INTO zone(home, number, id, structure_id, name, aliases)
                VALUES ($1, \(Self.next(in: "zone")), $2, $3, $4, $5)
                ON CONFLICT (home, id) DO UPDATE SET name = excluded.name, aliases = excluded.aliases
                WHERE (zone.name, zone.aliases) IS DISTINCT FROM (excluded.name, excluded.aliases)
                RETURNING structure_id, id)
            \(Self.noted(.zone))
            """, .text(zone.id), .text(zone.structureID), .raw(zone.name), Self.lines(zone.aliases))
        add(
            """
            WITH changed AS (
                SELECT structure_id, id FROM zone WHERE home = $1 AND id = $2 AND $3 IS DISTINCT FROM ARRAY(
                    SELECT room_id FROM zone_room WHERE home = $1 AND zone_id = $2 ORDER BY place))
            \(Self.noted(.zone))
            """, .text(zone.id), .texts(zone.roomIDs))
        add("DELETE FROM zone_room WHERE home = $1 AND zone_id = $2", .text(zone.id))
        add(
            """
            INSERT INTO zone_room(home, zone_id, place, room_id)
            SELECT $1, $2, place, room FROM unnest($3) WITH ORDINALITY AS rooms(room, place)
            """, .text(zone.id), .texts(zone.roomIDs))
    }

    mutating func put(_ group: StoredServiceGroup) {
        add(
            """
            WITH changed AS (
                INSERT INTO service_group(home, number, id, structure_id, name)
                VALUES ($1, \(Self.next(in: "service_group")), $2, $3, $4)
                ON CONFLICT (home, id) DO UPDATE SET name = excluded.name WHERE service_group.name <> excluded.name
                RETURNING structure_id, id)
            \(Self.noted(.serviceGroup))
            """, .text(group.id), .text(group.structureID), .raw(group.name))
        let services: [PostgresValue] = [
            .texts(group.services.map(\.deviceID)), .integers(group.services.map { Int64($0.endpoint) }),
            .texts(group.services.map(\.type)), .integers(group.services.map { Int64($0.part) }),
        ]
        let columns = "services(device_id, endpoint, type, part, place)"
        add(
            """
            WITH changed AS (
                SELECT structure_id, id FROM service_group WHERE home = $1 AND id = $2 AND ARRAY(
                    SELECT ROW(device_id, endpoint::bigint, type, part)::text FROM group_service
                    WHERE home = $1 AND group_id = $2 ORDER BY place)
                IS DISTINCT FROM ARRAY(
                    SELECT ROW(device_id, endpoint, type, part)::text
                    FROM unnest($3, $4, $5, $6) WITH ORDINALITY AS \(columns) ORDER BY place))
            \(Self.noted(.serviceGroup))
            """, .text(group.id), services[0], services[1], services[2], services[3])
        add("DELETE FROM group_service WHERE home = $1 AND group_id = $2", .text(group.id))
        add(
            """
            INSERT INTO group_service(home, group_id, place, device_id, endpoint, type, part)
            SELECT $1, $2, place, device_id, endpoint, type, part
            FROM unnest($3, $4, $5, $6) WITH ORDINALITY AS \(columns)
            """, .text(group.id), services[0], services[1], services[2], services[3])
    }

    mutating func put(_ person: StoredPerson) {
        add(
            """
            WITH changed AS (
                INSERT INTO person(home, number, id, structure_id, identity, name, role, access_grant)
                VALUES ($1, \(Self.next(in: "person")), $2, $3, $4, $5, $6, $7)
                ON CONFLICT (home, id) DO UPDATE SET name = excluded.name, role = excluded.role,
                    access_grant = excluded.access_grant
                WHERE (person.name, person.role, person.access_grant)
                    IS DISTINCT FROM (excluded.name, excluded.role, excluded.access_grant)
                RETURNING structure_id, id)
            \(Self.noted(.person))
            """, .text(person.id), .text(person.structureID), .text(person.identity), .raw(person.name),
            .integer(person.role), .bytes(person.grant))
    }

    mutating func setPrimary(_ structureID: String?, of identity: String) {
        guard let structureID else {
            return add("DELETE FROM primary_structure WHERE home = $1 AND identity = $2", .text(identity))
        }
        add(
            """
            INSERT INTO primary_structure(home, identity, structure_id) VALUES ($1, $2, $3)
            ON CONFLICT (home, identity) DO UPDATE SET structure_id = excluded.structure_id
            """, .text(identity), .text(structureID))
    }
}
