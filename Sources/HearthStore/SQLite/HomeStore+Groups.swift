internal import HearthSQL
internal import HearthTraitCore

// Zones and service groups, with their members.
extension HomeStore {
    static func zones(_ database: Database) throws -> [ZoneRecord] {
        let rooms = Dictionary(
            grouping: try database.rows("SELECT zone_id, room_id FROM zone_room ORDER BY zone_id, place") { row in
                (zone: try row.text(0), room: try row.text(1))
            }, by: \.zone)
        return try database.rows("SELECT id, structure_id, name, aliases FROM zone ORDER BY number") { row in
            let id = try row.text(0)
            return ZoneRecord(
                id: id, structureID: try row.text(1), name: try row.text(2), roomIDs: (rooms[id] ?? []).map(\.room),
                aliases: aliases(try row.text(3)))
        }
    }

    static func serviceGroups(_ database: Database) throws -> [StoredServiceGroup] {
        let services = Dictionary(
            grouping: try database.rows(
                "SELECT group_id, device_id, endpoint, type, part FROM group_service ORDER BY group_id, place"
            ) { row in
                (
                    group: try row.text(0),
                    service: StoredService(
                        deviceID: try row.text(1), endpoint: UInt16(clamping: try row.int64(2)),
                        type: try row.text(3), part: UInt32(clamping: try row.int64(4)))
                )
            }, by: \.group)
        return try database.rows("SELECT id, structure_id, name FROM service_group ORDER BY number") { row in
            let id = try row.text(0)
            return StoredServiceGroup(
                id: id, structureID: try row.text(1), name: try row.text(2),
                services: (services[id] ?? []).map(\.service))
        }
    }

    static func put(_ zone: ZoneRecord, to database: Database) throws {
        try database.run(
            """
            INSERT INTO zone(id, structure_id, name, aliases) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT(id) DO UPDATE SET name = excluded.name, aliases = excluded.aliases
            """,
            .text(zone.id), .text(zone.structureID), .text(zone.name), column(zone.aliases))
        let known = try database.rows("SELECT room_id FROM zone_room WHERE zone_id = ?1 ORDER BY place", .text(zone.id))
        {
            try $0.text(0)
        }
        guard known != zone.roomIDs else { return }
        try database.run("DELETE FROM zone_room WHERE zone_id = ?1", .text(zone.id))
        for (place, roomID) in zone.roomIDs.enumerated() {
            try database.run(
                "INSERT INTO zone_room(zone_id, place, room_id) VALUES (?1, ?2, ?3)", .text(zone.id),
                .integer(Int64(place)), .text(roomID))
        }
    }

    static func put(_ group: StoredServiceGroup, to database: Database) throws {
        try database.run(
            """
            INSERT INTO service_group(id, structure_id, name) VALUES (?1, ?2, ?3)
            ON CONFLICT(id) DO UPDATE SET name = excluded.name
            """,
            .text(group.id), .text(group.structureID), .text(group.name))
        let known = try database.rows(
            "SELECT device_id, endpoint, type, part FROM group_service WHERE group_id = ?1 ORDER BY place",
            .text(group.id)
        ) { row in
            StoredService(
                deviceID: try row.text(0), endpoint: UInt16(clamping: try row.int64(1)), type: try row.text(2),
                part: UInt32(clamping: try row.int64(3)))
        }
        guard known != group.services else { return }
        try database.run("DELETE FROM group_service WHERE group_id = ?1", .text(group.id))
        for (place, service) in group.services.enumerated() {
            try database.run(
                """
                INSERT INTO group_service(group_id, place, device_id, endpoint, type, part)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """,
                .text(group.id), .integer(Int64(place)), .text(service.deviceID), .integer(Int64(service.endpoint)),
                .text(service.type), .integer(Int64(service.part)))
        }
    }
}
