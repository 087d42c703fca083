internal import HearthSQL
internal import HearthTraitCore

extension HomeStore {
    /// With more bytes of single values than this, summaries are read instead.
    private static let mostValueBytes: Int64 = 16 << 20

    public func history(_ request: HistoryRequest) throws(StoreError) -> HistoryRange? {
        try with { database in
            guard let series = try Self.series(request.key, in: database) else { return nil }
            var tier = request.tier
            while let coarser = tier.coarser, try !Self.reaches(tier, request, series.number, in: database) {
                tier = coarser
            }
            return try Self.range(request, tier, series, in: database)
        }
    }

    private typealias Series = (number: Int64, isState: Bool)

    private static func series(_ key: HistoryKey, in database: Database) throws -> Series? {
        try database.first(
            """
            SELECT number, is_state FROM history_series
            WHERE device_id = ?1 AND endpoint = ?2 AND trait_id = ?3 AND attribute_id = ?4
            """, .text(key.path.target.deviceID), .integer(Int64(key.path.target.endpoint)),
            .integer(Int64(key.path.traitID)), .integer(Int64(key.attributeID))
        ) { (try $0.int64(0), try $0.bool(1)) }
    }

    /// Whether a tier has the whole range, and not too many bytes of it.
    private static func reaches(
        _ tier: HistoryTier, _ request: HistoryRequest, _ series: Int64, in database: Database
    ) throws -> Bool {
        guard request.from >= (try since(tier, in: database)) else { return false }
        guard tier == .values else { return true }
        let bytes = try database.first(
            """
            SELECT sum(length(content)) FROM history_block
            WHERE series = ?1 AND tier = 0 AND start >= ?2 AND start < ?3
            """, .integer(series), .integer(request.from.floored(to: HistoryTier.hour)), .integer(request.until)
        ) { try $0.int64OrNil(0) ?? 0 }
        return bytes ?? 0 <= mostValueBytes
    }

    /// Since when a tier has all that the coarsest tier has: older blocks were removed.
    private static func since(_ tier: HistoryTier, in database: Database) throws -> Int64 {
        func first(_ tier: HistoryTier) throws -> Int64? {
            try database.first(
                "SELECT start FROM history_block WHERE tier = ?1 ORDER BY start LIMIT 1", .integer(tier.rawValue)
            ) { try $0.int64(0).floored(to: HistoryTier.hour) }
        }
        guard let oldest = try first(.hours) else { return .min }
        let own = try first(tier) ?? .max
        return own > oldest ? own : .min
    }

    private static func range(
        _ request: HistoryRequest, _ tier: HistoryTier, _ series: Series, in database: Database
    ) throws -> HistoryRange? {
        let waiting = try waiting(of: series.number, in: database).map(\.sample)
        func first(_ tier: HistoryTier) throws -> Int64? {
            try database.first(
                "SELECT start FROM history_block WHERE series = ?1 AND tier = ?2 ORDER BY start LIMIT 1",
                .integer(series.number), .integer(tier.rawValue)
            ) { try $0.int64(0) }
        }
        // An attribute that has not changed for long is in coarser tiers only.
        guard let first = try first(tier) ?? waiting.first?.time ?? first(.hours) else { return nil }
        var range = HistoryRange(request, tier, heldSince: first, isState: series.isState)
        let hour = range.start.floored(to: HistoryTier.hour)
        // Later values have no summaries yet.
        let summarized = try database.first(
            "SELECT start FROM history_block WHERE series = ?1 AND tier = 2 ORDER BY start DESC LIMIT 1",
            .integer(series.number)
        ) { try $0.int64(0) &+ HistoryTier.hour }
        let valuesFrom = tier == .values ? min(hour, summarized ?? .min) : summarized ?? .min
        range.before = try lastColumn(
            of: series.number, before: tier == .values ? valuesFrom : hour, in: database)
        if tier != .values {
            range.summaries = try blocks(tier, of: series.number, from: hour, until: range.end, in: database)
        }
        range.values = try blocks(.values, of: series.number, from: valuesFrom, until: range.end, in: database)
        range.waiting = inOrder(waiting.filter { $0.time >= valuesFrom && $0.time < range.end })
        return range
    }

    private static func blocks(
        _ tier: HistoryTier, of series: Int64, from: Int64, until: Int64, in database: Database
    ) throws -> [(start: Int64, content: [UInt8])] {
        try database.rows(
            """
            SELECT start, content FROM history_block
            WHERE series = ?1 AND tier = ?2 AND start >= ?3 AND start < ?4 ORDER BY start
            """, .integer(series), .integer(tier.rawValue), .integer(from), .integer(until)
        ) { (try $0.int64(0), try $0.blob(1)) }
    }

    public func historyPart(_ key: HistoryKey, from: Int64, until: Int64) throws(StoreError) -> HistoryPart? {
        try with { database in
            guard let series = try Self.series(key, in: database)?.number else { return nil }
            let begin = from.floored(to: HistoryTier.hour)
            let waiting = try Self.waiting(of: series, in: database).map(\.sample)
            let first = try database.first(
                "SELECT start FROM history_block WHERE series = ?1 AND tier = 0 AND start >= ?2 ORDER BY start LIMIT 1",
                .integer(series), .integer(begin)
            ) { try $0.int64(0) }
            guard let time = [first, waiting.map(\.time).filter { $0 >= begin }.min()].compactMap({ $0 }).min(),
                time < until
            else {
                return nil
            }
            let hour = time.floored(to: HistoryTier.hour)
            let end = hour &+ HistoryTier.hour
            let blocks = try Self.blocks(.values, of: series, from: hour, until: end, in: database)
            let held = blocks.flatMap { HistoryBlock.samples(in: $0.content, from: $0.start) }
            var before = try Self.lastColumn(of: series, before: hour, in: database)?.held
            let samples = Self.inOrder(held + waiting.filter { $0.time < end })
            for sample in samples where sample.time < from {
                if sample.content == .null { before = nil }
                before = sample.content.number ?? before
            }
            return HistoryPart(
                next: end, before: before.map { HistoryContent.number($0) } ?? .null,
                samples: samples.filter { $0.time >= from && $0.time < until })
        }
    }

    public func historySeries(of deviceID: String) throws(StoreError) -> [StoredSeries] {
        try with { database in
            try database.rows(
                """
                SELECT endpoint, trait_id, attribute_id,
                    (SELECT coalesce(sum(length(content) + 32), 0) FROM history_block WHERE series = number)
                    + 32 * (SELECT count(*) FROM history_sample WHERE series = number)
                FROM history_series WHERE device_id = ?1 AND varies = 1
                ORDER BY endpoint, trait_id, attribute_id
                """, .text(deviceID)
            ) { row in
                let target = TraitTarget(deviceID: deviceID, endpoint: UInt16(clamping: try row.int64(0)))
                return StoredSeries(
                    key: HistoryKey(
                        TraitPath(target, UInt32(clamping: try row.int64(1))), UInt32(clamping: try row.int64(2))),
                    bytes: try row.int64(3))
            }
        }
    }
}

extension HistoryContent {
    /// Converts a stored number to a value.
    static func number(_ value: Double) -> HistoryContent {
        Int64(exactly: value).map { .integer($0) } ?? .real(value)
    }
}
