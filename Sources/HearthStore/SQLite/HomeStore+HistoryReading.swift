internal import HearthSQL
internal import HearthTraitCore

extension HomeStore {
    public func history(_ request: HistoryRequest) throws(StoreError) -> HistoryRange? {
        try with { database in
            guard let series = try Self.series(request.key, in: database) else { return nil }
            let holdings = try Self.holdings(of: series, for: request, in: database)
            guard let needs = holdings.needs(of: request) else { return nil }
            let last = try Self.lastHour(of: series.number, before: needs.before, in: database)
            var rows = last.map { [$0] } ?? []
            if let time = needs.summaries {
                rows += try Self.blocks(needs.tier, of: series.number, time, in: database)
            }
            rows += try Self.blocks(.values, of: series.number, needs.values, in: database)
            return holdings.answer(to: request, needs, rows)
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

    private static func holdings(
        of series: Series, for request: HistoryRequest, in database: Database
    ) throws -> HistoryHoldings {
        var (oldest, first): ([HistoryTier: Int64], [HistoryTier: Int64]) = ([:], [:])
        for tier in HistoryTier.allCases {
            oldest[tier] = try database.first(
                "SELECT start FROM history_block WHERE tier = ?1 ORDER BY start LIMIT 1", .integer(tier.rawValue)
            ) { try $0.int64(0) }
            first[tier] = try database.first(
                "SELECT start FROM history_block WHERE series = ?1 AND tier = ?2 ORDER BY start LIMIT 1",
                .integer(series.number), .integer(tier.rawValue)
            ) { try $0.int64(0) }
        }
        let bytes = try database.first(
            """
            SELECT sum(length(content)) FROM history_block
            WHERE series = ?1 AND tier = 0 AND start >= ?2 AND start < ?3
            """, .integer(series.number), .integer(request.valueHours.lowerBound),
            .integer(request.valueHours.upperBound)
        ) { try $0.int64OrNil(0) ?? 0 }
        return HistoryHoldings(
            isState: series.isState, oldest: oldest, first: first,
            lastHour: try lastHour(of: series.number, before: .max, in: database)?.start, valueBytes: bytes ?? 0,
            waiting: try waiting(of: series.number, in: database).map(\.sample))
    }

    static func blocks(
        _ tier: HistoryTier, of series: Int64, _ time: Range<Int64>, in database: Database
    ) throws -> [HistoryBlockRow] {
        try database.rows(
            """
            SELECT start, content FROM history_block
            WHERE series = ?1 AND tier = ?2 AND start >= ?3 AND start < ?4 ORDER BY start
            """, .integer(series), .integer(tier.rawValue), .integer(time.lowerBound), .integer(time.upperBound)
        ) { HistoryBlockRow(tier, start: try $0.int64(0), content: try $0.blob(1)) }
    }

    /// The summary of the last hour with a change before a time.
    static func lastHour(of series: Int64, before time: Int64, in database: Database) throws -> HistoryBlockRow? {
        try database.first(
            """
            SELECT start, content FROM history_block WHERE series = ?1 AND tier = 2 AND start < ?2
            ORDER BY start DESC LIMIT 1
            """, .integer(series), .integer(time)
        ) { HistoryBlockRow(.hours, start: try $0.int64(0), content: try $0.blob(1)) }
    }

    public func historyPart(_ key: HistoryKey, from: Int64, until: Int64) throws(StoreError) -> HistoryPart? {
        try with { database in
            guard let series = try Self.series(key, in: database)?.number else { return nil }
            let waiting = try Self.waiting(of: series, in: database).map(\.sample)
            let first = try database.first(
                "SELECT start FROM history_block WHERE series = ?1 AND tier = 0 AND start >= ?2 ORDER BY start LIMIT 1",
                .integer(series), .integer(from.floored(to: HistoryTier.hour))
            ) { try $0.int64(0) }
            guard let hour = HistoryPart.hour(from: from, until: until, first: first, waiting: waiting) else {
                return nil
            }
            return HistoryPart(
                hour: hour, from: from, until: until,
                values: try Self.blocks(
                    .values, of: series, HistoryTier.time(from: hour, through: hour), in: database),
                last: try Self.lastHour(of: series, before: hour, in: database), waiting: waiting)
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
