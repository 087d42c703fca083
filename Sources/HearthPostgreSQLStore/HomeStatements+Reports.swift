internal import HearthPostgreSQL
internal import HearthStore
internal import HearthTraitDescriptors

// The log of reports, events, and the progress of structures and providers.
extension HomeStatements {
    mutating func put(_ batch: StoredReports) {
        guard !batch.reports.isEmpty else { return }
        let content = batch.content
        let (id, last) = (PostgresValue.text(batch.structureID), PostgresValue.integer(Int64(clamping: batch.last)))
        // A batch that is stored again replaces its former row, whose end and bytes no longer count.
        add(
            """
            WITH former AS (
                DELETE FROM report_batch
                WHERE home = $1 AND last = $3
                    AND structure = (SELECT number FROM structure WHERE home = $1 AND id = $2)
                RETURNING structure, last, time, octet_length(content) AS bytes),
            former_end AS (
                DELETE FROM report_end USING former
                WHERE home = $1 AND report_end.structure = former.structure AND report_end.time = former.time
                    AND report_end.last = former.last)
            UPDATE structure SET report_bytes = report_bytes - (SELECT sum(bytes) FROM former)
            WHERE home = $1 AND id = $2 AND EXISTS (SELECT FROM former)
            """, id, last)
        // The structure may have been removed meanwhile.
        add(
            """
            WITH present AS (
                UPDATE structure SET report_bytes = report_bytes + octet_length($8) WHERE home = $1 AND id = $2
                RETURNING number)
            INSERT INTO report_batch(home, structure, last, first, epoch, event_number, time, content)
            SELECT $1, number, $3, $4, $5, $6, $7, $8 FROM present
            """, id, last, .integer(Int64(clamping: batch.first)), .integer(Int64(clamping: batch.epoch)),
            .integer(Int64(clamping: batch.eventNumber)), .integer(batch.time.nanoseconds), .bytes(content))
        add(
            """
            DELETE FROM report_end WHERE home = $1 AND time >= $3
                AND structure = (SELECT number FROM structure WHERE home = $1 AND id = $2)
            """, id, .integer(batch.time.nanoseconds))
        add(
            """
            INSERT INTO report_end(home, structure, time, last)
            SELECT $1, number, $3, $4 FROM structure WHERE home = $1 AND id = $2
            """, id, .integer(batch.time.nanoseconds), last)
    }

    mutating func put(_ event: StoredEvent) {
        let target = event.path.target
        add(
            """
            INSERT INTO event(home, structure_id, number, device_id, endpoint, trait_id, event_id, time, payload)
            SELECT $1, id, $3, $4, $5, $6, $7, $8, $9 FROM structure WHERE home = $1 AND id = $2
            ON CONFLICT DO NOTHING
            """, .text(event.structureID), .integer(Int64(clamping: event.number)), .text(target.deviceID),
            .integer(Int64(target.endpoint)), .integer(Int64(event.path.traitID)), .integer(Int64(event.eventID)),
            .integer(event.time.nanoseconds), .bytes(event.payload))
    }

    mutating func put(_ runs: [StoredRun]) {
        guard !runs.isEmpty else { return }
        for run in runs {
            // A new number makes it the newest.
            add(
                """
                INSERT INTO provider_run(home, number, provider_id, run_id, taken)
                VALUES ($1, \(Self.next(in: "provider_run")), $2, $3, $4)
                ON CONFLICT (home, provider_id)
                    DO UPDATE SET number = excluded.number, run_id = excluded.run_id, taken = excluded.taken
                """, .text(run.providerID), .raw(run.runID), .integer(Int64(bitPattern: run.taken)))
        }
        add(
            """
            DELETE FROM provider_run WHERE home = $1 AND number <= (
                SELECT number FROM provider_run WHERE home = $1 ORDER BY number DESC OFFSET $2 LIMIT 1)
            """, .integer(Int64(StoredRun.mostKept)))
    }

    mutating func put(_ step: StructureProgress, keeping retention: ReportRetention) {
        let id = PostgresValue.text(step.structureID)
        add(
            "UPDATE structure SET sequence = $3, event_number = $4 WHERE home = $1 AND id = $2", id,
            .integer(Int64(clamping: step.sequence)), .integer(Int64(clamping: step.eventNumber)))
        add("DELETE FROM unreported WHERE home = $1 AND structure_id = $2", id)
        if let first = step.firstEvent {
            add(
                "DELETE FROM event WHERE home = $1 AND structure_id = $2 AND number < $3", id,
                .integer(Int64(clamping: first)))
        }
        forgetReports(of: step.structureID, beyond: retention)
    }

    /// Removes the oldest batches that are too old or exceed the size: at most 1,024 at once. If there are more, the
    /// next progress removes them.
    private mutating func forgetReports(of structureID: String, beyond retention: ReportRetention) {
        add(
            """
            WITH log AS (SELECT number, report_bytes FROM structure WHERE home = $1 AND id = $2),
            oldest AS (
                SELECT last, time, octet_length(content) AS bytes FROM report_batch, log
                WHERE home = $1 AND structure = number ORDER BY last LIMIT 1024),
            judged AS (
                SELECT last, bool_and(time < $3 OR rest > $4) OVER (ORDER BY last) AS must_go FROM (
                    SELECT last, time, report_bytes - sum(bytes) OVER (ORDER BY last) + bytes AS rest FROM oldest, log)
                    AS counted),
            gone AS (
                DELETE FROM report_batch WHERE home = $1 AND structure = (SELECT number FROM log)
                    AND last IN (SELECT last FROM judged WHERE must_go)
                RETURNING last, time, octet_length(content) AS bytes),
            gone_ends AS (
                DELETE FROM report_end USING gone WHERE home = $1 AND structure = (SELECT number FROM log)
                    AND report_end.time = gone.time AND report_end.last = gone.last)
            UPDATE structure SET report_bytes = report_bytes - (SELECT sum(bytes) FROM gone)
            WHERE home = $1 AND id = $2 AND EXISTS (SELECT FROM gone)
            """, .text(structureID), .integer(retention.since.nanoseconds), .integer(retention.bytes))
    }

    // MARK: Epochs

    /// The most former epochs stored per structure.
    private static let formerEpochLimit: Int64 = 1_000

    /// Ends the present epoch, of which clients may have seen what is not stored, and begins another.
    ///
    /// - Parameters:
    ///   - least: the least number of the new epoch.
    ///   - leastEvent: the least number of each structure's last event.
    mutating func beginEpoch(atLeast least: Int64, leastEvent: Int64) {
        add(
            """
            INSERT INTO former_epoch(home, structure, epoch, last)
            SELECT $1, number, epoch, sequence FROM structure JOIN home USING (home) WHERE home = $1
            ON CONFLICT DO NOTHING
            """)
        add(
            """
            DELETE FROM former_epoch WHERE home = $1 AND epoch NOT IN (
                SELECT DISTINCT epoch FROM former_epoch WHERE home = $1 ORDER BY epoch DESC LIMIT $2)
            """, .integer(Self.formerEpochLimit))
        add("UPDATE home SET epoch = greatest(epoch + 1, $2) WHERE home = $1", .integer(least))
        add(
            "UPDATE structure SET event_number = greatest(event_number + $2, $3) WHERE home = $1",
            .integer(Int64(clamping: StoredStructure.skippedEventNumbers)), .integer(leastEvent))
    }
}
