internal import HearthPostgreSQL
internal import HearthStore
internal import HearthTraitDescriptors

/// Reads histories from their tables.
enum HistoryRows {
    /// The parameters `$2` to `$5` of an attribute.
    static func parameters(of key: HistoryKey) -> [PostgresValue] {
        [
            .text(key.path.target.deviceID), .integer(Int64(key.path.target.endpoint)),
            .integer(Int64(key.path.traitID)), .integer(Int64(key.attributeID)),
        ]
    }

    private static let ofAttribute =
        "home = $1 AND device_id = $2 AND endpoint = $3 AND trait_id = $4 AND attribute_id = $5"

    /// The number of an attribute's series, and what ``holdings(in:waiting:)`` reads.
    static let holdings: String = {
        func first(_ condition: String) -> String {
            "(SELECT start FROM history_block WHERE home = $1 AND \(condition) ORDER BY start LIMIT 1)"
        }
        let tiers = HistoryTier.allCases.map(\.rawValue)
        let firsts = tiers.map { first("tier = \($0)") } + tiers.map { first("series = number AND tier = \($0)") }
        return """
            SELECT number, is_state, \(firsts.joined(separator: ", ")),
                (SELECT max(start) FROM history_block WHERE home = $1 AND series = number AND tier = 2),
                (SELECT sum(octet_length(content)) FROM history_block
                    WHERE home = $1 AND series = number AND tier = 0 AND start >= $6 AND start < $7)
            FROM history_series WHERE \(ofAttribute)
            """
    }()

    /// The samples of an attribute that are not packed.
    static let waiting = """
        SELECT time, kind, value FROM history_sample
        WHERE home = $1 AND series = (SELECT number FROM history_series WHERE \(ofAttribute)) ORDER BY place
        """

    /// The number of an attribute's series, and the start of its first block of values at `$6` or later.
    static let firstValues = """
        SELECT number, (SELECT start FROM history_block
            WHERE home = $1 AND series = number AND tier = 0 AND start >= $6 ORDER BY start LIMIT 1)
        FROM history_series WHERE \(ofAttribute)
        """

    /// Blocks of a series, `$2`: the last summary per hour before `$3`, the summaries of the tier `$4` from `$5` to
    /// `$6`, and the values from `$7` to `$8`.
    static let blocks = """
        (SELECT tier, start, content FROM history_block WHERE home = $1 AND series = $2 AND tier = 2 AND start < $3
            ORDER BY start DESC LIMIT 1)
        UNION ALL
        (SELECT tier, start, content FROM history_block
            WHERE home = $1 AND series = $2 AND tier = $4 AND start >= $5 AND start < $6 ORDER BY start)
        UNION ALL
        (SELECT tier, start, content FROM history_block
            WHERE home = $1 AND series = $2 AND tier = 0 AND start >= $7 AND start < $8 ORDER BY start)
        """

    /// The attributes of a device, `$2`, for ``storedSeries(_:of:)``.
    static let series = """
        SELECT endpoint, trait_id, attribute_id,
            (SELECT coalesce(sum(octet_length(content) + 32), 0) FROM history_block
                WHERE home = $1 AND series = number)::bigint
            + 32 * (SELECT count(*) FROM history_sample WHERE home = $1 AND series = number)
        FROM history_series WHERE home = $1 AND device_id = $2 AND varies ORDER BY endpoint, trait_id, attribute_id
        """

    static func holdings(in row: PostgresRow, waiting: PostgresRows) throws -> HistoryHoldings {
        var (oldest, first): ([HistoryTier: Int64], [HistoryTier: Int64]) = ([:], [:])
        for (index, tier) in HistoryTier.allCases.enumerated() {
            oldest[tier] = try row.integerOrNil(2 + index)
            first[tier] = try row.integerOrNil(5 + index)
        }
        return HistoryHoldings(
            isState: try row.truth(1), oldest: oldest, first: first, lastHour: try row.integerOrNil(8),
            valueBytes: try row.integerOrNil(9) ?? 0, waiting: try waiting.map(sample))
    }

    static func sample(_ row: PostgresRow) throws -> HistorySample {
        HistorySample(
            try row.integer(0), SampleKind.content(kind: try row.integer(1), value: try row.integer(2)))
    }

    static func block(_ row: PostgresRow) throws -> HistoryBlockRow {
        guard let tier = HistoryTier(rawValue: try row.integer(0)) else {
            throw StoreError(.damaged, "a history has an unknown resolution; restore a backup of the database")
        }
        return HistoryBlockRow(tier, start: try row.integer(1), content: try row.bytes(2))
    }

    static func storedSeries(_ row: PostgresRow, of deviceID: String) throws -> StoredSeries {
        let target = TraitTarget(deviceID: deviceID, endpoint: UInt16(clamping: try row.integer(0)))
        let path = TraitPath(target, UInt32(clamping: try row.integer(1)))
        return StoredSeries(key: HistoryKey(path, UInt32(clamping: try row.integer(2))), bytes: try row.integer(3))
    }
}
