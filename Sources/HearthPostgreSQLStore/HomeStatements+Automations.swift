internal import HearthPostgreSQL
internal import HearthStore
internal import HearthTraitDescriptors

// Automations, their programs and their runs.
extension HomeStatements {
    mutating func put(_ automation: StoredAutomation) {
        add(
            """
            WITH former AS (
                SELECT name, details, is_active, revision, aliases FROM automation WHERE home = $1 AND id = $2),
            present AS (
                INSERT INTO automation(home, number, id, structure_id, name, details, is_active, revision, other_changes,
                    aliases, saved_by, memory)
                VALUES ($1, \(Self.next(in: "automation")), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                ON CONFLICT (home, id) DO UPDATE SET name = excluded.name, details = excluded.details,
                    is_active = excluded.is_active, revision = excluded.revision, saved_by = excluded.saved_by,
                    other_changes = excluded.other_changes, aliases = excluded.aliases
                RETURNING structure_id, name, details, is_active, revision, aliases),
            changed AS (
                SELECT structure_id, $2::text AS id FROM present WHERE NOT EXISTS (
                    SELECT FROM former WHERE former IS NOT DISTINCT FROM
                        (SELECT ROW(name, details, is_active, revision, aliases) FROM present)))
            \(Self.noted(.automation))
            """, .text(automation.id), .text(automation.structureID), .raw(automation.name), .raw(automation.details),
            .truth(automation.isActive), .integer(Int64(clamping: automation.revision)),
            .integer(Int64(clamping: automation.otherChanges)), Self.lines(automation.aliases),
            .raw(automation.savedBy), .bytes(automation.memory))
        add(
            """
            INSERT INTO automation_program(home, automation_id, revision, program) VALUES ($1, $2, $3, $4)
            ON CONFLICT (home, automation_id, revision) DO UPDATE SET program = excluded.program
            """, .text(automation.id), .integer(Int64(clamping: automation.revision)), .bytes(automation.program))
        forgetPrograms(of: automation.id)
    }

    mutating func put(_ memory: StoredAutomationMemory) {
        add(
            """
            WITH former AS (SELECT is_active FROM automation WHERE home = $1 AND id = $2),
            present AS (
                UPDATE automation SET is_active = $3, memory = $4 WHERE home = $1 AND id = $2
                RETURNING structure_id, id),
            changed AS (SELECT structure_id, id FROM present, former WHERE is_active <> $3)
            \(Self.noted(.automation))
            """, .text(memory.automationID), .truth(memory.isActive), .bytes(memory.memory))
    }

    mutating func put(_ run: StoredAutomationRun, traceBytes: Int) {
        let (automation, number) = (
            PostgresValue.text(run.automationID), PostgresValue.integer(Int64(clamping: run.id))
        )
        add(
            """
            INSERT INTO automation_last_run(home, structure_id, last)
            SELECT $1, structure_id, $3 FROM automation WHERE home = $1 AND id = $2
            ON CONFLICT (home, structure_id)
                DO UPDATE SET last = greatest(automation_last_run.last, excluded.last)
            """, automation, number)
        add(
            """
            INSERT INTO automation_run(home, automation_id, id, structure_id, revision, is_ended, started_at, is_dull,
                content)
            SELECT $1, id, $3, structure_id, $4, $5, $6, $7, $8 FROM automation WHERE home = $1 AND id = $2
            ON CONFLICT (home, automation_id, id) DO UPDATE
                SET is_ended = excluded.is_ended, is_dull = excluded.is_dull, content = excluded.content
            """, automation, number, .integer(Int64(clamping: run.revision)), .truth(run.isEnded),
            .integer(run.startedAt.nanoseconds), .truth(run.isUneventful), .bytes(run.content))
        guard run.isEnded else { return }
        forgetRuns(beside: run)
        forgetTraces(beside: run, mostBytes: traceBytes)
        forgetPrograms(of: run.automationID)
    }

    /// Removes an automation's ended runs beyond the limits: first those that are too old, then uneventful ones, so that
    /// they do not displace the eventful ones.
    private mutating func forgetRuns(beside run: StoredAutomationRun) {
        add(
            "DELETE FROM automation_run WHERE home = $1 AND automation_id = $2 AND is_ended AND started_at < $3",
            .text(run.automationID), .integer((run.startedAt - StoredAutomationRun.longest).nanoseconds))
        add(
            """
            WITH ended AS (
                SELECT id, is_dull, row_number() OVER (ORDER BY id DESC) <= $3 AS is_new, count(*) OVER () AS count
                FROM automation_run WHERE home = $1 AND automation_id = $2 AND is_ended),
            ordered AS (SELECT id, count, row_number() OVER (ORDER BY is_new, is_dull DESC, id) AS turn FROM ended)
            DELETE FROM automation_run WHERE home = $1 AND automation_id = $2
                AND id IN (SELECT id FROM ordered WHERE turn <= count - $4)
            """, .text(run.automationID), .integer(Int64(StoredAutomationRun.newest)),
            .integer(Int64(StoredAutomationRun.mostEnded)))
    }

    /// Removes ended runs of the automation's structure beyond the limit of bytes, uneventful ones first.
    private mutating func forgetTraces(beside run: StoredAutomationRun, mostBytes: Int) {
        add(
            """
            WITH ended AS (
                SELECT automation_id, id, is_dull, octet_length(content) AS bytes FROM automation_run
                WHERE home = $1 AND is_ended
                    AND structure_id = (SELECT structure_id FROM automation WHERE home = $1 AND id = $2)),
            ordered AS (
                SELECT automation_id, id, (SELECT sum(bytes) FROM ended)
                    - sum(bytes) OVER (ORDER BY is_dull DESC, id, automation_id) + bytes AS rest
                FROM ended WHERE NOT (automation_id = $2 AND id = $3))
            DELETE FROM automation_run WHERE home = $1
                AND (automation_id, id) IN (SELECT automation_id, id FROM ordered WHERE rest > $4)
            """, .text(run.automationID), .integer(Int64(clamping: run.id)), .integer(Int64(mostBytes)))
    }

    /// Removes programs that no run uses any more.
    private mutating func forgetPrograms(of automationID: String) {
        add(
            """
            DELETE FROM automation_program WHERE home = $1 AND automation_id = $2
                AND revision <> (SELECT revision FROM automation WHERE home = $1 AND id = $2)
                AND revision NOT IN (
                    SELECT revision FROM automation_run WHERE home = $1 AND automation_id = $2 AND NOT is_ended)
            """, .text(automationID))
    }
}
