internal import HearthSQL

// Automations, their programs and their runs.
extension HomeStore {
    static func automations(_ database: Database) throws -> [StoredAutomation] {
        try database.rows(
            """
            SELECT id, structure_id, name, details, is_active, automation.revision, saved_by, program, memory,
                other_changes, aliases
            FROM automation JOIN automation_program
                ON automation_id = id AND automation_program.revision = automation.revision
            ORDER BY number
            """
        ) { row in
            StoredAutomation(
                id: try row.text(0), structureID: try row.text(1), name: try row.text(2), details: try row.text(3),
                isActive: try row.bool(4), revision: UInt64(clamping: try row.int64(5)),
                otherChanges: UInt64(clamping: try row.int64(9)), aliases: aliases(try row.text(10)),
                savedBy: try row.text(6), program: try row.blob(7), memory: try row.blob(8))
        }
    }

    /// Programs that are not the current ones.
    static func formerPrograms(_ database: Database) throws -> [StoredProgram] {
        try database.rows(
            """
            SELECT automation_id, automation_program.revision, program
            FROM automation_program JOIN automation
                ON automation_id = id AND automation_program.revision <> automation.revision
            ORDER BY automation_id, automation_program.revision
            """
        ) { row in
            StoredProgram(
                automationID: try row.text(0), revision: UInt64(clamping: try row.int64(1)), program: try row.blob(2))
        }
    }

    private static let runColumns = "automation_id, id, revision, is_ended, started_at, is_dull, content"

    private static func run(_ row: borrowing Row) throws -> StoredAutomationRun {
        StoredAutomationRun(
            automationID: try row.text(0), id: UInt64(clamping: try row.int64(1)),
            revision: UInt64(clamping: try row.int64(2)), isEnded: try row.bool(3),
            startedAt: .nanoseconds(try row.int64(4)), isUneventful: try row.bool(5), content: try row.blob(6))
    }

    /// Runs that have not ended, oldest first.
    static func livingRuns(_ database: Database) throws -> [StoredAutomationRun] {
        try database.rows(
            "SELECT \(runColumns) FROM automation_run WHERE is_ended = 0 ORDER BY id, automation_id", read: run)
    }

    /// The highest number that a run of each structure has had, by the structure's ID.
    static func lastRuns(_ database: Database) throws -> [String: UInt64] {
        let rows = try database.rows("SELECT structure_id, last FROM automation_last_run") {
            (try $0.text(0), UInt64(clamping: try $0.int64(1)))
        }
        return Dictionary(rows) { $1 }
    }

    /// Runs of an automation, newest first: those before `last`.
    public func automationRuns(
        of automationID: String, before last: UInt64?, limit: Int
    ) throws(StoreError) -> [StoredAutomationRun] {
        try with { database in
            try database.rows(
                """
                SELECT \(Self.runColumns) FROM automation_run WHERE automation_id = ?1 AND id < ?2
                ORDER BY id DESC LIMIT ?3
                """,
                .text(automationID), .integer(Int64(clamping: last ?? .max)), .integer(Int64(clamping: limit)),
                read: Self.run)
        }
    }

    // MARK: Writing

    static func put(_ automation: StoredAutomation, to database: Database) throws {
        try database.run(
            """
            INSERT INTO automation(
                id, structure_id, name, details, is_active, revision, saved_by, memory, other_changes, aliases)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT(id) DO UPDATE SET name = excluded.name, details = excluded.details,
                is_active = excluded.is_active, revision = excluded.revision, saved_by = excluded.saved_by,
                other_changes = excluded.other_changes, aliases = excluded.aliases
            """,
            .text(automation.id), .text(automation.structureID), .text(automation.name), .text(automation.details),
            SQLValue(automation.isActive), .integer(Int64(clamping: automation.revision)), .text(automation.savedBy),
            .blob(automation.memory), .integer(Int64(clamping: automation.otherChanges)), column(automation.aliases))
        try database.run(
            """
            INSERT INTO automation_program(automation_id, revision, program) VALUES (?1, ?2, ?3)
            ON CONFLICT(automation_id, revision) DO UPDATE SET program = excluded.program
            """,
            .text(automation.id), .integer(Int64(clamping: automation.revision)), .blob(automation.program))
        try forgetPrograms(of: automation.id, in: database)
    }

