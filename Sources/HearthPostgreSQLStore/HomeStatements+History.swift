internal import HearthPostgreSQL
internal import HearthStore
internal import HearthTraitDescriptors

/// The kinds of samples in `history_sample`; the value of a sample is the integer or the bits of the number.
enum SampleKind {
    static let integer: Int64 = 0
    static let null: Int64 = 1
    static let away: Int64 = 2
    static let back: Int64 = 3
    static let real: Int64 = 4

    /// The columns `kind` and `value` of a content.
    static func columns(of content: HistoryContent) -> (kind: Int64, value: Int64) {
        switch content {
        case .integer(let value): (integer, value)
        case .real(let value): (real, Int64(bitPattern: value.bitPattern))
        case .null: (null, 0)
        case .away: (away, 0)
        case .back: (back, 0)
        }
    }

    /// The content of these columns.
    static func content(kind: Int64, value: Int64) -> HistoryContent {
        switch kind {
        case integer: .integer(value)
        case real: .real(Double(bitPattern: UInt64(bitPattern: value)))
        case away: .away
        case back: .back
        default: .null
        }
    }
}

// The history: a save adds its samples, in the same transaction as the values. When an hour is over, they become blocks.
extension HomeStatements {
    /// Adds a sample.
    ///
    /// - Returns: the index of the statement that adds it, to one attribute or to several.
    mutating func put(_ entry: HistoryEntry) -> Int {
        let path: [PostgresValue] = [
            .text(entry.path.target.deviceID), .integer(Int64(entry.path.target.endpoint)),
            .integer(Int64(entry.path.traitID)),
        ]
        let (kind, value) = SampleKind.columns(of: entry.sample.content)
        let insertion = """
            INSERT INTO history_sample(home, series, place, time, kind, value)
            SELECT $1, number, $5, $6, $7, $8 FROM history_series
            WHERE home = $1 AND device_id = $2 AND endpoint = $3 AND trait_id = $4
            """
        let replacement = """
            ON CONFLICT (home, series, place)
                DO UPDATE SET time = excluded.time, kind = excluded.kind, value = excluded.value
            """
        let sample: [PostgresValue] = [
            .integer(entry.place), .integer(entry.sample.time), .integer(kind), .integer(value),
        ]
        guard case .attribute(let id, let isState) = entry.subject else {
            add(
                "\(insertion) AND varies \(replacement)", path[0], path[1], path[2], sample[0], sample[1], sample[2],
                sample[3])
            return all.count - 1
        }
        // The device may have been removed meanwhile.
        add(
            """
            INSERT INTO history_series(home, number, device_id, endpoint, trait_id, attribute_id, is_state)
            SELECT $1, \(Self.next(in: "history_series")), id, $3, $4, $5, $6 FROM device WHERE home = $1 AND id = $2
            ON CONFLICT (home, device_id, endpoint, trait_id, attribute_id)
                DO UPDATE SET varies = true WHERE NOT history_series.varies
            """, path[0], path[1], path[2], .integer(Int64(id)), .truth(isState))
        add(
            "\(insertion) AND attribute_id = $9 \(replacement)", path[0], path[1], path[2], sample[0], sample[1],
            sample[2], sample[3], .integer(Int64(id)))
        return all.count - 1
    }

    /// Replaces samples by the blocks that they became.
    ///
    /// - Parameters:
    ///   - time: samples before this time are removed.
    ///   - place: samples before this place are removed as well.
    mutating func pack(_ series: Int64, before time: Int64, or place: Int64, into rows: [HistoryBlockRow]) {
        add(
            "DELETE FROM history_sample WHERE home = $1 AND series = $2 AND (time < $3 OR place < $4)",
            .integer(series),
            .integer(time), .integer(place))
        for row in rows {
            add(
                """
                INSERT INTO history_block(home, series, tier, start, content) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (home, series, tier, start) DO UPDATE SET content = excluded.content
                """, .integer(series), .integer(row.tier.rawValue), .integer(row.start), .bytes(row.content))
        }
    }

    /// Removes the blocks of a tier before a time.
    mutating func forget(_ tier: HistoryTier, before time: Int64) {
        add(
            "DELETE FROM history_block WHERE home = $1 AND tier = $2 AND start < $3", .integer(tier.rawValue),
            .integer(time))
    }
}
