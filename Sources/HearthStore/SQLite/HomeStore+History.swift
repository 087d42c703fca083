internal import HearthBase
internal import HearthSQL
internal import HearthTraitCore

/// The history of attributes. A save adds its samples to `history_sample`, in the same transaction as the values, so
/// that a crash loses both or neither, and nothing is held in memory. When an hour is over, its samples become blocks:
/// of all values, of summaries per minute, and of one per hour. A block never spans two hours.
extension HomeStore {

    /// The kinds of waiting samples.
    private enum Kind {
        static let value: Int64 = 0
        static let null: Int64 = 1
        static let away: Int64 = 2
        static let back: Int64 = 3
    }

    // MARK: Adding

    /// Adds new samples, and once an hour packs and removes old ones.
    ///
    /// - Returns: the new progress.
    static func put(
        _ batch: HistoryBatch, _ progress: HistoryProgress, to database: Database
    ) throws -> HistoryProgress {
        guard !batch.entries.isEmpty else { return progress }
        var progress = progress
        let added = try batch.entries.reduce(0) { try $0 + put($1, to: database) }
        guard let due = progress.add(added, at: batch.now) else { return progress }
        try pack(before: due.open, isForced: due.isForced, batch, in: database)
        try removeOld(batch, in: database)
        let rest = try database.first("SELECT count(*) FROM history_sample") { try $0.int64(0) } ?? 0
        progress.pack(due, rest: Int(clamping: rest))
        return progress
    }

    /// Adds the sample of an attribute, if there is its series.
    private static let insertion = """
        INSERT OR REPLACE INTO history_sample SELECT number, ?5, ?6, ?7, ?8 FROM history_series
        WHERE device_id = ?1 AND endpoint = ?2 AND trait_id = ?3 AND attribute_id = ?4
        """
    private static let insertionIfVarying = insertion + " AND varies = 1"

    /// Returns how many samples were added.
    private static func put(_ entry: HistoryEntry, to database: Database) throws -> Int {
        let (kind, value): (Int64, SQLValue) =
            switch entry.sample.content {
            case .integer(let value): (Kind.value, .integer(value))
            case .real(let value): (Kind.value, .real(value))
            case .null: (Kind.null, .null)
            case .away: (Kind.away, .null)
            case .back: (Kind.back, .null)
            }
        let device = SQLValue.text(entry.path.target.deviceID)
        let endpoint = SQLValue.integer(Int64(entry.path.target.endpoint))
        let trait = SQLValue.integer(Int64(entry.path.traitID))
        let (place, time) = (SQLValue.integer(entry.place), SQLValue.integer(entry.sample.time))
        guard case .attribute(let id, let isState) = entry.subject else {
            return try database.run(
                """
                INSERT OR REPLACE INTO history_sample SELECT number, ?4, ?5, ?6, ?7 FROM history_series
                WHERE device_id = ?1 AND endpoint = ?2 AND trait_id = ?3 AND varies = 1
                """, device, endpoint, trait, place, time, .integer(kind), value)
        }
        let attribute = SQLValue.integer(Int64(id))
        // Most samples are of a series that is there and varies.
        let added = try database.run(
            insertionIfVarying, device, endpoint, trait, attribute, place, time, .integer(kind), value)
        if added > 0 { return added }
        // The device may have been removed meanwhile.
        let isNew =
            try database.run(
                """
                INSERT OR IGNORE INTO history_series(device_id, endpoint, trait_id, attribute_id, is_state)
                SELECT id, ?2, ?3, ?4, ?5 FROM device WHERE id = ?1
                """, device, endpoint, trait, attribute, SQLValue(isState)) > 0
        if !isNew {
            try database.run(
                """
                UPDATE history_series SET varies = 1
                WHERE device_id = ?1 AND endpoint = ?2 AND trait_id = ?3 AND attribute_id = ?4 AND varies = 0
                """, device, endpoint, trait, attribute)
        }
        return try database.run(insertion, device, endpoint, trait, attribute, place, time, .integer(kind), value)
    }

    // MARK: Packing