    static func put(_ memory: StoredAutomationMemory, to database: Database) throws {
        try database.run(
            "UPDATE automation SET is_active = ?2, memory = ?3 WHERE id = ?1", .text(memory.automationID),
            SQLValue(memory.isActive), .blob(memory.memory))
    }

    static func put(_ run: StoredAutomationRun, traceBytes: Int, to database: Database) throws {
        let structures = try database.rows(
            "SELECT structure_id FROM automation WHERE id = ?1", .text(run.automationID)
        ) { try $0.text(0) }
        guard let structureID = structures.first else { return }
        try database.run(
            """
            INSERT INTO automation_last_run(structure_id, last) VALUES (?1, ?2)
            ON CONFLICT(structure_id) DO UPDATE SET last = max(last, excluded.last)
            """,
            .text(structureID), .integer(Int64(clamping: run.id)))
        try database.run(
            """
            INSERT INTO automation_run(\(runColumns), structure_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT(automation_id, id) DO UPDATE
                SET is_ended = excluded.is_ended, is_dull = excluded.is_dull, content = excluded.content
            """,
            .text(run.automationID), .integer(Int64(clamping: run.id)), .integer(Int64(clamping: run.revision)),
            SQLValue(run.isEnded), .integer(run.startedAt.nanoseconds), SQLValue(run.isUneventful), .blob(run.content),
            .text(structureID))
        guard run.isEnded else { return }
        try forgetRuns(beside: run, in: database)
        try forgetTraces(of: structureID, beside: run, mostBytes: traceBytes, in: database)
        try forgetPrograms(of: run.automationID, in: database)
    }

    /// Removes an automation's ended runs beyond the limits: first those that are too old, then uneventful ones, so
    /// that they do not displace the eventful ones.
    private static func forgetRuns(beside run: StoredAutomationRun, in database: Database) throws {
        try database.run(
            "DELETE FROM automation_run WHERE automation_id = ?1 AND is_ended = 1 AND started_at < ?2",
            .text(run.automationID), .integer((run.startedAt - StoredAutomationRun.longest).nanoseconds))
        let count = try database.rows(
            "SELECT count(*) FROM automation_run WHERE automation_id = ?1 AND is_ended = 1", .text(run.automationID)
        ) { try $0.int64(0) }
        let excess = (count.first ?? 0) - Int64(StoredAutomationRun.mostEnded)
        guard excess > 0 else { return }
        try database.run(
            """
            DELETE FROM automation_run WHERE automation_id = ?1 AND id IN (
                SELECT id FROM (
                    SELECT id, is_dull, row_number() OVER (ORDER BY id DESC) <= ?2 AS is_new FROM automation_run
                    WHERE automation_id = ?1 AND is_ended = 1)
                ORDER BY is_new, is_dull DESC, id LIMIT ?3)
            """,
            .text(run.automationID), .integer(Int64(StoredAutomationRun.newest)), .integer(excess))
    }

    /// Removes a structure's ended runs beyond the limit of bytes, uneventful ones first.
    private static func forgetTraces(
        of structureID: String, beside run: StoredAutomationRun, mostBytes: Int, in database: Database
    ) throws {
        var isOver: Bool {
            get throws {
                let bytes = try database.rows(
                    "SELECT trace_bytes FROM automation_last_run WHERE structure_id = ?1", .text(structureID)
                ) { try $0.int64(0) }
                return (bytes.first ?? 0) > Int64(mostBytes)  // in range: an Int
            }
        }
        while try isOver {
            let removed = try database.run(
                """
                DELETE FROM automation_run WHERE (automation_id, id) IN (
                    SELECT automation_id, id FROM automation_run
                    WHERE structure_id = ?1 AND is_ended = 1 AND NOT (automation_id = ?2 AND id = ?3)
                    ORDER BY is_dull DESC, id, automation_id LIMIT 1)
                """,
                .text(structureID), .text(run.automationID), .integer(Int64(clamping: run.id)))
            guard removed > 0 else { return }
        }
    }

    /// Removes programs that no run uses any more.
    private static func forgetPrograms(of automationID: String, in database: Database) throws {
        try database.run(
            """
            DELETE FROM automation_program WHERE automation_id = ?1
                AND revision <> (SELECT revision FROM automation WHERE id = ?1)
                AND revision NOT IN (SELECT revision FROM automation_run WHERE automation_id = ?1 AND is_ended = 0)
            """,
            .text(automationID))
    }
}
