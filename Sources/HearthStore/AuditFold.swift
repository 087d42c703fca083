/// Keeps repeated actions from filling the audit log, as a value: the first becomes a row at once, repetitions within a
/// minute become one more row with their count.
public struct AuditFold: Sendable {
    /// The fields in which equal rows agree.
    private struct Key: Hashable {
        let actor: String
        let address: String
        let structureID: String
        let objectID: String
        let what: String
    }

    private struct Repeated {
        var last: StoredAudit
        var count = 0
    }

    /// The period in which repetitions are counted, in seconds.
    private static let period: Int64 = 60
    private let mostRows: Int
    /// The start of the current period.
    private var since: Int64 = .min
    private var repeated: [Key: Repeated] = [:]
    /// In order of arrival.
    private var keys: [Key] = []
    /// Rows beyond ``mostRows``: the latest, and their count.
    private var others: Repeated?

    /// - Parameter mostRows: the most different rows a minute; further rows are only counted.
    public init(mostRows: Int = 60) {
        self.mostRows = mostRows
    }

    /// Counts a row.
    ///
    /// - Returns: the rows to store: those of a finished period, then this one if it is new.
    public mutating func add(_ row: StoredAudit) -> [StoredAudit] {
        let due = takeDue(at: row.time)
        if keys.isEmpty, others == nil { since = row.time }
        let key = Key(
            actor: row.actor, address: row.address, structureID: row.structureID, objectID: row.objectID, what: row.what
        )
        if repeated[key] != nil {
            repeated[key]?.last = row
            repeated[key]?.count += 1
            return due
        }
        guard keys.count < mostRows else {
            others = Repeated(last: row, count: (others?.count ?? 0) + 1)
            return due
        }
        repeated[key] = Repeated(last: row)
        keys.append(key)
        return due + [row]
    }

    /// The rows of a finished period; none while it runs. A clock that is set back ends the period as well.
    public mutating func takeDue(at now: Int64) -> [StoredAudit] {
        guard now < since || now &- since >= Self.period else { return [] }
        return takeAll()
    }

    /// Ends the current period and returns its rows.
    public mutating func takeAll() -> [StoredAudit] {
        var rows: [StoredAudit] = []
        for key in keys {
            guard var row = repeated[key]?.last, let count = repeated[key]?.count, count > 0 else { continue }
            row.what += count == 1 ? " (once more)" : " (\(count) times more)"
            rows.append(row)
        }
        if let others {
            rows.append(
                StoredAudit(
                    time: others.last.time, action: others.last.action, actor: "several",
                    what: "\(others.count) more of this kind within a minute, by various callers", address: ""))
        }
        (repeated, keys, others) = ([:], [], nil)
        return rows
    }
}
