internal import HearthPostgreSQL
internal import HearthStore

/// Batches of the log of reports, read in pages until they have the wanted size.
struct ReportPage {
    /// The batches so far.
    private(set) var batches: [StoredReports] = []
    /// The position from which to read on; nil at the end.
    private(set) var next: Int64?
    /// How many bytes of reports are still wanted.
    private(set) var room: Int
    private let isAscending: Bool
    private let start: UInt64

    /// The most batches of a page.
    private static let mostBatches = 256

    /// Begins with the report after a sequence, without gaps.
    init(after sequence: UInt64, bytes: Int) {
        (isAscending, start, room) = (true, sequence, bytes)
        next = Int64(clamping: sequence)
    }

    /// Begins with the report before a sequence, with gaps.
    init(before sequence: UInt64, bytes: Int) {
        (isAscending, start, room) = (false, sequence, bytes)
        next = Int64(clamping: sequence)
    }

    /// A page of batches of a structure, `$2`, until their reports have `$4` bytes: at least one, if there is one.
    ///
    /// - Parameter order: by which column, and in which direction, the batches come.
    static func query(_ condition: String, by order: String) -> String {
        let size = "(octet_length(content) - 4 * (last - first + 1))"
        return """
            SELECT id, epoch, first, last, event_number, time, content FROM (
                SELECT structure.id, page.*, sum(\(size)) OVER (ORDER BY \(order)) - \(size) AS before
                FROM structure CROSS JOIN LATERAL (
                    SELECT epoch, first, last, event_number, time, content FROM report_batch
                    WHERE home = $1 AND structure = structure.number AND \(condition)
                    ORDER BY \(order) LIMIT \(mostBatches)) AS page
                WHERE structure.home = $1 AND structure.id = $2) AS sized
            WHERE before < $4 OR before = 0 ORDER BY \(order)
            """
    }

    /// Takes a page.
    mutating func take(_ rows: PostgresRows) throws {
        let position = next
        next = nil
        for row in rows {
            let (first, last) = (try row.integer(2), try row.integer(3))
            // A damaged batch is left out. Ascending, the log ends before it.
            guard let batch = try Self.batch(row) else {
                if isAscending { return }
                next = first
                continue
            }
            if isAscending {
                let isNext = batches.last.map { $0.last &+ 1 == batch.first } ?? (batch.first <= start &+ 1)
                guard isNext else { return }
            }
            batches.append(batch)
            room -= batch.reports.reduce(0) { $0 + $1.count }
            guard room > 0 else {
                next = nil
                return
            }
            next = isAscending ? last : first
        }
        if next == position { next = nil }
    }

    /// A batch from the columns of the query; nil if it is damaged.
    private static func batch(_ row: PostgresRow) throws -> StoredReports? {
        let (first, last) = (UInt64(clamping: try row.integer(2)), UInt64(clamping: try row.integer(3)))
        guard first <= last, let reports = StoredReports.reports(in: try row.bytes(6), count: last - first &+ 1) else {
            return nil
        }
        return StoredReports(
            structureID: try row.text(0), epoch: UInt64(clamping: try row.integer(1)), first: first,
            eventNumber: UInt64(clamping: try row.integer(4)), time: .nanoseconds(try row.integer(5)),
            reports: reports)
    }
}
