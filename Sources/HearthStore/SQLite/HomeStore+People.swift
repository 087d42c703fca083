internal import HearthSQL

// The people of structures, and their primary structures.
extension HomeStore {
    static func people(_ database: Database) throws -> [StoredPerson] {
        try database.rows(
            "SELECT id, structure_id, identity, name, role, access_grant FROM person ORDER BY number"
        ) { row in
            StoredPerson(
                id: try row.text(0), structureID: try row.text(1), identity: try row.text(2), name: try row.text(3),
                role: try row.int64(4), grant: try row.blob(5))
        }
    }

    static func primaries(_ database: Database) throws -> [String: String] {
        let rows = try database.rows("SELECT identity, structure_id FROM primary_structure") {
            (try $0.text(0), try $0.text(1))
        }
        return Dictionary(rows) { $1 }
    }

    static func put(_ person: StoredPerson, to database: Database) throws {
        try database.run(
            """
            INSERT INTO person(id, structure_id, identity, name, role, access_grant) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT(id) DO UPDATE SET name = excluded.name, role = excluded.role,
                access_grant = excluded.access_grant
            """,
            .text(person.id), .text(person.structureID), .text(person.identity), .text(person.name),
            .integer(person.role), .blob(person.grant))
    }

    static func setPrimary(_ structureID: String?, of identity: String, in database: Database) throws {
        guard let structureID else {
            try database.run("DELETE FROM primary_structure WHERE identity = ?1", .text(identity))
            return
        }
        try database.run(
            """
            INSERT INTO primary_structure(identity, structure_id) VALUES (?1, ?2)
            ON CONFLICT(identity) DO UPDATE SET structure_id = excluded.structure_id
            """,
            .text(identity), .text(structureID))
    }
}
