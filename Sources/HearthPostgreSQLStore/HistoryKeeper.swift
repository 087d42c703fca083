internal import HearthPostgreSQL
internal import HearthStore

/// Packs the samples of a home's past hours, and removes blocks whose time is over: the hourly work, in transactions of
/// its own. It reads first and then writes, which is safe as the home has one writer.
struct HistoryKeeper {
    let link: HomeLink

    private struct Waiting {
        let isState: Bool
        var samples: [(place: Int64, sample: HistorySample)] = []
    }

    /// Packs and removes.
    ///
    /// - Returns: the number of samples that still wait.
    func pack(_ due: HistoryProgress.Due, _ batch: HistoryBatch) async throws -> Int {
        let waiting = try await waiting(due)
        let oldest = batch.now &- batch.retention.values.milliseconds
        var packings: [(series: Int64, last: Int64, packing: HistoryPacking)] = []
        var queries: [PostgresStatement] = []
        for (series, entry) in waiting.sorted(by: { $0.key < $1.key }) {
            // The last one of the open hour stays: it causes the hour's summary when the hour is over.
            let last = due.isForced ? entry.samples.last?.place ?? .min : .min
            let taken = entry.samples.filter { $0.sample.time < due.open || $0.place < last }
            let packing = HistoryPacking(taken.map(\.sample), isState: entry.isState)
            guard let time = packing.time else { continue }
            packings.append((series, last, packing))
            let (from, until) = (PostgresValue.integer(time.lowerBound), PostgresValue.integer(time.upperBound))
            queries.append(
                PostgresStatement(
                    HistoryRows.blocks,
                    [
                        .integer(link.home), .integer(series), from, .integer(HistoryTier.hours.rawValue), from, until,
                        from, until,
                    ]))
        }
        let stored = queries.isEmpty ? [] : try await link.read(queries)
        var statements = HomeStatements(home: link.home)
        for (index, rows) in stored.enumerated() {
            let (series, last) = (packings[index].series, packings[index].last)
            var packing = packings[index].packing
            packing.pack(with: try rows.map(HistoryRows.block), open: due.open, oldest: oldest)
            statements.pack(series, before: due.open, or: last, into: packing.rows)
        }
        let times = [batch.retention.values, batch.retention.minutes, batch.retention.hours]
        for (tier, time) in zip(HistoryTier.allCases, times) {
            statements.forget(tier, before: (batch.now &- time.milliseconds).floored(to: HistoryTier.hour))
        }
        try await link.store(statements, isDurable: true)
        try await forgetExcess(batch.retention.bytes)
        return Int(clamping: try await number("SELECT count(*) FROM history_sample WHERE home = $1"))
    }

    /// The samples of the attributes of which some must be packed, by series.
    private func waiting(_ due: HistoryProgress.Due) async throws -> [Int64: Waiting] {
        let rows = try await link.read([
            PostgresStatement(
                """
                SELECT time, kind, value, place, number, is_state
                FROM history_sample JOIN history_series
                    ON history_series.home = history_sample.home AND number = series
                WHERE history_sample.home = $1 AND ($2 OR series IN (
                    SELECT series FROM history_sample WHERE home = $1 AND time < $3))
                ORDER BY number, place
                """, [.integer(link.home), .truth(due.isForced), .integer(due.open)])
        ])[0]
        var waiting: [Int64: Waiting] = [:]
        for row in rows {
            let number = try row.integer(4)
            let isState = try row.truth(5)
            waiting[number, default: Waiting(isState: isState)].samples
                .append((try row.integer(3), try HistoryRows.sample(row)))
        }
        return waiting
    }

    /// Removes the oldest hours of values, then of minutes, then of hours, while there are too many bytes. The server
    /// counts them: it knows what was removed with its device.
    private func forgetExcess(_ most: Int64) async throws {
        guard most < .max else { return }
        var bytes = try await number(
            "SELECT coalesce(sum(octet_length(content) + 32), 0)::bigint FROM history_block WHERE home = $1")
        guard bytes > most else { return }
        var statements = HomeStatements(home: link.home)
        for tier in HistoryTier.allCases where bytes > most {
            let hours = try await link.read([
                PostgresStatement(
                    """
                    SELECT floor(start / \(HistoryTier.hour).0)::bigint AS hour, sum(octet_length(content) + 32)::bigint
                    FROM history_block WHERE home = $1 AND tier = $2 GROUP BY hour ORDER BY hour
                    """, [.integer(link.home), .integer(tier.rawValue)])
            ])[0]
            var end: Int64?
            for row in hours where bytes > most {
                bytes -= try row.integer(1)
                end = (try row.integer(0) &+ 1) &* HistoryTier.hour
            }
            if let end { statements.forget(tier, before: end) }
        }
        try await link.store(statements, isDurable: true)
    }

    private func number(_ query: String) async throws -> Int64 {
        try await link.read([PostgresStatement(query, [.integer(link.home)])])[0].first?.integer(0) ?? 0
    }
}
