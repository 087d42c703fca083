internal import HearthStore

/// The audit log as a ``ModelStore`` keeps it.
struct ModelAudit: Sendable {
    private var rows: [StoredAudit] = []
    private var last: Int64 = 0

    mutating func add(_ row: StoredAudit) {
        last += 1
        var row = row
        row.number = last
        rows.append(row)
        while rows.reduce(0, { $0 + $1.bytes }) > StoredAudit.mostBytes {
            rows.remove(at: rows.firstIndex { $0.action == 10 } ?? 0)
        }
    }

    mutating func forget(at time: Int64) {
        rows.removeAll { row in
            row.time < time - (row.action == StoredAudit.words ? StoredAudit.wordsLife : StoredAudit.life)
        }
    }

    func rows(_ request: AuditRequest) -> [StoredAudit] {
        let wanted = rows.reversed().filter { row in
            row.number < request.before && row.time >= request.since
                && (request.structureIDs?.contains(row.structureID) ?? true)
        }
        return Array(wanted.prefix(request.limit))
    }
}
