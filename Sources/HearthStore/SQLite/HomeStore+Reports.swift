internal import HearthSQL
internal import HearthTraitCore

/// The log of reports: batches of each structure, in ascending order of sequence. Clients cannot resume from before a
/// gap.
extension HomeStore {
    public func reports(
        of structureID: String, after sequence: UInt64, bytes: Int
    ) throws(StoreError) -> [StoredReports] {
        try with { database in
            var batches: [StoredReports] = []
            var size = 0
            try database.forEach(
                """
                \(HomeStore.batches)
                WHERE s.id = ?1 AND b.last > ?2 ORDER BY b.last
                """, .text(structureID), .integer(Int64(clamping: sequence))
            ) { row in
                guard let batch = try Self.batch(row) else { return false }
                guard batches.last.map({ $0.last &+ 1 == batch.first }) ?? (batch.first <= sequence &+ 1) else {
                    return false
                }
                batches.append(batch)
                size += batch.reports.reduce(0) { $0 + $1.count }
                return size < bytes
            }
            return batches
        }
    }

    public func reports(
        of structureID: String, before sequence: UInt64, bytes: Int
    ) throws(StoreError) -> [StoredReports] {
        try with { try Self.reports(of: structureID, before: sequence, bytes: bytes, in: $0) }
    }

    static func reports(
        of structureID: String, before sequence: UInt64, bytes: Int, in database: Database
    ) throws -> [StoredReports] {
        var batches: [StoredReports] = []
        var size = 0
        try database.forEach(
            """
            \(HomeStore.batches)
            WHERE s.id = ?1 AND b.first < ?2 AND b.last <= coalesce(
                (SELECT min(last) FROM report_batch WHERE structure = s.number AND last >= ?2), ?3)
            ORDER BY b.last DESC
            """, .text(structureID), .integer(Int64(clamping: sequence)), .integer(.max)
        ) { row in
            guard let batch = try Self.batch(row) else { return true }
            batches.append(batch)
            size += batch.reports.reduce(0) { $0 + $1.count }
            return size < bytes
        }
        return batches
    }

    public func endOfReports(of structureID: String, before time: Duration) throws(StoreError) -> UInt64 {
        try with { try Self.endOfReports(of: structureID, before: time, in: $0) }
    }

    static func endOfReports(of structureID: String, before time: Duration, in database: Database) throws -> UInt64 {
        let known = try database.first(
            """
            SELECT e.last FROM report_end e JOIN structure s ON s.number = e.structure
            WHERE s.id = ?1 AND e.time < ?2 ORDER BY e.time DESC LIMIT 1
            """, .text(structureID), .integer(time.nanoseconds)
        ) { try $0.int64(0) }
        // A batch has the time of its last report, so the first batch after the time may have earlier reports too.
        let next = try database.first(
            """
            SELECT b.last FROM report_batch b JOIN structure s ON s.number = b.structure
            WHERE s.id = ?1 AND b.last > ?2 ORDER BY b.last LIMIT 1
            """, .text(structureID), .integer(known ?? -1)
        ) { try $0.int64(0) }
        return (next ?? known).map { UInt64(clamping: $0) &+ 1 } ?? 0
    }

    /// The newest reports of each structure without gaps between them, up to ``newest``, in ascending order of sequence.
    static func newestReports(_ database: Database) throws -> [StoredReports] {
        try database.rows("SELECT number FROM structure ORDER BY number") { try $0.int64(0) }.flatMap { number in
            var batches: [StoredReports] = []
            var (count, size) = (0, 0)
            try database.forEach(
                """
                \(HomeStore.batches)
                WHERE b.structure = ?1 ORDER BY b.last DESC
                """, .integer(number)
            ) { row in
                guard let batch = try batch(row), batches.last.map({ batch.last &+ 1 == $0.first }) ?? true else {
                    return false
                }
                batches.append(batch)
                count += batch.reports.count
                size += batch.reports.reduce(0) { $0 + $1.count }
                return count < newest.count && size < newest.bytes
            }
            return batches.reversed()
        }
    }

    /// The most reports of a structure that ``newestReports(_:)`` reads, and approximately the most bytes.
    private static let newest = (count: 1_024, bytes: 1 << 20)

    /// The start of a query whose rows ``batch(_:)`` reads.
    private static let batches = """
        SELECT s.id, b.epoch, b.first, b.last, b.event_number, b.time, b.content
        FROM report_batch b JOIN structure s ON s.number = b.structure
        """