    private static func pack(
        before open: Int64, isForced: Bool, _ batch: HistoryBatch, in database: Database
    ) throws {
        let series = try database.rows(
            """
            SELECT number, is_state FROM history_series WHERE number IN
                (SELECT series FROM history_sample WHERE ?2 OR time < ?1)
            """, .integer(open), SQLValue(isForced)
        ) { (number: try $0.int64(0), isState: try $0.bool(1)) }
        let oldest = batch.now &- batch.retention.values.milliseconds
        for series in series {
            let samples = try takeWaiting(of: series.number, before: open, isForced: isForced, in: database)
            var packing = HistoryPacking(samples, isState: series.isState)
            guard let time = packing.time else { continue }
            packing.pack(with: try stored(time, of: series.number, in: database), open: open, oldest: oldest)
            for row in packing.rows { try put(row, of: series.number, in: database) }
        }
    }

    /// The rows that packing needs: the values of a time, and the summaries of it and of the last hour before.
    private static func stored(
        _ time: Range<Int64>, of series: Int64, in database: Database
    ) throws -> [HistoryBlockRow] {
        let before = try lastHour(of: series, before: time.lowerBound, in: database).map { [$0] } ?? []
        return try blocks(.values, of: series, time, in: database) + before
            + blocks(.hours, of: series, time, in: database)
    }

    /// Takes the samples to pack, in the order in which they arrived. The last one of the current hour stays: it causes the
    /// hour's summary when the hour is over.
    private static func takeWaiting(
        of series: Int64, before open: Int64, isForced: Bool, in database: Database
    ) throws -> [HistorySample] {
        let waiting = try waiting(of: series, in: database)
        let kept = isForced ? waiting.last?.place ?? .min : .min
        try database.run(
            "DELETE FROM history_sample WHERE series = ?1 AND (time < ?2 OR place < ?3)", .integer(series),
            .integer(open), .integer(kept))
        return waiting.filter { $0.sample.time < open || $0.place < kept }.map(\.sample)
    }

    static func waiting(
        of series: Int64, in database: Database
    ) throws -> [(place: Int64, sample: HistorySample)] {
        try database.rows(
            "SELECT place, time, kind, value, typeof(value) = 'real' FROM history_sample WHERE series = ?1 ORDER BY place",
            .integer(series)
        ) { row in
            let content: HistoryContent =
                switch try row.int64(2) {
                case Kind.value: try row.bool(4) ? .real(try row.double(3)) : .integer(try row.int64(3))
                case Kind.away: .away
                case Kind.back: .back
                default: .null
                }
            return (try row.int64(0), HistorySample(try row.int64(1), content))
        }
    }

    private static func put(_ row: HistoryBlockRow, of series: Int64, in database: Database) throws {
        // Not REPLACE, which would not run the triggers that count.
        try database.run(
            "DELETE FROM history_block WHERE series = ?1 AND tier = ?2 AND start = ?3", .integer(series),
            .integer(row.tier.rawValue), .integer(row.start))
        try database.run(
            "INSERT INTO history_block VALUES (?1, ?2, ?3, ?4)", .integer(series), .integer(row.tier.rawValue),
            .integer(row.start), .blob(row.content))
    }

    // MARK: Removing

    private static func removeOld(_ batch: HistoryBatch, in database: Database) throws {
        let times = [batch.retention.values, batch.retention.minutes, batch.retention.hours]
        for (tier, time) in zip(HistoryTier.allCases, times) {
            try remove(tier, before: (batch.now &- time.milliseconds).floored(to: HistoryTier.hour), in: database)
        }
        for tier in HistoryTier.allCases {
            while try historyBytes(database) > batch.retention.bytes,
                let oldest = try database.first(
                    "SELECT start FROM history_block WHERE tier = ?1 ORDER BY start LIMIT 1", .integer(tier.rawValue),
                    read: { try $0.int64(0) })
            {
                try remove(tier, before: oldest.floored(to: HistoryTier.hour) &+ HistoryTier.hour, in: database)
            }
        }
    }

    private static func remove(_ tier: HistoryTier, before time: Int64, in database: Database) throws {
        try database.run(
            "DELETE FROM history_block WHERE tier = ?1 AND start < ?2", .integer(tier.rawValue), .integer(time))
    }

    static func historyBytes(_ database: Database) throws -> Int64 {
        try database.first("SELECT bytes FROM history_size") { try $0.int64(0) } ?? 0
    }
}

extension Duration {
    /// Whole milliseconds, cut off to what an integer holds.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = wholeAndRest
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
        return product &+ attoseconds / 1_000_000_000_000_000
    }
}
