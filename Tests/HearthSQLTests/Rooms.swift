internal import HearthSQL

/// The schema that the tests share.
let rooms = DatabaseSchema(
    applicationID: 0x4854_5354,
    migrations: [
        """
        CREATE TABLE structures(id TEXT PRIMARY KEY);
        CREATE TABLE rooms(
            id TEXT PRIMARY KEY, structure TEXT NOT NULL REFERENCES structures(id) ON DELETE CASCADE,
            name TEXT NOT NULL, floor INTEGER, area REAL, icon BLOB);
        """
    ])

extension Database {
    func addRoom(_ id: String, structure: String = "s") throws {
        try run("INSERT OR IGNORE INTO structures(id) VALUES(?1)", .text(structure))
        try run("INSERT INTO rooms(id, structure, name) VALUES(?1, ?2, ?1)", .text(id), .text(structure))
    }

    func roomIDs() throws -> [String] {
        try rows("SELECT id FROM rooms ORDER BY id") { row in try row.text(0) }
    }
}

/// The code of the error that `body` throws, or nil.
func code(_ body: () throws -> Void) -> SQLError.Code? {
    failure(body)?.code
}

/// The error that `body` throws, or nil.
func failure(_ body: () throws -> Void) -> SQLError? {
    do {
        try body()
        return nil
    } catch {
        return error as? SQLError
    }
}