    /// nil if the row is damaged: the log then begins after it.
    private static func batch(_ row: borrowing Row) throws -> StoredReports? {
        let (first, last) = (UInt64(clamping: try row.int64(2)), UInt64(clamping: try row.int64(3)))
        guard first <= last, let reports = StoredReports.reports(in: try row.blob(6), count: last - first + 1) else {
            return nil
        }
        return StoredReports(
            structureID: try row.text(0), epoch: UInt64(clamping: try row.int64(1)), first: first,
            eventNumber: UInt64(clamping: try row.int64(4)), time: .nanoseconds(try row.int64(5)), reports: reports)
    }

    static func put(_ batch: StoredReports, to database: Database) throws {
        guard !batch.reports.isEmpty else { return }
        let content = batch.content
        // The structure may have been removed meanwhile.
        try database.run(
            """
            INSERT OR REPLACE INTO report_batch(structure, last, first, epoch, event_number, time, content)
            SELECT number, ?2, ?3, ?4, ?5, ?6, ?7 FROM structure WHERE id = ?1
            """,
            .text(batch.structureID), .integer(Int64(clamping: batch.last)), .integer(Int64(clamping: batch.first)),
            .integer(Int64(clamping: batch.epoch)), .integer(Int64(clamping: batch.eventNumber)),
            .integer(batch.time.nanoseconds), .blob(content))
        try database.run(
            "UPDATE structure SET report_bytes = report_bytes + ?2 WHERE id = ?1", .text(batch.structureID),
            .integer(Int64(clamping: content.count)))
    }

    /// Removes the oldest batches that are too old or exceed the size.
    static func forgetReports(of structureID: String, beyond retention: ReportRetention, in database: Database) throws {
        while true {
            let oldest = try database.first(
                """
                SELECT b.number, length(b.content), b.time, s.report_bytes
                FROM report_batch b JOIN structure s ON s.number = b.structure
                WHERE s.id = ?1 ORDER BY b.last LIMIT 1
                """, .text(structureID)
            ) { (number: try $0.int64(0), bytes: try $0.int64(1), time: try $0.int64(2), all: try $0.int64(3)) }
            guard let oldest, oldest.all > retention.bytes || oldest.time < retention.since.nanoseconds else { return }
            try database.run("DELETE FROM report_batch WHERE number = ?1", .integer(oldest.number))
            try database.run(
                "UPDATE structure SET report_bytes = max(0, report_bytes - ?2) WHERE id = ?1", .text(structureID),
                .integer(oldest.bytes))
        }
    }

    // MARK: Epochs and unreported edits

    /// The most former epochs stored per structure.
    private static let formerEpochLimit: Int64 = 1_000

    /// Records how far the current epoch is stored, before another begins.
    static func endEpoch(_ database: Database) throws {
        try database.run(
            """
            INSERT OR IGNORE INTO former_epoch(structure, epoch, last)
            SELECT number, (SELECT epoch FROM hub), sequence FROM structure
            """)
        try database.run(
            """
            DELETE FROM former_epoch WHERE epoch NOT IN
                (SELECT DISTINCT epoch FROM former_epoch ORDER BY epoch DESC LIMIT ?1)
            """, .integer(formerEpochLimit))
    }

    static func formerEpochs(_ database: Database) throws -> [FormerEpoch] {
        try database.rows(
            "SELECT s.id, f.epoch, f.last FROM former_epoch f JOIN structure s ON s.number = f.structure"
        ) { row in
            FormerEpoch(
                structureID: try row.text(0), epoch: UInt64(clamping: try row.int64(1)),
                last: UInt64(clamping: try row.int64(2)))
        }
    }

    static func unreported(_ database: Database) throws -> [UnreportedObject] {
        let objects = try database.rows(
            "SELECT DISTINCT structure_id, kind, object_id FROM unreported ORDER BY structure_id, kind, object_id"
        ) { row in
            let kind = ObjectKey.Kind(rawValue: try row.int64(1))
            let (structureID, objectID) = (try row.text(0), try row.text(2))
            return kind.map { UnreportedObject(structureID: structureID, object: ObjectKey($0, objectID)) }
        }.compactMap { $0 }
        let appData = try database.rows("SELECT structure_id, object_id, app_id FROM unreported_app_data") { row in
            UnreportedObject(
                structureID: try row.text(0), object: ObjectKey(.appData, try row.text(1), appID: try row.text(2)))
        }
        return objects + appData
    }
}
