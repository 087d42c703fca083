internal import Foundation

@testable internal import HearthCalendar

/// The zones of the tz database, as tables of offsets over some years: Foundation is too slow for a query each minute.
struct ZoneTable: Hashable, Sendable {
    /// The beginnings of offsets, in seconds since 1970; the first is before all queries.
    let changes: [Change]

    struct Change: Hashable, Sendable {
        let instant: Int64
        let offset: Int64
    }

    init(_ zone: TimeZone, from start: Int64, to end: Int64) {
        func offset(_ instant: Int64) -> Int64 {
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
        }
        var changes = [Change(instant: .min, offset: offset(start))]
        for day in stride(from: start, to: end, by: 86_400) {
            let before = changes[changes.count - 1].offset
            guard offset(day + 86_400) != before else { continue }
            var (low, high) = (day, day + 86_400)
            while high - low > 1 {
                let middle = (low + high) / 2
                if offset(middle) == before { low = middle } else { high = middle }
            }
            changes.append(Change(instant: high, offset: offset(high)))
        }
        self.changes = changes
    }

    var rules: ZoneRules {
        let changes = changes
        return ZoneRules { instant in
            var (low, high) = (0, changes.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if changes[middle].instant <= instant { low = middle } else { high = middle }
            }
            return changes[low].offset
        }
    }

    /// All distinct ones, each with one of its names.
    static func all(from start: Int64, to end: Int64) -> [(name: String, table: ZoneTable)] {
        var names: [ZoneTable: String] = [:]
        for name in TimeZone.knownTimeZoneIdentifiers.sorted() {
            guard let zone = TimeZone(identifier: name) else { continue }
            let table = ZoneTable(zone, from: start - 5 * 86_400, to: end + 5 * 86_400)
            if names[table] == nil { names[table] = name }
        }
        return names.map { ($0.value, $0.key) }.sorted { $0.name < $1.name }
    }

    static func of(_ name: String, from start: Int64, to end: Int64) -> ZoneTable? {
        TimeZone(identifier: name).map { ZoneTable($0, from: start - 5 * 86_400, to: end + 5 * 86_400) }
    }
}
